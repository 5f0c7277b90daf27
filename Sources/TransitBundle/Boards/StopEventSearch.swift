import BundleCodec
import Foundation
import SQLiteLayer
import TransitModel

/// Trips count their times from a service day's noon minus twelve hours. So every service day whose
/// trips can reach into the window is searched: usually today and yesterday.
struct StopEventSearch {
    private let db: Database
    private let facts: BundleFacts
    private let stops: [Int64: Stop]
    private let kind: StopEvent.Kind
    private let filter: BoardFilter
    private let zones: StopZones
    private var clock = OffsetMemory()
    private var routes: [Int64: Route?] = [:]
    private var found: [StopEvent] = []

    init(
        _ db: Database, _ facts: BundleFacts, stops: [Stop], kind: StopEvent.Kind,
        filter: BoardFilter = .all
    ) {
        self.db = db
        self.kind = kind
        self.filter = filter
        self.facts = facts
        self.stops = Dictionary(stops.map { ($0.sid, $0) }, uniquingKeysWith: { first, _ in first })
        zones = StopZones(facts)
    }

    /// At or after `from` and before `to`, both in seconds since 1970, in order.
    mutating func run(from: Double, to: Double) throws -> [StopEvent] {
        found = []
        guard from < to, !stops.isEmpty, let days = facts.serviceDays else { return [] }
        // Events are large: as many as boards mostly have are not moved by each that is added.
        found.reserveCapacity(16)
        let keys = JSONList.integers(stops.keys.sorted())
        let key = StopCalls.Key(stops: keys, kind: kind)
        let calls = try facts.stopCalls.value(for: key) { try StopCalls(key, facts: facts, in: db) }
        for (number, (zone, groups)) in calls.groups.enumerated() {
            let repeated = groups.filter { facts.frequencies.tripsOfGroup[$0.group] != nil }
            let latest =
                facts.lastTimestamp + (repeated.isEmpty ? 0 : facts.frequencies.lastEnd)
            let clock = ServiceClock(timeZone: zone.timeZone)
            let end = clock.date(at: Date(timeIntervalSince1970: to)).adding(days: 1)
            let begin = clock.date(at: Date(timeIntervalSince1970: from))
                .adding(days: -(latest / ServiceTime.secondsPerDay + 1))
            // However long the window is, nothing happens after the last day of service.
            let last = min(end, days.upperBound)
            var date = max(begin, days.lowerBound)
            while date <= last {
                let start = clock.startSeconds(of: date)
                let window = Self.window(from, to, start: start)
                if window.lowerBound <= latest, window.upperBound > 0 {
                    let active = try facts.activeServices.keys(on: date, db)
                    let day = Day(date: date, start: start, window: window)
                    try addScheduled(
                        day, calls.groups(zone: number, day: date.dayNumber, active: active))
                    try addRepeated(day, repeated.filter { active.contains($0.service) })
                }
                if date == .latest { break }
                date = date.adding(days: 1)
            }
        }
        let times = found.indices.map { found[$0].time.seconds }
        StopEvent.sort(&found, at: times)
        // This is their only reference now, so removing some does not copy the rest first.
        var events: [StopEvent] = []
        swap(&events, &found)
        return events
    }

    /// Looks a week ahead: seven times 24 hours, excluding the last instant.
    mutating func next(_ count: Int, from start: Double) throws -> [StopEvent] {
        var window = GrowingWindow(from: start, count: count)
        var found: [StopEvent] = []
        while let (begin, length) = window.next(found: found.count) {
            let more = try run(from: begin, to: begin + length)
            if found.isEmpty { found = more } else { found += more }
        }
        // This is their only reference, so removing some does not copy the rest first.
        let most = max(count, 0)
        if found.count > most { found.removeLast(found.count - most) }
        return found
    }

    private struct Day {
        let date: ServiceDate
        let start: Int
        let window: Range<Int>
    }

    private static func window(_ from: Double, _ to: Double, start: Int) -> Range<Int> {
        // No instant beyond this is meant, and an Int might not hold it.
        let limit = 1e12
        let lower = Int(min(max((from - Double(start)).rounded(.up), -limit), limit))
        let upper = Int(min(max((to - Double(start)).rounded(.up), -limit), limit))
        return lower..<max(lower, upper)
    }

    private enum Column: Int {
        case trip, origin, unit, departure, arrival, interpolated, firstDeparture, dwell, tripID,
            tripShortName, blockID, stopHeadsign, tripHeadsign
    }

