import GTFSSchedule
import SQLiteLayer

/// Proves the stop times of trips from `trip`, `trip_group`, `pattern_stops`, `timing`, `dwell`,
/// `distances`, `stop_headsigns` and `flex_stop_times`, see ``GroupShortcut``.
///
/// One trip of each list is left to the view, and some calls of a ``LongTrip``.
final class StopTimesShortcut: GroupShortcut {
    let readsView = false

    private struct Places {
        let names: [String]
        let arrival, departure, stop, sequence, headsign, distance: Int
        let codes: [Int]
        let flex: [Int]
    }

    private static let names =
        [
            "arrival_time", "departure_time", "stop_id", "stop_sequence", "stop_headsign",
            "shape_dist_traveled",
        ] + StoredPatterns.codeNames + StoredFlex.names + ["trip_id"]

    private static let relations = [
        "stop_times", "calls", "trip", "trip_group", "pattern", "pattern_stops", "call_codes",
        "timing", "dwell", "distances", "stop_headsigns", "flex_stop_times", "stops", "dangling",
    ]

    private let input: ShortcutInput
    private let places: Places
    private let trips: StoredTrips
    private let patterns: StoredPatterns
    private let lists: StoredCallLists
    private let flex: StoredFlex
    private var patternsAsked: Set<Int64> = []
    private var timingsAsked: Set<Int32> = []
    private var distancesAsked: Set<Int32> = []
    private var headsignsAsked: Set<Int64> = []
    private var flexAsked: Set<Int64> = []

    init?(_ input: ShortcutInput) throws {
        guard try input.keepsContract(for: Self.relations),
            let places = input.places(Self.names)
        else { return nil }
        self.input = input
        let codes = 6..<6 + StoredPatterns.codeNames.count
        self.places = Places(
            names: input.table.fields.map(\.name), arrival: places[0], departure: places[1],
            stop: places[2], sequence: places[3], headsign: places[4], distance: places[5],
            codes: Array(places[codes]),
            flex: Array(places[codes.upperBound..<places.count - 1]))
        trips = try StoredTrips(input.connection)
        patterns = try StoredPatterns(input.connection)
        lists = try StoredCallLists(input.connection)
        flex = try StoredFlex(input.connection)
    }

    func verdict(
        _ id: UnsafeRawBufferPointer, _ rows: FeedRows, isAll: Bool
    ) throws -> GroupEvidence {
        let calls = calls(id)
        if !isAll, let calls, calls.count > rows.entries.count { return .incomplete }
        let isLong = LongTrip.isLong(max(rows.entries.count, calls?.count ?? 0))
        guard let calls, calls.count == rows.entries.count, let trip = trips.trip(id),
            let group = trips.group(trip)
        else { return isLong ? LongTrip.unknown(rows.entries.count) : .viewTells }
        let leavesToView = leavesToView(trip, group)
        if leavesToView, !isLong { return .viewTells }
        guard try lists.read(trip, group, count: calls.count), try flex.read(group.flex) else {
            return isLong ? LongTrip.unknown(rows.entries.count) : .viewTells
        }
        let (unproven, moved) = compare(rows, calls, isLong: isLong)
        guard isLong else {
            guard unproven.isEmpty else { return .viewTells }
            count(moved, without: [])
            return .proven
        }
        let verdict = LongTrip.verdict(unproven, asksFor: leavesToView ? calls.count : 0)
        // Rows read through the view are counted there.
        if case .viewTellsOf(let places, _) = verdict {
            count(moved, without: Set(places))
        } else {
            count(moved, without: [])
        }
        return verdict
    }

    func hasLongGroup(_ id: UnsafeRawBufferPointer) -> Bool {
        LongTrip.isLong(calls(id)?.count ?? 0)
    }

    private func calls(_ id: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let trip = trips.trip(id), let group = trips.group(trip) else { return nil }
        return patterns.calls(group.pattern)
    }

    private struct Moved {
        let position: Int
        let said: Double
        let found: Double
    }

    private func count(_ moved: [Moved], without places: Set<Int>) {
        for moved in moved where !places.contains(moved.position) {
            input.comparison.distanceRounding?.add(moved.said, moved.found)
        }
    }

