import BundleCodec
package import FeedReading
import GTFSSchedule

/// Makes patterns, timings and lists of the trips that `StopTimesReader` puts together.
///
/// Equal trips share them. When the file is not sorted by trip, rows of a trip that is already put
/// together wait in `SpilledRows` for the end of the file.
package final class StopTimesCompiler {
    @exclusivity(unchecked) package private(set) var patterns = PatternTable()
    @exclusivity(unchecked) package private(set) var timings = TimingTable()
    package let distances: DistanceStore
    private let distanceStep: DistanceStep?
    package let stopHeadsigns = IDTable()
    package let stopHeadsignLists = StopLists()
    package let flexRows = FlexRows()
    package let flexLists = StopLists()
    package internal(set) var unknown: ExtensionContent?

    /// Counted once all rows are read, because a scattered trip is put together twice.
    var interpolatedRows: Int {
        let counts = (0..<timings.count).map { timings[$0].interpolatedCount }
        return zip(trips.columns.timing, trips.columns.isKept).reduce(0) { sum, trip in
            trip.1 && trip.0 != 0 ? sum + counts[Int(trip.0) - 1] : sum
        }
    }

    func dropLists() {
        timings = TimingTable()
        distances.drop()
    }

    func dropPatterns() { patterns = PatternTable() }

    private let file = StopTime.file.name
    private static let key = "trip_id,stop_sequence"
    let trips: TripTable
    let stops: StopTable
    private let findings: Findings
    private let spilled: SpilledRows<StopTimeRow>
    /// By trip: its first rows wait among the spilled ones; no entry means no.
    @exclusivity(unchecked) private var postponed: [Bool] = []
    /// Rows that repeat the sequence of an earlier one.
    let late: LateRejections
    private(set) var lateTimes = LateTimes()
    private var lastTrip = -1
    private let numbers = NumberFields(
        [
            "stop_sequence", "arrival_time", "departure_time", "shape_dist_traveled",
            "pickup_type", "drop_off_type", "continuous_pickup", "continuous_drop_off",
            "timepoint",
        ], of: StopTime.table)
    private let windows = NumberFields(
        ["start_pickup_drop_off_window", "end_pickup_drop_off_window"], of: StopTime.table)
    private var interpolations: [InterpolationKey: Interpolated?] = [:]
    /// By the lists' numbers in `CallLists`.
    private var patternOfCalls: [PatternKey: Int32] = [:]
    private var timingOfTimes = NumberOfList()
    private var distancesOfList = NumberOfList()

    private struct PatternKey: Hashable {
        let head: PatternTable.Head
        let calls: Int32
    }

    private struct Interpolated {
        let offsets: [Int32?]
        let timing: Int
    }

    private struct InterpolationKey: Hashable {
        let pattern: Int
        let timing: Int
        let distances: Int32
        let flex: Int32
    }

    /// Nil keeps distances exactly.
    package init(
        trips: TripTable, stops: StopTable, distanceStep: DistanceStep?, findings: Findings,
        temporaryDirectory: String
    ) {
        self.trips = trips
        self.stops = stops
        self.distanceStep = distanceStep
        self.findings = findings
        distances = DistanceStore(directory: temporaryDirectory)
        spilled = SpilledRows(directory: temporaryDirectory)
        late = LateRejections(
            file: file, field: Self.key, directory: temporaryDirectory)
    }

    func start(_ id: UnsafeRawBufferPointer, _ rows: inout BuiltTrip) {
        let known = trips.ids.count
        let trip = trips.ids.intern(id, expecting: lastTrip + 1)
        if trip == known { trips.appendBlank() }
        lastTrip = trip
        rows.trip = trip
        rows.isKept = trips.columns.isKept[trip]
        rows.isScattered = trips.columns.pattern[trip] != 0 || isPostponed(trip)
    }

    /// Nil when the row must be left out, which is noted.
    func unusualRow(
        _ unusual: UnusualStopTime, cells: StopTimeCells, in reader: TableReader,
        of trip: inout BuiltTrip
    ) -> StopTimeRow? {
        let values = unusual.cells
        if unusual.kinds.contains(.fault), !numbers.note(reader) { return nil }
        var row = unusual.row
        let stop = values[cells.columns.stop]
        if !stop.isEmpty {
            row.stop = stops.ids.find(stop).map { stops.keys[$0] } ?? undefinedStop(stop, reader)
        }
        let headsign = values[cells.columns.headsign]
        if !headsign.isEmpty {
            row.headsign = Int32(stopHeadsigns.intern(headsign).index) + 1
            trip.hasHeadsigns = true
        }
        if unusual.kinds.contains(.onDemand) {
            _ = windows.note(reader)
            if let part = cells.flexPart(values, texts: flexRows.texts) {
                row.flex = flexRows.intern(part)
                trip.hasFlex = true
            }
        }
        if let unknown { row.unknown = unknown.value(values) }
        return row
    }

    func rejectBlankTrip(_ reader: TableReader) {
        reader.rejectRow(for: "trip_id", UnsafeRawBufferPointer(start: nil, count: 0))
    }

    func rejectDuplicate(_ reader: TableReader) {
        findings.rejectRow(
            .duplicateKey, file: file, row: reader.row, field: Self.key, text: reader.text)
    }

    /// Keeps rows of a trip that is already put together for ``buildScattered()``.
    func spill(_ trip: BuiltTrip) throws(FeedError) {
        for row in trip.rows { try spilled.append(row, owner: Int32(trip.trip)) }
    }

    /// Keeps a trip's first row for ``buildScattered()``: a single row is hardly ever all of a trip, and
    /// what would be made of it alone would stay in memory.
    func postpone(_ trip: BuiltTrip) throws(FeedError) {
        if postponed.count < trips.count {
            postponed += repeatElement(false, count: trips.count - postponed.count)
        }
        postponed[trip.trip] = true
        try spill(trip)
    }

    private func isPostponed(_ trip: Int) -> Bool { trip < postponed.count && postponed[trip] }

    private func undefinedStop(_ id: UnsafeRawBufferPointer, _ reader: TableReader) -> Int32 {
        if !findings.leftOut.define(String(decoding: id, as: UTF8.self), kind: "stop") {
            reader.note(.foreignKeyViolation, field: "stop_id", id)
        }
        return stops.danglingKey(id)
    }

    /// The rows are sorted. `numbers` is nil when they form no lists.
    func build(_ current: inout BuiltTrip, _ numbers: CallLists.Numbers?) throws(FeedError) {
        guard !current.rows.isEmpty else { return }
        if let distanceStep {
            for index in current.rows.indices {
                current.rows[index].distance = distanceStep.rounded(current.rows[index].distance)
            }
        }
        let trip = current.trip
        let isCut: Bool
        let origin: Int32?
        (origin, isCut) = limitSpan(&current)
        let head = PatternTable.Head(
            route: trips.columns.route[trip], direction: trips.columns.direction[trip],
            shape: trips.columns.shape[trip])
        let pattern = pattern(head, rows: current.rows, list: numbers?.calls)
        trips.columns.pattern[trip] = Int32(pattern) + 1
        trips.columns.distances[trip] = try distances(
            current.rows, distanceStep == nil ? numbers?.distances : nil)
        if current.hasHeadsigns || current.hasFlex { addLists(current) }
        unknown?.setList(of: trip, current.rows.lazy.map { ($0.sequence, $0.unknown) })
        guard let origin else { return }
        trips.columns.origin[trip] = origin
        var timing = timing(current.rows, origin: origin, list: isCut ? nil : numbers?.times)
        var between: [Int32?]?
        if current.hasUntimed {
            let key = InterpolationKey(
                pattern: pattern, timing: timing, distances: trips.columns.distances[trip],
                flex: trips.details[trips.columns.detail[trip]].flex)
            if let interpolated = interpolate(current.rows, key: key, origin: origin) {
                timing = interpolated.timing
                between = interpolated.offsets
            }
        }
        trips.columns.timing[trip] = Int32(timing) + 1
        current.rows.withUnsafeBufferPointer { rows in
            patterns.widen(pattern) { position in
                if rows[position].isTimed { return rows[position].leaving &- origin }
                return between?[position]
            }
        }
    }

    private func pattern(
        _ head: PatternTable.Head, rows: [StopTimeRow], list: Int32?
    ) -> Int {
        let key = list.map { PatternKey(head: head, calls: $0) }
        if let key, let known = patternOfCalls[key] { return Int(known) }
        let pattern = rows.withUnsafeBufferPointer { patterns.intern(head, $0) }
        if let key { patternOfCalls[key] = Int32(pattern) }
        return pattern
    }

    private func timing(_ rows: [StopTimeRow], origin: Int32, list: Int32?) -> Int {
        if let list, let known = timingOfTimes[list] { return known }
        let timing = rows.withUnsafeBufferPointer {
            timings.intern($0, origin: origin, interpolated: nil)
        }
        if let list { timingOfTimes[list] = timing }
        return timing
    }

    /// 0 when the trip has none. `list` is -1 when no row has a distance, nil when the rows must be
    /// read to know.
    private func distances(_ rows: [StopTimeRow], _ list: Int32?) throws(FeedError) -> Int32 {
        if let list {
            if list < 0 { return 0 }
            if let known = distancesOfList[list] { return Int32(known) }
        }
        let number = try rows.withUnsafeBufferPointer { (rows) throws(FeedError) in
            try distances.intern(rows)
        }
        if let list { distancesOfList[list] = Int(number) }
        return number
    }

    private func interpolate(
        _ rows: [StopTimeRow], key: InterpolationKey, origin: Int32
    ) -> Interpolated? {
        if let known = interpolations[key] { return known }
        let made = rows.withUnsafeBufferPointer { rows -> Interpolated? in
            let times = Interpolation.times(
                rows, isFlexible: { flexRows[Int($0) - 1].isFlexible },
                position: { stops.position($0) })
            return times.map { times in
                Interpolated(
                    offsets: times.map { $0.map { $0 - origin } },
                    timing: timings.intern(rows, origin: origin, interpolated: times))
            }
        }
        // Entries of trips that share nothing would fill memory with what is used once.
        if interpolations.count > 100_000 { interpolations.removeAll(keepingCapacity: true) }
        interpolations[key] = .some(made)
        return made
    }

    /// The origin is nil when the trip has no time. Times too far from it are removed and noted;
    /// `isCut` tells whether there were any.
    private func limitSpan(_ current: inout BuiltTrip) -> (origin: Int32?, isCut: Bool) {
        var first = Int32.max
        var last = Int32.min
        for row in current.rows {
            if row.arrival >= 0 {
                first = min(first, row.arrival)
                last = max(last, row.arrival)
            }
            if row.departure >= 0 {
                first = min(first, row.departure)
                last = max(last, row.departure)
            }
        }
        guard first <= last else { return (nil, false) }
        guard Int(last) - Int(first) > TimingText.longestSpan else { return (first, false) }
        let limit = first + Int32(TimingText.longestSpan)
        for index in current.rows.indices {
            let row = current.rows[index]
            current.rows[index].arrival = limited(
                row.arrival, field: "arrival_time", of: row, of: current.trip, to: limit)
            current.rows[index].departure = limited(
                row.departure, field: "departure_time", of: row, of: current.trip, to: limit)
        }
        current.hasUntimed = current.rows.contains { !$0.isTimed }
        return (first, true)
    }

    /// None when it is too late, which is noted.
    private func limited(
        _ time: Int32, field: String, of row: StopTimeRow, of trip: Int, to limit: Int32
    ) -> Int32 {
        guard time > limit else { return time }
        if row.row == 0 {
            lateTimes.add(field, trip: trip, sequence: row.sequence)
        } else {
            findings.rejectCell(
                .timeSpanTooLong, file: file, row: Int(row.row), field: field,
                value: ServiceTime(seconds: Int(time)).description)
        }
        return StopTimeRow.noTime
    }

    private func addLists(_ current: BuiltTrip) {
        let trip = current.trip
        var detail = trips.details[trips.columns.detail[trip]]
        detail.stopHeadsigns = stopHeadsignLists.intern(
            current.rows.enumerated().filter { $0.element.headsign != 0 }.map {
                StopLists.Entry(position: Int32($0.offset), value: $0.element.headsign - 1)
            })
        detail.flex = flexLists.intern(
            current.rows.enumerated().filter { $0.element.flex != 0 }.map {
                StopLists.Entry(position: Int32($0.offset), value: $0.element.flex - 1)
            })
        trips.columns.detail[trip] = trips.details.intern(detail)
    }

    func buildScattered() throws(FeedError) {
        // Keyed by lists that rows form as they are read: no more of them come.
        patternOfCalls = [:]
        timingOfTimes = NumberOfList()
        distancesOfList = NumberOfList()
        guard !spilled.isEmpty else { return }
        try spilled.forEachOwner { (owner, added) throws(FeedError) in
            try rebuild(Int(owner), adding: added)
        }
    }

    private func rebuild(
        _ trip: Int, adding added: UnsafeBufferPointer<StopTimeRow>
    ) throws(FeedError) {
        let apart = isPostponed(trip) ? 1 : 0
        if apart < added.count {
            findings.note(
                .scatteredRows, file: file, row: Int(added[apart].row),
                value: trips.ids.string(trip))
        }
        var rows = isPostponed(trip) ? [] : try decode(trip)
        var sequences = Set(rows.map(\.sequence))
        for row in added {
            guard sequences.insert(row.sequence).inserted else {
                try late.add(row.row)
                continue
            }
            rows.append(row)
        }
        var current = BuiltTrip(trip, rows.sorted { $0.sequence < $1.sequence })
        try build(&current, nil)
    }
}
