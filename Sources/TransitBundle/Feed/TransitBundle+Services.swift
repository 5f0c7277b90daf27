import BundleCodec
import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the services of the feed with their days, sorted by id.
    ///
    /// - Parameters:
    ///   - position: `FeedPage.next` of the previous page; 0 for the first page.
    ///   - limit: the maximum number of services: a feed may have thousands, each with hundreds of
    ///     exceptions.
    public func services(
        after position: Int64 = 0, limit: Int = 100
    ) async throws -> FeedPage<ServiceDescription> {
        // One more than wanted shows whether there are more.
        let limit = max(limit, 0)
        let most = limit == .max ? limit : limit + 1
        let found = try await question { db in
            try ServiceRows(db: db).services(
                where: "1 ORDER BY service_id LIMIT ? OFFSET ?", [most, position])
        }
        return FeedPage(
            rows: Array(found.prefix(limit)),
            next: found.count > limit ? position + Int64(limit) : nil)
    }

    /// A trip of `frequencies.txt` counts once. Services without trips, and undefined ids, have no
    /// entry.
    package func tripCounts(ofServices ids: [String]) async throws -> [ServiceID: Int] {
        try await question { db in
            try db.readKeyed(Self.tripsOfServices, arguments: [JSONList.texts(ids)]) { row in
                row.text(0).map { (ServiceID($0), row.integer(1) ?? 0) }
            }
        }
    }

    /// A trip of `frequencies.txt` has a run for each of its starts. Services without trips have no
    /// entry.
    package func runCounts() async throws -> [ServiceID: (runs: Int, departures: Int)] {
        let facts = facts
        return try await question { db in
            try Self.runCounts(facts, db)
        }.mapValues { ($0.runs, $0.departures) }
    }

    private static func runCounts(
        _ facts: BundleFacts, _ db: Database
    ) throws -> [ServiceID: RunCount] {
        let counts = try facts.runCounts(db).ofServices
        return try db.readKeyed("SELECT service, service_id FROM service") { row in
            guard let count = row.integer(0).flatMap({ counts[$0] }) else { return nil }
            return row.text(1).map { (ServiceID($0), count) }
        }
    }

    private static let tripsOfServices = """
        SELECT s.service_id, count(*) FROM json_each(?) j
        CROSS JOIN service s ON s.service_id = j.value
        CROSS JOIN trip_group d ON d.service = s.service
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        GROUP BY s.service
        """

    /// Returns some services with their days, sorted by id; undefined ids are left out.
    public func services(ids: [String]) async throws -> [ServiceDescription] {
        try await question { db in
            try ServiceRows(db: db).services(
                where: "service_id IN (SELECT value FROM json_each(?)) ORDER BY service_id",
                [JSONList.texts(ids)])
        }
    }
}

private struct ServiceRows {
    let db: Database

    func services(
        where condition: String, _ arguments: Parameters
    ) throws -> [ServiceDescription] {
        var found: [ServiceDescription] = []
        // The place of each key; undefined services have neither days nor rows.
        var places: [Int64: Int] = [:]
        try db.readRows(
            """
            SELECT service, service_id, first_day, last_day, days FROM service
            WHERE NOT EXISTS (SELECT 1 FROM dangling d WHERE d.kind = 'service' AND d.key = service)
              AND \(condition)
            """, arguments: arguments
        ) { row in
            let key = try row.required(row.key(0), "service")
            places[key] = found.count
            let days = try row.serviceDays(2)
            found.append(
                ServiceDescription(
                    serviceID: try row.required(row.text(1), "service_id"),
                    firstDay: days.map { ServiceDate(dayNumber: $0.first) },
                    lastDay: days.map { ServiceDate(dayNumber: $0.last) },
                    days: days.map(Self.text) ?? ""))
        }
        let keys = JSONList.integers(places.keys.sorted())
        let calendars = try ServiceCalendar.fetchAll(
            db, "WHERE service IN (SELECT value FROM json_each(?))", arguments: [keys])
        let byID = Dictionary(
            calendars.compactMap { calendar in calendar.serviceID.map { ($0, calendar) } },
            uniquingKeysWith: { first, _ in first })
        for place in found.indices {
            found[place].calendar = byID[ServiceID(found[place].serviceID)]
        }
        try db.readRows(Self.exceptions, arguments: [keys]) { row in
            guard let place = row.key(0).flatMap({ places[$0] }),
                let number = row.integer(1).flatMap(Int32.init(exactly:)),
                let date = ServiceDate(yyyymmdd: number)
            else { return }
            switch row.integer(2).map(ServiceException.init(code:)) {
            case .added: found[place].added.append(date)
            case .removed: found[place].removed.append(date)
            default: break
            }
        }
        return found
    }

    /// A digit for each day; the bundle's weekly repetitions are written out.
    private static func text(_ days: ServiceDays) -> String {
        let last = min(days.last, days.first + longest - 1)
        return String(
            decoding: (days.first...last).map {
                days.contains($0) ? UInt8(ascii: "1") : UInt8(ascii: "0")
            },
            as: UTF8.self)
    }

    /// A century, in days.
    private static let longest = 36_525

    private static let exceptions = """
        SELECT service, date, exception_type FROM calendar_dates
        WHERE service IN (SELECT value FROM json_each(?)) ORDER BY service, date
        """
}
