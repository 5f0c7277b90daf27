import BundleCodec
import SQLiteLayer
import TransitModel

struct TimetableSearch {
    private let db: Database
    private let facts: BundleFacts
    private let date: ServiceDate

    /// Headways with more runs than anybody would print appear as one row, exact or not.
    private static let mostRuns = 5_000

    init(_ db: Database, _ facts: BundleFacts, date: ServiceDate) {
        self.db = db
        self.facts = facts
        self.date = date
    }

    func directions(ofRoute rid: Int64) throws -> [Int?] {
        try db.readAll(
            "SELECT DISTINCT direction_id FROM pattern WHERE rid = ? ORDER BY 1", arguments: [rid]
        ) { .some($0.integer(0)) }
    }

    func timetable(ofRoute rid: Int64, direction: Int?) throws -> Timetable {
        let services = try facts.activeServices.keys(on: date, db)
        let trips = try TripRecord.ofRoute(
            rid, direction: direction, services: services, facts: facts, in: db)
        let byPattern = Dictionary(grouping: trips, by: \.pattern)
        // The order must not depend on that of a dictionary.
        let patterns = byPattern.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let calls = try calls(ofPatterns: byPattern.keys)
        let sids = Set(calls.values.joined().compactMap(\.sid))
        let stations = try facts.stopStations.entries(of: sids, db)
        return try timetable(
            patterns.map { Pattern($0.value, calls: calls[$0.key] ?? [], stations) },
            ofRoute: rid, direction: direction)
    }

