import Foundation
import GRDB
import GTFSSchedule

/// Finds what leaves some stops in a window of time.
///
/// Trips count their times from a service day's noon minus twelve hours, so that every service day
/// whose trips can reach into the window is looked at: usually today and yesterday.
struct DepartureSearch {
    private let db: Database
    private let facts: BundleFacts
    private let stops: [Int64: Stop]
    private var zones: StopZones
    private var routes: [Int64: Route?] = [:]
    private var found: [Departure] = []

    init(_ db: Database, _ facts: BundleFacts, stops: [Stop]) {
        self.db = db
        self.facts = facts
        self.stops = Dictionary(stops.map { ($0.sid, $0) }, uniquingKeysWith: { first, _ in first })
        zones = StopZones(agencyZone: facts.agencyZone)
    }

    /// Departures at or after `from` and before `to`, both in seconds since 1970, in order.
    mutating func run(from: Double, to: Double) throws -> [Departure] {
        found = []
        guard from < to, !stops.isEmpty else { return [] }
        let keys = Self.json(stops.keys.sorted())
        let repeated = try repeatedTrips(keys)
        let latest = facts.lastTimestamp + (repeated.isEmpty ? 0 : facts.frequencies.lastEnd)
        for zone in facts.zones {
            let clock = ServiceClock(timeZone: zone)
            let last = clock.date(at: Date(timeIntervalSince1970: to)).adding(days: 1)
            var date = clock.date(at: Date(timeIntervalSince1970: from))
                .adding(days: -(latest / ServiceTime.secondsPerDay + 1))
            while date <= last {
                let start = clock.startSeconds(of: date)
                let day = Day(
                    date: date, zone: zone, start: start,
                    window: Self.window(from, to, start: start))
                if day.window.lowerBound <= latest, day.window.upperBound > 0 {
                    try addScheduled(day, keys)
                    if !repeated.isEmpty { try addRepeated(day, keys, repeated) }
                }
                if date == .latest { break }
                date = date.adding(days: 1)
            }
        }
        found.sort(by: Departure.isInOrder)
        return found
    }

    /// A service day and the part of it that lies in the window.
    private struct Day {
        let date: ServiceDate
        let zone: TimeZone
        let start: Int
        let window: Range<Int>
    }

    /// Whole seconds of the day that are in the window.
    private static func window(_ from: Double, _ to: Double, start: Int) -> Range<Int> {
        // Beyond this no instant is meant, and an Int might not hold it.
        let limit = 1e12
        let lower = Int(min(max((from - Double(start)).rounded(.up), -limit), limit))
        let upper = Int(min(max((to - Double(start)).rounded(.up), -limit), limit))
        return lower..<max(lower, upper)
    }

    static func json(_ keys: [Int64]) -> String {
        "[" + keys.map(String.init).joined(separator: ",") + "]"
    }

