import BundleCodec
import BundleManifest
import BundleWriting
import FeedReading
package import GTFSSchedule
import SQLiteLayer

package struct BundleSummary {
    let path: String
    let bytes: Int
    let stops: Int
    let routes: Int
    let trips: Int
    let modes: Set<String>
    let calendar: RunCalendar
    /// The days, from today on, on which something runs; days more than two years away do not
    /// count.
    let serviceDays: Set<Int>
    let validFrom: ServiceDate?
    let validUntil: ServiceDate?
    let today: ServiceDate
    let contentHash: String
    let line: String
    let toolVersion: String
    let schemaVersion: Int
    private let bundle: PublishedBundle

    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - servedFrom: the day from which the bundle has the feed's service, if the feed has
    ///     earlier service; otherwise the first day of service counts.
    package init(path: String, now: Double, servedFrom: ServiceDate? = nil) throws {
        let bundle = try PublishedBundle(path: path)
        self.path = path
        self.bundle = bundle
        bytes = bundle.bytes
        stops = try bundle.number("SELECT count(*) FROM stops")
        routes = try bundle.number("SELECT count(*) FROM routes")
        trips = try bundle.number("SELECT count(*) FROM trip WHERE trip > 0")
        modes = try bundle.read {
            try Set($0.texts("SELECT DISTINCT mode FROM routes WHERE mode NOT NULL"))
        }
        let metadata = try bundle.read { try PublishedBundle.metadata($0) }
        contentHash = metadata["content_hash"] ?? ""
        line = metadata["line"] ?? ""
        toolVersion = metadata["tool_version"] ?? ""
        schemaVersion = metadata["schema_version"].flatMap { Int($0) } ?? 1
        func date(_ key: String) -> ServiceDate? {
            metadata[key].flatMap { Int32($0) }.flatMap { ServiceDate(yyyymmdd: $0) }
        }
        let firstDay = servedFrom ?? date("first_service_day")
        validFrom = [date("feed_start_date"), firstDay].compactMap { $0 }.max()
        validUntil = [date("feed_end_date"), date("last_service_day")].compactMap { $0 }.min()
        today = LocalDay.date(at: now, zone: try bundle.read { try LocalDay.zone($0) })
        calendar = try bundle.read(RunCalendar.init)
        serviceDays = Self.serviceDays(calendar, from: today.dayNumber)
    }

    func missing(_ ids: [String], table: String, column: String) throws -> [String] {
        try bundle.read { connection in
            let query = try Statement(connection, "SELECT 1 FROM \(table) WHERE \(column) = ?")
            return try ids.filter { id in
                try query.start(id)
                return try !query.next()
            }
        }
    }

    func ids(_ column: String, in table: String) throws -> [String] {
        try bundle.read {
            try $0.texts("SELECT \(column) FROM \(table) WHERE \(column) NOT NULL ORDER BY rowid")
        }
    }

    /// The runs of all the days together; without days, of the day with the most runs.
    func routeRuns(on days: ClosedRange<Int>?) throws -> [RouteRuns] {
        let days = days ?? calendar.busiestDay.map { $0.day...$0.day }
        let runs = days.map(calendar.routeRuns) ?? [:]
        return try bundle.read { connection in
            var routes: [RouteRuns] = []
            try connection.readRows(
                """
                SELECT rid, route_id, route_short_name, route_long_name, route_type FROM routes
                ORDER BY rid
                """
            ) { row in
                routes.append(
                    RouteRuns(
                        id: (row.text(1) ?? "").exact,
                        names: (2...4).map { (row.asText($0) ?? "").exact },
                        runs: row.integer(0).flatMap { runs[$0] } ?? 0))
            }
            return routes
        }
    }

    func plan(of sql: String) throws -> [String] {
        try bundle.read { connection in
            // Columns: the number of a step, that of the step above it, an unused one, words.
            var plan: [String] = []
            try connection.readRows("EXPLAIN QUERY PLAN " + sql) { row in
                plan.append(row.text(3) ?? "")
            }
            return plan
        }
    }

    func rows(of table: String) throws -> Int {
        try bundle.number("SELECT count(*) FROM \(table)")
    }

    static let mostDays = 730

    private static func serviceDays(_ calendar: RunCalendar, from first: Int) -> Set<Int> {
        guard let window = calendar.window, window.upperBound >= first else { return [] }
        let start = max(window.lowerBound, first)
        let end = min(window.upperBound, first + mostDays)
        guard start <= end else { return [] }
        return Set(
            zip(start...end, calendar.counts(on: start...end)).compactMap { day, count in
                count.runs > 0 ? day : nil
            })
    }
}

extension PublishFolder {
    func mostRuns(_ version: Manifest.Version) -> Int? {
        do {
            return try PublishedBundle(path: file(version.bundle.name)).read(RunCalendar.init)
                .busiestDay?.count.runs
        } catch {
            // Only reported; a run replaces a damaged bundle.
            return nil
        }
    }
}

extension PublishedBundle {
    fileprivate func number(_ sql: String) throws -> Int { try read { try $0.integer(sql) ?? 0 } }
}
