import GTFSSchedule
import SQLiteLayer

/// Proves the stop times of trips from `trip`, `trip_group`, `pattern_stops`, `timing`, `dwell`,
/// `distances` and `stop_headsigns`, see ``GroupShortcut``.
///
/// Trips of flexible service are left to the view, and so is a trip of each list.
final class StopTimesShortcut: GroupShortcut {
    let readsView = false

    /// Where the fields are.
    private struct Places {
        let arrival, departure, stop, sequence, headsign, distance: Int
        let codes: [Int]
        let flex: [Int]
    }

    private static let names =
        [
            "arrival_time", "departure_time", "stop_id", "stop_sequence", "stop_headsign",
            "shape_dist_traveled",
        ] + StoredPatterns.codeNames + [
            "location_group_id", "location_id", "start_pickup_drop_off_window",
            "end_pickup_drop_off_window", "pickup_booking_rule_id", "drop_off_booking_rule_id",
            "trip_id",
        ]

    private static let relations = [
        "stop_times", "calls", "trip", "trip_group", "pattern", "pattern_stops", "call_codes",
        "timing", "dwell", "distances", "stop_headsigns", "flex_stop_times", "stops", "dangling",
    ]

    private let input: ShortcutInput
    private let places: Places
    private let trips: StoredTrips
    private let patterns: StoredPatterns
    private let lists: StoredCallLists
    /// The lists of which the view was asked for a trip, by key.
    private var patternsAsked: Set<Int64> = []
    private var timingsAsked: Set<Int32> = []
    private var distancesAsked: Set<Int32> = []
    private var headsignsAsked: Set<Int64> = []

    /// Nil where only the view can tell.
    init?(_ input: ShortcutInput) throws {
        guard try input.keepsContract(for: Self.relations),
            let places = input.places(Self.names)
        else { return nil }
        self.input = input
        let codes = 6..<6 + StoredPatterns.codeNames.count
        self.places = Places(
            arrival: places[0], departure: places[1], stop: places[2], sequence: places[3],
            headsign: places[4], distance: places[5], codes: Array(places[codes]),
            flex: Array(places[codes.upperBound..<places.count - 1]))
        trips = try StoredTrips(input.connection)
        patterns = try StoredPatterns(input.connection)
        lists = try StoredCallLists(input.connection)
    }

    func rowsProven(_ id: UnsafeRawBufferPointer, _ rows: FeedRows) throws -> Int? {
        guard let trip = trips.trip(id), let group = trips.group(trip), !group.hasFlex,
            let calls = patterns.calls(group.pattern), calls.count == rows.entries.count,
            !leavesToView(trip, group), try lists.read(trip, group, count: calls.count)
        else { return nil }
        let rounding = input.comparison.distanceRounding
        let (arrivals, departures, distances) = (lists.arrivals, lists.departures, lists.distances)
        // What was rounded is counted once the whole trip is known to be the same.
        var moved: [(said: Double, found: Double)] = []
        let isProven = rows.withCells { cells in
            for (position, entry) in rows.entries.enumerated() {
                let call = calls.lowerBound + position
                guard !input.rejected.holds(entry.row),
                    isSame(time: cells[entry, places.departure], departures, position),
                    isSame(time: cells[entry, places.arrival], arrivals, position),
                    isStop(cells[entry, places.stop], of: call),
                    CellText.integer(cells[entry, places.sequence]).map(Int64.init)
                        == patterns.sequences[call],
                    haveSameCodes(cells, entry, call),
                    isSame(headsign: cells[entry, places.headsign], position),
                    places.flex.allSatisfy({ cells[entry, $0].isEmpty })
                else { return false }
                let cell = cells[entry, places.distance]
                guard let distances, !distances[position].isNaN else {
                    if cell.isEmpty || input.allowsBlank { continue }
                    return false
                }
                guard let said = CellText.decimal(cell) else { return false }
                if CellComparison.areSame(said, distances[position], keepsSign: true) { continue }
                guard let rounding, rounding.covers(said, distances[position]) else { return false }
                moved.append((said, distances[position]))
            }
            return true
        }
        guard isProven else { return nil }
        for moved in moved { rounding?.add(moved.said, moved.found) }
        return rows.entries.count
    }

    /// Whether the view has to tell, whatever the tables say.
    private func leavesToView(_ trip: StoredTrips.Trip, _ group: StoredTrips.Group) -> Bool {
        var hasNew = patternsAsked.insert(group.pattern).inserted
        hasNew = timingsAsked.insert(trip.timing).inserted || hasNew
        hasNew = distancesAsked.insert(trip.distances).inserted || hasNew
        return headsignsAsked.insert(group.headsigns ?? .min).inserted || hasNew
    }

    /// - Parameter times: seconds of the service day; without any all are blank.
    @inline(__always)
    private func isSame(
        time cell: UnsafeRawBufferPointer, _ times: [Int], _ position: Int
    ) -> Bool {
        guard position < times.count, times[position] != StoredTimes.none else {
            return cell.isEmpty || input.allowsBlank
        }
        return CellText.seconds(cell) == times[position]
    }

    @inline(__always)
    private func isStop(_ cell: UnsafeRawBufferPointer, of call: Int) -> Bool {
        patterns.isStop(cell, of: call) ?? (cell.isEmpty || input.allowsBlank)
    }

    @inline(__always)
    private func haveSameCodes(
        _ cells: FeedRows.Cells, _ entry: FeedRows.Entry, _ call: Int
    ) -> Bool {
        let start = Int(patterns.codes[call])
        for (index, field) in places.codes.enumerated() {
            let cell = cells[entry, field]
            let code = patterns.codeValues[start + index]
            if code == StoredPatterns.noCode {
                guard cell.isEmpty || input.allowsBlank else { return false }
            } else {
                guard CellText.integer(cell) == code else { return false }
            }
        }
        return true
    }

    @inline(__always)
    private func isSame(headsign cell: UnsafeRawBufferPointer, _ position: Int) -> Bool {
        guard let headsign = lists.headsigns?[position + 1] else {
            return cell.isEmpty || input.allowsBlank
        }
        return !cell.isEmpty && headsign.withUnsafeBytes { CellComparison.areEqual(cell, $0) }
    }

    func total() -> Int? {
        guard trips.isComplete else { return nil }
        var count = 0
        for trip in trips.all {
            guard let group = trips.group(trip), let calls = patterns.calls(group.pattern) else {
                return nil
            }
            count += calls.count
        }
        return count
    }
}