    private func timetable(
        _ patterns: [Pattern], ofRoute rid: Int64, direction: Int?
    ) throws -> Timetable {
        let order = StopOrder(patterns.map { $0.calls.map(\.stop.station) })
        let shown = try stops(order.stops)
        // A stop that is not in the bundle's table has no column.
        let columns = order.stops.indices.filter { shown[order.stops[$0]] != nil }
        let columnOfPlace = Dictionary(
            uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
        var rows: [Timetable.Row] = []
        for pattern in patterns {
            let places = order.places(of: pattern.calls.map(\.stop.station)).map { place in
                place.flatMap { columnOfPlace[$0] }
            }
            var callOfColumn = [Int?](repeating: nil, count: columns.count)
            for (call, place) in places.enumerated() {
                if let place { callOfColumn[place] = call }
            }
            // A trip without stop times, or without a stop that the feed defines, has no row.
            guard callOfColumn.contains(where: { $0 != nil }) else { continue }
            for trip in pattern.trips { rows += self.rows(of: trip, pattern, callOfColumn) }
        }
        return Timetable(
            date: date, directionID: direction,
            columns: columns.compactMap { shown[order.stops[$0]].map(Timetable.Column.init) },
            rows: TimetableOrder.sorted(rows), flexibleTrips: try flexibleTrips(patterns),
            isTimeZoneAssumed: facts.assumedZones.contains(rid))
    }

    /// Sorted; they run but have no place in a grid, or not for all their calls.
    func hiddenTrips(
        ofRoute rid: Int64
    ) throws -> (withoutStops: [String], withoutCalls: [String], withoutSomeStops: [String]) {
        let services = try facts.activeServices.keys(on: date, db)
        let trips = try directions(ofRoute: rid).flatMap {
            try TripRecord.ofRoute(rid, direction: $0, services: services, facts: facts, in: db)
        }.filter { $0.flex == nil }
        var withoutStops: [String] = []
        var withoutCalls: [String] = []
        var withoutSomeStops: [String] = []
        let byPattern = Dictionary(grouping: trips, by: \.pattern)
        for (pattern, trips) in byPattern {
            let calls = try calls(ofPatterns: [pattern])[pattern] ?? []
            let sids = Set(calls.compactMap(\.sid))
            let ids = trips.map(\.tripID)
            switch try facts.stopStations.entries(of: sids, db).count {
            case sids.count: if sids.isEmpty { withoutCalls += ids }
            case 0: withoutStops += ids
            default: withoutSomeStops += ids
            }
        }
        return (withoutStops.sorted(), withoutCalls.sorted(), withoutSomeStops.sorted())
    }

    /// Sorted by the beginning of their first windows, then by id.
    private func flexibleTrips(_ patterns: [Pattern]) throws -> [Timetable.FlexibleTrip] {
        let found = try patterns.flatMap(\.trips).filter { $0.flex != nil }.map { trip in
            Timetable.FlexibleTrip(
                tripID: trip.tripID, headsign: trip.headsign,
                calls: try TripCalls(trip, facts: facts, in: db).all())
        }
        let starts = found.map { trip in
            trip.calls.compactMap { $0.flex?.start?.seconds }.min() ?? .max
        }
        return found.indices.sorted {
            (starts[$0], found[$0].tripID) < (starts[$1], found[$1].tripID)
        }.map { found[$0] }
    }

    private struct Pattern {
        let trips: [TripRecord]
        let calls: [PlacedCall]

        /// Calls without a stop of the feed have no place in a grid.
        init(
            _ trips: [TripRecord], calls: [PatternCall], _ stations: [Int64: StopStations.Entry]
        ) {
            self.trips = trips
            self.calls = calls.compactMap { call in
                call.sid.flatMap { stations[$0] }.map { (call, $0) }
            }
        }
    }

    private typealias PlacedCall = (call: PatternCall, stop: StopStations.Entry)

    private func calls(
        ofPatterns patterns: some Sequence<Int64>
    ) throws -> [Int64: [PatternCall]] {
        try facts.patternCalls.values(for: Set(patterns)) { try PatternCall.read($0, db) }
    }

    private func stops(_ sids: [Int64]) throws -> [Int64: Stop] {
        let stops = try StopLookup(db: db).stops(sids, known: facts.stops)
        return Dictionary(stops.map { ($0.sid, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func rows(
        of trip: TripRecord, _ pattern: Pattern, _ callOfColumn: [Int?]
    ) -> [Timetable.Row] {
        func row(shift: Int) -> Timetable.Row {
            let cells = callOfColumn.map { call in
                call.map { cell(pattern.calls[$0], trip.times, shift: shift) }
            }
            return Timetable.Row(tripID: trip.tripID, headsign: trip.headsign, cells: cells)
        }
        let frequencies = facts.frequencies
        guard frequencies.headways[trip.trip] != nil else { return [row(shift: 0)] }
        let first = trip.times?.start ?? 0
        let runs = frequencies.runs(of: trip.trip, most: Self.mostRuns)
        return runs.flatMap { headway, starts -> [Timetable.Row] in
            let count = (headway.end - headway.start) / headway.seconds
            let isExpanded = headway.exactTimes == 1 && count < Self.mostRuns
            let windows: [(start: Int, end: Int?, seconds: Int)] =
                isExpanded
                ? starts.map { (start: $0, end: nil, seconds: headway.seconds) }
                : Self.windows(starts, of: headway)
            return windows.map { window in
                var row = row(shift: window.start - first)
                row.startTime = ServiceTime(seconds: window.start)
                row.endTime = window.end.map { ServiceTime(seconds: $0) }
                row.headwaySecs = window.seconds
                row.exactTimes = headway.exactTimes
                return row
            }
        }
    }

    /// The runs of a headway that belong to it alone, as windows of equal distances: one window,
    /// unless other headways of the trip give some of its runs.
    private static func windows(
        _ starts: [Int], of headway: FrequencyTrips.Headway
    ) -> [(start: Int, end: Int?, seconds: Int)] {
        var windows: [(start: Int, end: Int?, seconds: Int)] = []
        var rest = starts[...]
        while let start = rest.first {
            let gap = rest.dropFirst().first.map { $0 - start } ?? headway.seconds
            let count = zip(rest, rest.dropFirst()).prefix { $1 - $0 == gap }.count + 1
            let last = start + (count - 1) * gap
            windows.append((start, min(last + gap, headway.end), gap))
            rest = rest.dropFirst(count)
        }
        // Runs beyond those that are looked at belong to the last window.
        if (headway.end - headway.start) / headway.seconds >= mostRuns, !windows.isEmpty {
            windows[windows.count - 1].end = headway.end
        }
        return windows
    }

    private func cell(_ placed: PlacedCall, _ times: TripTimes?, shift: Int) -> Timetable.Cell {
        let call = placed.call
        func time(_ seconds: Int?) -> ServiceTime? {
            seconds.map { ServiceTime(seconds: $0 + shift) }
        }
        let departure = times?.departure(call.position)
        let arrival = times?.arrival(call.position)
        let isPublished = departure != nil || arrival != nil
        let interpolated = isPublished ? nil : times?.interpolatedTime(call.position)
        return Timetable.Cell(
            stopID: placed.stop.stopID, stopSequence: call.stopSequence,
            arrival: time(arrival ?? departure ?? interpolated),
            departure: time(departure ?? arrival ?? interpolated),
            isInterpolated: interpolated != nil, pickup: PickupDropOff(code: call.pickup),
            dropOff: PickupDropOff(code: call.dropOff))
    }
}
