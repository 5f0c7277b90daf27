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
        guard from < to, !stops.isEmpty, let days = facts.serviceDays else { return [] }
        let keys = Self.json(stops.keys.sorted())
        let repeated = try repeatedTrips(keys)
        let latest = facts.lastTimestamp + (repeated.isEmpty ? 0 : facts.frequencies.lastEnd)
        for zone in try zonesOfRoutes(keys) {
            let clock = ServiceClock(timeZone: zone)
            let end = clock.date(at: Date(timeIntervalSince1970: to)).adding(days: 1)
            let begin = clock.date(at: Date(timeIntervalSince1970: from))
                .adding(days: -(latest / ServiceTime.secondsPerDay + 1))
            // However long the window is, there is nothing beyond the days of service.
            let last = min(end, days.upperBound)
            var date = max(begin, days.lowerBound)
            while date <= last {
                let start = clock.startSeconds(of: date)
                let window = Self.window(from, to, start: start)
                if window.lowerBound <= latest, window.upperBound > 0,
                    let active = try facts.activeServices.json(on: date, db)
                {
                    let day = Day(
                        date: date, zone: zone, start: start, window: window, services: active)
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

    /// The zones in which the service days of the stops' routes are counted.
    private func zonesOfRoutes(_ keys: String) throws -> [TimeZone] {
        guard !facts.zoneOfRoute.isEmpty else { return facts.zones }
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT DISTINCT p.rid FROM json_each(?) j
                    CROSS JOIN pattern_stops ps ON ps.sid = j.value
                    CROSS JOIN pattern p ON p.pattern = ps.pattern
                    """), arguments: [keys])
        var zones: Set<TimeZone> = []
        while let row = try rows.next() {
            zones.insert(facts.zone(ofRoute: row.integer(at: 0).map(Int64.init)))
        }
        return facts.zones.filter(zones.contains)
    }

    /// A service day and the part of it that lies in the window.
    private struct Day {
        let date: ServiceDate
        let zone: TimeZone
        let start: Int
        let window: Range<Int>
        /// The services that run on the day, as a JSON array.
        let services: String
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

    /// The columns of the search, in the order of `columns`: a row is read by position, as names
    /// take longer than the search itself.
    private enum Column: Int {
        case sid, stopSequence, rid, directionID, tripHeadsign, stopHeadsign, wheelchairAccessible,
            bikesAllowed, trip, tripID, origin, tripShortName, blockID, unit, departure, arrival,
            interpolated, firstDeparture, pickupType
    }

    private static let columns = """
        SELECT ps.sid, ps.stop_sequence, p.rid, p.direction_id, d.trip_headsign, h.stop_headsign,
          d.wheelchair_accessible, d.bikes_allowed, t.trip, t.trip_id, t.origin,
          t.trip_short_name, b.block_id, ti.unit,
          unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) AS departure,
          unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)) AS arrival,
          unicode(substr(ti.interpolated, ps.call - p.first_call + 1, 1)) AS interpolated,
          unicode(ti.departures) AS first_departure, cc.pickup_type
        FROM json_each(:stops) j
        CROSS JOIN pattern_stops ps ON ps.sid = j.value
        CROSS JOIN pattern p ON p.pattern = ps.pattern AND ps.call < p.first_call + p.stops - 1
        CROSS JOIN trip_group d ON d.pattern = p.pattern
          AND d.service IN (SELECT value FROM json_each(:services))
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        """
    private static let tail = """

        CROSS JOIN timing ti ON ti.timing = t.timing
        LEFT JOIN call_codes cc ON cc.codes = ps.codes
        LEFT JOIN block b ON b.block = t.block
        LEFT JOIN stop_headsigns h ON h.stop_headsigns = d.stop_headsigns
          AND h.position = ps.call - p.first_call + 1
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
                "stops": keys, "services": day.services, "from": day.window.lowerBound,
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
                "stops": keys, "services": day.services, "trips": Self.json(trips),
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
            func integer(_ column: Column) -> Int? { row.integer(at: column.rawValue) }
            trip = try row.required(integer(.trip).map(Int64.init), "trip")
            sid = try row.required(integer(.sid).map(Int64.init), "sid")
            let origin = try row.required(integer(.origin), "origin")
            let unit = try row.required(integer(.unit), "unit")
            let published =
                TimingCode.offset(integer(.departure), unit: unit)
                ?? TimingCode.offset(integer(.arrival), unit: unit)
            let offset = published ?? TimingCode.offset(integer(.interpolated), unit: -1)
            guard -1_000_000_000...1_000_000_000 ~= origin else {
                throw TransitBundleError.damaged(reason: "a trip starts at \(origin)")
            }
            time = offset.map { origin + $0 }
            firstTime = origin + (TimingCode.offset(integer(.firstDeparture), unit: unit) ?? 0)
            isInterpolated = published == nil
        }
    }

    private mutating func add(
        _ call: Call, _ row: Row, _ day: Day, at time: Int,
        run: (start: Int, headway: FrequencyTrips.Headway)? = nil
    ) throws {
        func integer(_ column: Column) -> Int? { row.integer(at: column.rawValue) }
        func text(_ column: Column) -> String? { row.text(at: column.rawValue) }
        let rid = integer(.rid).map(Int64.init)
        guard facts.zoneOfRoute.isEmpty || facts.zone(ofRoute: rid) == day.zone,
            let stop = stops[call.sid]
        else { return }
        let route = try rid.flatMap { try self.route($0) }
        found.append(
            Departure(
                tripID: try row.required(text(.tripID), "trip_id"),
                routeID: try route?.routeID ?? rid.flatMap { try undefinedRoute($0) },
                route: route, stop: stop,
                stopSequence: try row.required(integer(.stopSequence), "stop_sequence"),
                serviceDate: day.date,
                departure: Date(timeIntervalSince1970: Double(day.start + time)),
                timeZone: try zones.zone(of: stop, db),
                headsign: text(.stopHeadsign) ?? text(.tripHeadsign),
                isInterpolated: call.isInterpolated,
                pickup: PickupDropOff(code: integer(.pickupType) ?? 0),
                tripShortName: text(.tripShortName), directionID: integer(.directionID),
                blockID: text(.blockID), wheelchairAccessible: integer(.wheelchairAccessible),
                bikesAllowed: integer(.bikesAllowed),
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
}