    /// The values that differ between the trips of a group; ``StopCalls`` has the rest. `?1` is the
    /// group, `?2` the position of the call.
    private static let columns = """
        SELECT t.trip, t.origin, ti.unit,
          unicode(substr(ti.departures, ?2, 1)) AS departure,
          unicode(substr(ti.arrivals, ?2, 1)) AS arrival,
          unicode(substr(ti.interpolated, ?2, 1)) AS interpolated,
          unicode(ti.departures) AS first_departure,
        """
    private static let ofDeparture = " NULL AS dwell"
    private static let ofArrival = """
         CASE WHEN ti.dwell IS NULL THEN 2 ELSE
          (SELECT unicode(substr(dwells, ?2, 1)) FROM dwell WHERE dwell.dwell = ti.dwell)
          END AS dwell
        """
    private static let texts = """
        , t.trip_id, t.trip_short_name, b.block_id, h.stop_headsign, d.trip_headsign
        FROM trip_group d
        LEFT JOIN stop_headsigns h ON h.stop_headsigns = d.stop_headsigns AND h.position = ?2
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        """
    private static let inWindow = " AND t.origin BETWEEN ?3 - ?4 AND ?5 - ?6"
    private static let amongTrips = " AND t.trip IN (SELECT value FROM json_each(?3))"
    private static let tail = """

        CROSS JOIN timing ti ON ti.timing = t.timing
        LEFT JOIN block b ON b.block = t.block
        WHERE d.trip_group = ?1
        """
    private static let scheduledDepartures = columns + ofDeparture + texts + inWindow + tail
    private static let repeatedDepartures = columns + ofDeparture + texts + amongTrips + tail
    private static let scheduledArrivals = columns + ofArrival + texts + inWindow + tail
    private static let repeatedArrivals = columns + ofArrival + texts + amongTrips + tail

    /// Arrivals may be this far from the departures by which the window is searched.
    private func slack() throws -> Int {
        guard kind == .arrival else { return 0 }
        return try facts.longestDwell.value { try TimingLists.longestDwell(db) }
    }

    private mutating func addScheduled(
        _ day: Day, _ groups: some Collection<StopCalls.Group>
    ) throws {
        guard !groups.isEmpty else { return }
        let slack = try slack()
        let from = day.window.lowerBound - slack
        let to = day.window.upperBound + slack
        let sql = kind == .departure ? Self.scheduledDepartures : Self.scheduledArrivals
        try db.withStatement(sql) { statement in
            for group in groups {
                var line = Line.unknown
                try statement.readRows([
                    group.group, group.position, from, group.latest, to, group.earliest,
                ]) { row in
                    let call = try Call(row, kind)
                    guard facts.frequencies.headways[call.trip] == nil, let time = call.time,
                        day.window.contains(time)
                    else { return }
                    var texts: Texts?
                    try add(call, of: group, &line, row: row, &texts, on: day, at: time)
                }
            }
        }
    }

    private mutating func addRepeated(_ day: Day, _ groups: [StopCalls.Group]) throws {
        guard !groups.isEmpty else { return }
        let sql = kind == .departure ? Self.repeatedDepartures : Self.repeatedArrivals
        try db.withStatement(sql) { statement in
            for group in groups {
                let trips = facts.frequencies.tripsOfGroup[group.group] ?? []
                var line = Line.unknown
                try statement.readRows([
                    group.group, group.position, JSONList.integers(trips),
                ]) { row in
                    let call = try Call(row, kind)
                    guard let time = call.time else { return }
                    let ride = time - call.firstTime
                    // The runs that leave this stop within the window.
                    let starts = day.window.lowerBound - ride..<day.window.upperBound - ride
                    var texts: Texts?
                    let runs = facts.frequencies.runs(of: call.trip, startingIn: starts)
                    for (headway, starts) in runs {
                        for start in starts {
                            try add(
                                call, of: group, &line, row: row, &texts, on: day,
                                at: start + ride, run: (start, headway))
                        }
                    }
                }
            }
        }
    }

    private struct Call {
        let trip: Int64
        let time: Int?
        let firstTime: Int
        let isInterpolated: Bool