    private func repeatedTrips(_ keys: String) throws -> [Int64] {
        guard !facts.frequencies.headways.isEmpty else { return [] }
        let patterns = try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT DISTINCT ps.pattern FROM json_each(?) j
                    CROSS JOIN pattern_stops ps ON ps.sid = j.value
                    """), arguments: [keys])
        return patterns.flatMap { facts.frequencies.tripsOfPattern[$0] ?? [] }
    }

    private static let columns = """
        SELECT ps.sid, ps.stop_sequence, p.rid, p.direction_id, d.trip_headsign,
          d.stop_headsigns, ps.call - p.first_call + 1 AS position,
          d.wheelchair_accessible, d.bikes_allowed, t.trip, t.trip_id, t.origin,
          t.trip_short_name, t.block, ti.unit,
          unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) AS departure,
          unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)) AS arrival,
          unicode(substr(ti.interpolated, ps.call - p.first_call + 1, 1)) AS interpolated,
          unicode(ti.departures) AS first_departure, cc.pickup_type
        FROM json_each(:stops) j
        CROSS JOIN pattern_stops ps ON ps.sid = j.value
        CROSS JOIN pattern p ON p.pattern = ps.pattern AND ps.call < p.first_call + p.stops - 1
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        CROSS JOIN service s ON s.service = d.service
          AND :day BETWEEN s.first_day AND s.last_day
          AND substr(s.days, 1 + CASE WHEN :day - s.first_day < length(s.days)
            THEN :day - s.first_day
            ELSE length(s.days) - 7 + (:day - s.first_day - length(s.days)) % 7 END, 1) = '1'
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        """
    private static let tail = """

        CROSS JOIN timing ti ON ti.timing = t.timing
        LEFT JOIN call_codes cc ON cc.codes = ps.codes
        WHERE cc.pickup_type IS NOT 1
        """
    private static let scheduled =
        columns + " AND t.origin BETWEEN :from - ps.latest AND :to - ps.earliest" + tail
    private static let repeated =
        columns + " AND t.trip IN (SELECT value FROM json_each(:trips))" + tail

    private mutating func addScheduled(_ day: Day, _ keys: String) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Self.scheduled),
            arguments: [
                "stops": keys, "day": day.date.dayNumber, "from": day.window.lowerBound,
                "to": day.window.upperBound,
            ])
        while let row = try rows.next() {
            let call = try Call(row)
            guard facts.frequencies.headways[call.trip] == nil, let time = call.time,
                day.window.contains(time)
            else { continue }
            try add(call, row, day, at: time)
        }
    }

    private mutating func addRepeated(_ day: Day, _ keys: String, _ trips: [Int64]) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Self.repeated),
            arguments: [
                "stops": keys, "day": day.date.dayNumber, "trips": Self.json(trips),
            ])
        while let row = try rows.next() {
            let call = try Call(row)
            guard let time = call.time else { continue }
            let ride = time - call.firstTime
            for headway in facts.frequencies.headways[call.trip] ?? [] {
                // The first run that leaves this stop in the window.
                let missing = day.window.lowerBound - (headway.start + ride)
                var start = headway.start
                if missing > 0 {
                    start += (missing + headway.seconds - 1) / headway.seconds * headway.seconds
                }
                while start < headway.end, start + ride < day.window.upperBound {
                    try add(call, row, day, at: start + ride, run: (start, headway))
                    start += headway.seconds
                }
            }
        }
    }

    /// What a row says of time.
    private struct Call {
        let trip: Int64
        let sid: Int64
        let time: Int?
        /// When the trip leaves its first stop.
        let firstTime: Int
        let isInterpolated: Bool

        init(_ row: Row) throws {
            trip = try row.required(row.integer("trip").map(Int64.init), "trip")
            sid = try row.required(row.integer("sid").map(Int64.init), "sid")
            let origin = try row.required(row.integer("origin"), "origin")
            let unit = try row.required(row.integer("unit"), "unit")
            let published =
                TimingCode.offset(row.integer("departure"), unit: unit)
                ?? TimingCode.offset(row.integer("arrival"), unit: unit)
            let offset = published ?? TimingCode.offset(row.integer("interpolated"), unit: -1)
            guard -1_000_000_000...1_000_000_000 ~= origin else {
                throw TransitBundleError.damaged(reason: "a trip starts at \(origin)")
            }
            time = offset.map { origin + $0 }
            firstTime =
                origin + (TimingCode.offset(row.integer("first_departure"), unit: unit) ?? 0)
            isInterpolated = published == nil
        }
    }

    private mutating func add(
        _ call: Call, _ row: Row, _ day: Day, at time: Int,
        run: (start: Int, headway: FrequencyTrips.Headway)? = nil
    ) throws {
        let rid = row.integer("rid").map(Int64.init)
        guard facts.zoneOfRoute.isEmpty || facts.zone(ofRoute: rid) == day.zone,
            let stop = stops[call.sid]
        else { return }
        let route = try rid.flatMap { try self.route($0) }
        found.append(
            Departure(
                tripID: try row.required(row.text("trip_id"), "trip_id"),
                routeID: try route?.routeID ?? rid.flatMap { try undefinedRoute($0) },
                route: route, stop: stop,
                stopSequence: try row.required(row.integer("stop_sequence"), "stop_sequence"),
                serviceDate: day.date,
                departure: Date(timeIntervalSince1970: Double(day.start + time)),
                timeZone: try zones.zone(of: stop, db),
                headsign: try stopHeadsign(row) ?? row.text("trip_headsign"),
                isInterpolated: call.isInterpolated,
                pickup: PickupDropOff(code: row.integer("pickup_type") ?? 0),
                tripShortName: row.text("trip_short_name"),
                directionID: row.integer("direction_id"),
                blockID: try row.integer("block").flatMap { try block($0) },
                wheelchairAccessible: row.integer("wheelchair_accessible"),
                bikesAllowed: row.integer("bikes_allowed"),
                startTime: run.map { ServiceTime(seconds: $0.start) },
                headwaySecs: run?.headway.seconds, exactTimes: run?.headway.exactTimes))
    }

    private mutating func route(_ rid: Int64) throws -> Route? {
        if let known = routes[rid] { return known }
        let route = try Route.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM routes WHERE rid = ?"), arguments: [rid])
        routes[rid] = .some(route)
        return route
    }

    private func undefinedRoute(_ rid: Int64) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM dangling WHERE kind = 'route' AND key = ?"),
            arguments: [rid])
    }

    private func stopHeadsign(_ row: Row) throws -> String? {
        guard let list = row.integer("stop_headsigns"), let position = row.integer("position")
        else { return nil }
        return try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT stop_headsign FROM stop_headsigns
                    WHERE stop_headsigns = ? AND position = ?
                    """), arguments: [list, position])
    }

    private func block(_ block: Int) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT block_id FROM block WHERE block = ?"),
            arguments: [block])
    }
}