    /// `unproven` are the rows that the tables do not prove; for a trip that is not long, only the
    /// first.
    private func compare(
        _ rows: FeedRows, _ calls: Range<Int>, isLong: Bool
    ) -> (unproven: [Int], moved: [Moved]) {
        var unproven: [Int] = []
        var moved: [Moved] = []
        rows.withCells { cells in
            for (position, entry) in rows.entries.enumerated() {
                let row = Row(
                    cells: cells, entry: entry,
                    rejected: input.rejected.holds(entry.row) ? input.rejected : nil,
                    names: places.names)
                if isSame(row, at: position, call: calls.lowerBound + position),
                    isSame(distance: row[places.distance], position, &moved)
                {
                    continue
                }
                unproven.append(position)
                if !isLong { return }
            }
        }
        return (unproven, moved)
    }

    private struct Row {
        let cells: FeedRows.Cells
        let entry: FeedRows.Entry
        let rejected: RejectedOfFile?
        let names: [String]

        @inline(__always)
        subscript(field: Int) -> UnsafeRawBufferPointer {
            if let rejected, rejected.isCellLost(entry.row, names[field]) {
                return UnsafeRawBufferPointer(start: nil, count: 0)
            }
            return cells[entry, field]
        }
    }

    @inline(__always)
    private func isSame(_ row: Row, at position: Int, call: Int) -> Bool {
        isSame(time: row[places.departure], lists.departures, position)
            && isSame(time: row[places.arrival], lists.arrivals, position)
            && isStop(row[places.stop], of: call)
            && CellText.integer(row[places.sequence]).map(Int64.init) == patterns.sequences[call]
            && haveSameCodes(row, call)
            && isSame(headsign: row[places.headsign], position)
            && flex.isSame(position, allowsBlank: input.allowsBlank) { row[places.flex[$0]] }
    }

    @inline(__always)
    private func isSame(
        distance cell: UnsafeRawBufferPointer, _ position: Int, _ moved: inout [Moved]
    ) -> Bool {
        guard let distances = lists.distances, !distances[position].isNaN else {
            return cell.isEmpty || input.allowsBlank
        }
        guard let said = CellText.decimal(cell) else { return false }
        if CellComparison.areSame(said, distances[position], keepsSign: true) { return true }
        guard let rounding = input.comparison.distanceRounding,
            rounding.covers(said, distances[position])
        else { return false }
        moved.append(Moved(position: position, said: said, found: distances[position]))
        return true
    }

    private func leavesToView(_ trip: StoredTrips.Trip, _ group: StoredTrips.Group) -> Bool {
        var hasNew = patternsAsked.insert(group.pattern).inserted
        hasNew = timingsAsked.insert(trip.timing).inserted || hasNew
        hasNew = distancesAsked.insert(trip.distances).inserted || hasNew
        hasNew = headsignsAsked.insert(group.headsigns ?? .min).inserted || hasNew
        return flexAsked.insert(group.flex ?? .min).inserted || hasNew
    }

    /// In seconds of the service day; if empty, all are blank.
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
    private func haveSameCodes(_ row: Row, _ call: Int) -> Bool {
        let start = Int(patterns.codes[call])
        for (index, field) in places.codes.enumerated() {
            let cell = row[field]
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

/// How much of a trip to read through the view of stop times, when the trip has more calls than any
/// timetable.
///
/// The view finds a value by its place in a text, and SQLite walks there from the beginning. So the
/// time for a call grows with the calls of the trip: a million take hours, and fit in an archive of
/// six megabytes. So only some are read; the tables prove all of them.
enum LongTrip {
    private static let longest = 1_000
    private static let asked = 100

    static func isLong(_ calls: Int) -> Bool { calls > longest }

    /// `count` is the number of calls if the view must be read for the trip in any case, or 0.
    static func verdict(_ unproven: [Int], asksFor count: Int) -> GroupEvidence {
        var places = Set(unproven.prefix(asked))
        let untold = unproven.count - places.count
        for place in 0..<min(count, asked) { places.insert(place * (count - 1) / (asked - 1)) }
        return places.isEmpty ? .proven : .viewTellsOf(places.sorted(), untold: untold)
    }

    static func unknown(_ rows: Int) -> GroupEvidence {
        verdict(Array(0..<rows), asksFor: 0)
    }
}