        init(_ row: Columns, _ kind: StopEvent.Kind) throws {
            func integer(_ column: Column) -> Int? { row.integer(column.rawValue) }
            trip = try row.required(integer(.trip).map(Int64.init), "trip")
            let origin = Int(
                try TimingText.origin(row.required(row.key(Column.origin.rawValue), "origin")))
            let unit = try row.required(integer(.unit), "unit")
            func offset(_ character: Int?, unit: Int) throws -> Int? {
                try character.flatMap { try TimingText.offset($0, unit: unit) }
            }
            let departure = try offset(
                row.required(integer(.departure), "departures"), unit: unit)
            let arrival = try offset(integer(.arrival), unit: unit)
            let published: Int?
            switch kind {
            case .departure: published = departure ?? arrival
            // Arrivals are a separate list, or stopping times before the departures.
            case .arrival:
                let dwell = try offset(integer(.dwell), unit: unit) ?? 0
                published = arrival ?? departure.map { $0 - dwell }
            }
            let passing = try published ?? offset(integer(.interpolated), unit: -1)
            time = passing.map { origin + $0 }
            firstTime = try origin + (offset(integer(.firstDeparture), unit: unit) ?? 0)
            isInterpolated = published == nil
        }
    }

    /// All runs of a headway share them: they may have megabytes.
    private struct Texts {
        let tripID: String
        let headsign: String?
        let tripShortName: String?
        let blockID: String?

        init(_ row: Columns) throws {
            func text(_ column: Column) -> String? { row.text(column.rawValue) }
            tripID = try row.required(text(.tripID), "trip_id")
            headsign = text(.stopHeadsign) ?? text(.tripHeadsign)
            tripShortName = text(.tripShortName)
            blockID = text(.blockID)
        }
    }

    /// The values that all events of a group share; looked up for the first of them.
    private enum Line {
        case unknown
        /// The filter does not admit it.
        case hidden
        case shown(stop: Stop, zone: StopZone, route: Route?, routeID: String?)
    }

    private mutating func line(of group: StopCalls.Group) throws -> Line {
        guard let stop = stops[group.sid] else { return .hidden }
        let route = try group.rid.flatMap { try self.route($0) }
        let routeID = try route?.routeID ?? group.rid.flatMap { try undefinedRoute($0) }
        guard filter.admits(routeID: routeID, type: route?.type, directionID: group.directionID)
        else { return .hidden }
        return .shown(
            stop: stop, zone: try zones.zone(of: stop, db), route: route, routeID: routeID)
    }

    private mutating func add(
        _ call: Call, of group: StopCalls.Group, _ line: inout Line, row: Columns,
        _ known: inout Texts?, on day: Day, at time: Int,
        run: (start: Int, headway: FrequencyTrips.Headway)? = nil
    ) throws {
        if case .unknown = line { line = try self.line(of: group) }
        guard case .shown(let stop, let zone, let route, let routeID) = line else { return }
        let texts = try known ?? Texts(row)
        known = texts
        found.append(
            StopEvent(
                kind, tripID: texts.tripID,
                routeID: routeID, route: route, stop: stop,
                stopSequence: try row.required(group.stopSequence, "stop_sequence"),
                serviceDate: day.date,
                time: clock.instant(day.start + time, in: zone.zone.timeZone),
                timeZone: zone.zone.timeZone, timeZoneName: zone.zone.name,
                isStopTimeZoneAssumed: zone.isStopTimeZoneAssumed,
                isTimeZoneAssumed: facts.assumedZones.contains(group.rid),
                headsign: texts.headsign,
                isInterpolated: call.isInterpolated,
                pickupDropOff: PickupDropOff(code: group.access ?? 0),
                tripShortName: texts.tripShortName, directionID: group.directionID,
                blockID: texts.blockID, wheelchairAccessible: group.wheelchairAccessible,
                bikesAllowed: group.bikesAllowed,
                startTime: run.map { ServiceTime(seconds: $0.start) },
                headwaySecs: run?.headway.seconds, exactTimes: run?.headway.exactTimes))
    }

    private mutating func route(_ rid: Int64) throws -> Route? {
        if let known = routes[rid] { return known }
        let route = try facts.routes.value(for: rid) { try RouteLookup(db: db).route(rid: rid) }
        routes[rid] = .some(route)
        return route
    }

    private func undefinedRoute(_ rid: Int64) throws -> String? {
        try db.first(
            "SELECT id FROM dangling WHERE kind = 'route' AND key = ?", arguments: [rid]
        ) { $0.text(0) }
    }
}
