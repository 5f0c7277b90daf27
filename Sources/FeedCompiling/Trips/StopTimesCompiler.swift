import BundleCodec
package import FeedReading
import GTFSSchedule

/// Puts the rows of `stop_times.txt` together to trips, as they stream by.
///
/// Memory holds the rows of one trip. Once the trip's id changes, its rows become a pattern, a
/// timing and a distance list, each shared with all trips that have the same. Rows of a trip that
/// was put together before (the file is not sorted by trip) wait in `SpilledRows` for `finish()`.
package final class StopTimesCompiler {
    package let patterns = PatternTable()
    package let timings = TimingTable()
    package let distances: DistanceStore
    private let distanceStep: DistanceStep?
    package let stopHeadsigns = IDTable()
    package let stopHeadsignLists = StopLists()
    package let flexRows = FlexRows()
    package let flexLists = StopLists()

    /// Trips whose rows were not next to each other.
    package private(set) var scatteredTrips = 0
    /// Stop times of kept trips that got an interpolated time. Counted once all is read: a
    /// scattered trip is put together twice.
    package var interpolatedRows: Int {
        let counts = (0..<timings.count).map { timings[$0].interpolatedCount }
        return zip(trips.timing, trips.isKept).reduce(0) { sum, trip in
            trip.1 && trip.0 != 0 ? sum + counts[Int(trip.0) - 1] : sum
        }
    }

    private let file = StopTime.file.name
    let trips: TripTable
    let stops: StopTable
    private let findings: Findings
    private let spilled: SpilledRows<StopTimeRow>
    private var interpolations: [InterpolationKey: [Int32?]?] = [:]

    /// The trip being put together. A value that is handed from function to function, because
    /// every access to a stored `var` of a class is checked at run time, and this is the inner loop.
    private struct Collected {
        var trip = -1
        var rows: [StopTimeRow] = []
        var isSorted = true
        /// The sequences of the rows, once they are out of order; before, the last row tells enough.
        private var sequences: Set<Int32> = []
        var hasHeadsign = false
        var hasFlex = false
        var hasUntimed = false
        /// Whether the filters keep the trip.
        var isKept = true
        /// Whether the trip was put together before, from rows further up in the file.
        var isScattered = false
        /// The number of the last row's stop; -1 before the first row.
        var lastStop = -1
        var successors = Successors()

        mutating func start(_ trip: Int, isKept: Bool, isScattered: Bool) {
            self.trip = trip
            self.isKept = isKept
            self.isScattered = isScattered
            rows.removeAll(keepingCapacity: true)
            if !isSorted { sequences.removeAll() }
            isSorted = true
            hasHeadsign = false
            hasFlex = false
            hasUntimed = false
            lastStop = -1
        }

        /// False when there is a row with this sequence, which is not above the last one's.
        mutating func admits(_ sequence: Int32) -> Bool {
            if isSorted {
                isSorted = false
                sequences = Set(rows.map(\.sequence))
            }
            return sequences.insert(sequence).inserted
        }
    }

    private struct InterpolationKey: Hashable {
        let pattern: Int
        let timing: Int
        let distances: Int32
    }

    /// - Parameters:
    ///   - distanceStep: what distances are rounded to; nil keeps them exactly.
    ///   - temporaryDirectory: where scratch files are made, if any are needed.
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
    }

    /// Reads the whole file.
    ///
    /// - Parameter readsFlex: false leaves windows, locations and booking rules out.
    package func read(_ source: any ByteSource, readsFlex: Bool, progress: (Int) -> Void)
        throws(FeedError)
        -> TableReader
    {
        let reader = try TableReader(StopTime.table, source: source, findings: findings)
        let cells = StopTimeCells(reader.columns, readsFlex: readsFlex, findings: findings)
        let keys = stops.keys
        var current = Collected()
        var lastID: [UInt8] = []
        while try reader.next() {
            if reader.rows & 0xFFFF == 0 { progress(reader.rows) }
            let row = reader.cells
            let id = cells.tripID(row)
            guard !id.isEmpty else {
                findings.rejectRow(
                    .missingRequiredField, file: file, row: reader.row, field: "trip_id",
                    text: reader.text)
                continue
            }
            if current.trip < 0 || !lastID.withUnsafeBytes({ Bytes.areEqual($0, id) }) {
                try build(&current)
                lastID.removeAll(keepingCapacity: true)
                lastID.append(contentsOf: id)
                start(id, &current)
            }
            if current.isKept { try add(row, reader, cells, keys, to: &current) }
        }
        try build(&current)
        try buildScattered(RowText(reader))
        return reader
    }

    private func start(_ id: UnsafeRawBufferPointer, _ current: inout Collected) {
        let (trip, isNew) = trips.ids.intern(id)
        if isNew { trips.appendBlank() }
        current.start(
            trip, isKept: trips.isKept[trip], isScattered: trips.pattern[trip] != 0)
    }

    @inline(__always)
    private func add(
        _ values: RowCells, _ reader: TableReader, _ cells: StopTimeCells, _ keys: [Int32],
        to current: inout Collected
    ) throws(FeedError) {
        var row = StopTimeRow()
        row.row = Int32(truncatingIfNeeded: values.row)
        guard cells.read(values, reader, into: &row) else { return }
        let stop = cells.stopID(values)
        if !stop.isEmpty {
            let guess = current.successors[current.lastStop]
            if let number = stops.ids.find(stop, expecting: guess) {
                if number != guess { current.successors[current.lastStop] = number }
                current.lastStop = number
                row.stop = keys[number]
            } else {
                row.stop = undefinedStop(stop, reader)
            }
        }
        if cells.hasHeadsigns {
            let headsign = cells.stopHeadsign(values)
            if !headsign.isEmpty {
                row.headsign = Int32(stopHeadsigns.intern(headsign).index) + 1
                current.hasHeadsign = true
            }
        }
        if cells.hasFlex, let part = cells.flexPart(values, reader, texts: flexRows.texts) {
            row.flex = flexRows.intern(part)
            current.hasFlex = true
        }
        if current.isScattered {
            try spilled.append(row, owner: Int32(current.trip))
            return
        }
        if !current.isSorted || row.sequence <= current.rows.last?.sequence ?? .min {
            guard isNew(row, in: &current, reader) else { return }
        }
        if !row.isTimed { current.hasUntimed = true }
        current.rows.append(row)
    }

    private func undefinedStop(_ id: UnsafeRawBufferPointer, _ reader: TableReader) -> Int32 {
        findings.note(
            .foreignKeyViolation, file: file, row: reader.row, field: "stop_id",
            value: String(decoding: id, as: UTF8.self))
        return stops.danglingKey(id)
    }

    /// False when the trip has a row with the same sequence; the row is then left out.
    private func isNew(
        _ row: StopTimeRow, in current: inout Collected, _ reader: TableReader
    ) -> Bool {
        if current.rows.isEmpty || current.admits(row.sequence) { return true }
        findings.rejectRow(
            .duplicateKey, file: file, row: reader.row, field: "trip_id,stop_sequence",
            text: reader.text)
        return false
    }

    /// Makes the pattern, timing and lists of a trip out of its rows, if it has any.
    private func build(_ current: inout Collected) throws(FeedError) {
        guard current.trip >= 0, !current.rows.isEmpty else { return }
        if !current.isSorted { current.rows.sort { $0.sequence < $1.sequence } }
        if let distanceStep {
            for index in current.rows.indices {
                current.rows[index].distance = distanceStep.rounded(current.rows[index].distance)
            }
        }
        let trip = current.trip
        let origin = limitSpan(&current)
        let head = PatternTable.Head(
            route: trips.route[trip], direction: trips.direction[trip],
            shape: trips.shape[trip])
        let pattern = current.rows.withUnsafeBufferPointer { patterns.intern(head, $0) }
        trips.pattern[trip] = Int32(pattern) + 1
        trips.distances[trip] = try internDistances(current.rows)
        if current.hasHeadsign || current.hasFlex { addLists(current) }
        guard let origin else { return }
        trips.origin[trip] = origin
        let hasUntimed = current.hasUntimed
        current.rows.withUnsafeBufferPointer { rows in
            var timing = timings.intern(rows, origin: origin, interpolated: nil)
            var between: [Int32?]?
            if hasUntimed {
                let key = InterpolationKey(
                    pattern: pattern, timing: timing, distances: trips.distances[trip])
                between = interpolate(rows, key, origin)
                if between != nil {
                    timing = timings.intern(
                        rows, origin: origin,
                        interpolated: between?.map { $0.map { $0 + origin } })
                }
            }
            trips.timing[trip] = Int32(timing) + 1
            patterns.widen(pattern) { position in
                if rows[position].isTimed { return rows[position].leaving &- origin }
                return between?[position]
            }
        }
    }

    /// Offsets of the interpolated times, which trips of one pattern and timing share.
    private func interpolate(
        _ rows: UnsafeBufferPointer<StopTimeRow>, _ key: InterpolationKey, _ origin: Int32
    ) -> [Int32?]? {
        if let known = interpolations[key] { return known }
        let times = Interpolation.times(rows) { stops.position($0) }
        let offsets = times?.map { $0.map { $0 - origin } }
        // A feed in which every trip has its own would fill memory with what is used once.
        if interpolations.count > 100_000 { interpolations.removeAll(keepingCapacity: true) }
        interpolations[key] = .some(offsets)
        return offsets
    }

    /// The origin; nil when the trip has no time. Times too far from it are taken out and noted.
    private func limitSpan(_ current: inout Collected) -> Int32? {
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
        guard first <= last else { return nil }
        guard Int(last) - Int(first) > TimingText.longestSpan else { return first }
        let limit = first + Int32(TimingText.longestSpan)
        for index in current.rows.indices {
            let row = current.rows[index].row
            reject(&current.rows[index].arrival, "arrival_time", row, beyond: limit)
            reject(&current.rows[index].departure, "departure_time", row, beyond: limit)
        }
        current.hasUntimed = current.rows.contains { !$0.isTimed }
        return first
    }

    private func reject(_ time: inout Int32, _ field: String, _ row: Int32, beyond limit: Int32) {
        guard time > limit else { return }
        findings.rejectCell(
            .timeSpanTooLong, file: file, row: Int(row), field: field,
            value: ServiceTime(seconds: Int(time)).description)
        time = StopTimeRow.noTime
    }

    private func internDistances(_ rows: [StopTimeRow]) throws(FeedError) -> Int32 {
        var failure: FeedError?
        let number = rows.withUnsafeBufferPointer { rows in
            do throws(FeedError) { return try distances.intern(rows) } catch {
                failure = error
                return Int32(0)
            }
        }
        if let failure { throw failure }
        return number
    }

    private func addLists(_ current: Collected) {
        let trip = current.trip
        var detail = trips.details[trips.detail[trip]]
        detail.stopHeadsigns = stopHeadsignLists.intern(
            current.rows.enumerated().filter { $0.element.headsign != 0 }.map {
                StopLists.Entry(position: Int32($0.offset), value: $0.element.headsign - 1)
            })
        detail.flex = flexLists.intern(
            current.rows.enumerated().filter { $0.element.flex != 0 }.map {
                StopLists.Entry(position: Int32($0.offset), value: $0.element.flex - 1)
            })
        trips.detail[trip] = trips.details.intern(detail)
    }

    /// Puts the trips together whose rows were scattered.
    private func buildScattered(_ text: RowText) throws(FeedError) {
        guard !spilled.isEmpty else { return }
        try spilled.forEachOwner { (owner, added) throws(FeedError) in
            try rebuild(Int(owner), adding: added, text)
        }
    }

    private func rebuild(
        _ trip: Int, adding added: [StopTimeRow], _ text: RowText
    ) throws(FeedError) {
        scatteredTrips += 1
        findings.note(
            .scatteredRows, file: file, row: Int(added[0].row), value: trips.ids.string(trip))
        var current = Collected()
        current.start(trip, isKept: true, isScattered: false)
        current.rows = try decode(trip)
        var sequences = Set(current.rows.map(\.sequence))
        for row in added {
            guard sequences.insert(row.sequence).inserted else {
                findings.rejectRow(
                    .duplicateKey, file: file, row: Int(row.row), field: "trip_id,stop_sequence",
                    text: text.text(values(of: row, trip: trip)))
                continue
            }
            current.rows.append(row)
        }
        current.isSorted = false
        current.hasUntimed = current.rows.contains { !$0.isTimed }
        current.hasHeadsign = current.rows.contains { $0.headsign != 0 }
        current.hasFlex = current.rows.contains { $0.flex != 0 }
        try build(&current)
    }

    /// The rows of a trip that was put together, as they were read.
    private func decode(_ trip: Int) throws(FeedError) -> [StopTimeRow] {
        let pattern = Int(trips.pattern[trip]) - 1
        var rows = (0..<patterns.stopCount(pattern)).map { position in
            let stop = patterns.stop(pattern, position)
            var row = StopTimeRow()
            row.stop = stop.stop
            row.sequence = stop.sequence
            row.codes = stop.codes
            return row
        }
        if trips.timing[trip] != 0 {
            let origin = trips.origin[trip]
            let times: TimingOffsets
            do throws(DamagedEncoding) {
                times = try timings.offsets(Int(trips.timing[trip]) - 1)
            } catch {
                throw .internalFailure(reason: error.reason)
            }
            for position in rows.indices {
                if let offset = times.departure(position) {
                    rows[position].departure = origin + Int32(offset)
                }
                if let offset = times.arrival(position) {
                    rows[position].arrival = origin + Int32(offset)
                }
            }
        }
        if trips.distances[trip] != 0 {
            let values = try distances.values(trips.distances[trip])
            for position in rows.indices { rows[position].distance = values[position] }
        }
        let detail = trips.details[trips.detail[trip]]
        if detail.stopHeadsigns != 0 {
            for entry in stopHeadsignLists[Int(detail.stopHeadsigns) - 1] {
                rows[Int(entry.position)].headsign = entry.value + 1
            }
        }
        if detail.flex != 0 {
            for entry in flexLists[Int(detail.flex) - 1] {
                rows[Int(entry.position)].flex = entry.value + 1
            }
        }
        return rows
    }
}
