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
    package let stopHeadsigns = IDTable()
    package let stopHeadsignLists = StopLists()
    package let flexRows = FlexRows()
    package let flexLists = StopLists()

    /// Trips whose rows were not next to each other.
    package private(set) var scatteredTrips = 0
    /// Trips with at least one time that was interpolated.
    package private(set) var interpolatedTrips = 0
    /// Stop times that got an interpolated time.
    package private(set) var interpolatedRows = 0

    /// Offsets beyond this can not be told from the origin: the bundle's characters end there.
    private static let longestSpan = 1_000_000

    private let file = StopTime.file.name
    private let trips: TripTable
    private let stops: StopTable
    private let findings: Findings
    private let spilled: SpilledRows<StopTimeRow>
    private var rows: [StopTimeRow] = []
    private var trip = -1
    private var isSorted = true
    private var hasHeadsign = false
    private var hasFlex = false
    private var hasUntimed = false
    private var interpolations: [InterpolationKey: [Int32?]?] = [:]

    private struct InterpolationKey: Hashable {
        let pattern: Int
        let timing: Int
        let distances: Int32
    }

    /// - Parameter temporaryDirectory: where scratch files are made, if any are needed.
    package init(
        trips: TripTable, stops: StopTable, findings: Findings, temporaryDirectory: String
    ) {
        self.trips = trips
        self.stops = stops
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
        var lastID: [UInt8] = []
        while try reader.next() {
            if reader.rows & 0xFFFF == 0 { progress(reader.rows) }
            let id = cells.tripID(reader)
            guard !id.isEmpty else {
                findings.rejectRow(
                    .missingRequiredField, file: file, row: reader.row, field: "trip_id",
                    text: reader.text)
                continue
            }
            if trip < 0 || !lastID.withUnsafeBytes({ Bytes.areEqual($0, id) }) {
                try finishTrip()
                lastID.removeAll(keepingCapacity: true)
                lastID.append(contentsOf: id)
                startTrip(id)
            }
            guard trips.isKept[trip] else { continue }
            try add(reader, cells)
        }
        try finish()
        return reader
    }

    private func startTrip(_ id: UnsafeRawBufferPointer) {
        let (index, isNew) = trips.ids.intern(id)
        if isNew { trips.appendBlank() }
        trip = index
    }

    private func add(_ reader: TableReader, _ cells: StopTimeCells) throws(FeedError) {
        var row = StopTimeRow()
        row.row = Int32(truncatingIfNeeded: reader.row)
        guard cells.read(reader, into: &row) else { return }
        let stop = cells.stopID(reader)
        if !stop.isEmpty {
            if let number = stops.ids.find(stop) {
                row.stop = stops.keys[number]
            } else {
                row.stop = stops.danglingKey(stop)
                findings.note(
                    .foreignKeyViolation, file: file, row: reader.row, field: "stop_id",
                    value: String(decoding: stop, as: UTF8.self))
            }
        }
        if cells.hasTexts {
            let headsign = cells.stopHeadsign(reader)
            if !headsign.isEmpty {
                row.headsign = Int32(stopHeadsigns.intern(headsign).index) + 1
                hasHeadsign = true
            }
            if let part = cells.flexPart(reader, texts: flexRows.texts) {
                row.flex = flexRows.intern(part)
                hasFlex = true
            }
        }
        if trips.pattern[trip] != 0 {
            // The trip was put together before: its rows are scattered over the file.
            try spilled.append(row, owner: Int32(trip))
            return
        }
        if let last = rows.last, row.sequence <= last.sequence {
            if rows.contains(where: { $0.sequence == row.sequence }) {
                findings.rejectRow(
                    .duplicateKey, file: file, row: reader.row, field: "trip_id,stop_sequence",
                    text: reader.text)
                return
            }
            isSorted = false
        }
        if !row.isTimed { hasUntimed = true }
        rows.append(row)
    }

    /// Puts the collected rows together, if there are any.
    private func finishTrip() throws(FeedError) {
        defer {
            rows.removeAll(keepingCapacity: true)
            isSorted = true
            hasHeadsign = false
            hasFlex = false
            hasUntimed = false
        }
        guard trip >= 0, !rows.isEmpty else { return }
        if !isSorted { rows.sort { $0.sequence < $1.sequence } }
        try build(trip)
    }

    /// Makes the pattern, timing and lists of a trip out of `rows`.
    private func build(_ trip: Int) throws(FeedError) {
        let origin = limitSpan()
        let head = PatternTable.Head(
            route: trips.route[trip], direction: trips.direction[trip],
            shape: trips.shape[trip])
        let pattern = rows.withUnsafeBufferPointer { patterns.intern(head, $0) }
        trips.pattern[trip] = Int32(pattern) + 1
        trips.distances[trip] = try internDistances()
        if hasHeadsign || hasFlex { addLists(to: trip) }
        guard let origin else { return }
        trips.origin[trip] = origin
        rows.withUnsafeBufferPointer { rows in
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
                    interpolatedTrips += 1
                    interpolatedRows += between?.count { $0 != nil } ?? 0
                }
            }
            trips.timing[trip] = Int32(timing) + 1
            for position in rows.indices {
                if rows[position].isTimed {
                    patterns.widen(pattern, position, rows[position].leaving &- origin)
                } else if let offset = between?[position] {
                    patterns.widen(pattern, position, offset)
                }
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
    private func limitSpan() -> Int32? {
        var first = Int32.max
        var last = Int32.min
        for row in rows {
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
        guard Int(last) - Int(first) > Self.longestSpan else { return first }
        let limit = first + Int32(Self.longestSpan)
        for index in rows.indices {
            reject(&rows[index].arrival, "arrival_time", rows[index].row, beyond: limit)
            reject(&rows[index].departure, "departure_time", rows[index].row, beyond: limit)
        }
        hasUntimed = hasUntimed || rows.contains { !$0.isTimed }
        return first
    }

    private func reject(_ time: inout Int32, _ field: String, _ row: Int32, beyond limit: Int32) {
        guard time > limit else { return }
        findings.rejectCell(
            .timeSpanTooLong, file: file, row: Int(row), field: field,
            value: ServiceTime(seconds: Int(time)).description)
        time = StopTimeRow.noTime
    }

    private func internDistances() throws(FeedError) -> Int32 {
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

    private func addLists(to trip: Int) {
        var detail = trips.details[trips.detail[trip]]
        detail.stopHeadsigns = stopHeadsignLists.intern(
            rows.enumerated().filter { $0.element.headsign != 0 }.map {
                StopLists.Entry(position: Int32($0.offset), value: $0.element.headsign - 1)
            })
        detail.flex = flexLists.intern(
            rows.enumerated().filter { $0.element.flex != 0 }.map {
                StopLists.Entry(position: Int32($0.offset), value: $0.element.flex - 1)
            })
        trips.detail[trip] = trips.details.intern(detail)
    }

    /// Puts the last trip together, and those whose rows were scattered.
    private func finish() throws(FeedError) {
        try finishTrip()
        guard !spilled.isEmpty else { return }
        try spilled.forEachOwner { (owner, added) throws(FeedError) in
            try rebuild(Int(owner), adding: added)
        }
    }

    private func rebuild(_ trip: Int, adding added: [StopTimeRow]) throws(FeedError) {
        scatteredTrips += 1
        findings.note(
            .scatteredRows, file: file, row: Int(added[0].row), value: trips.ids.string(trip))
        rows = try decode(trip)
        var sequences = Set(rows.map(\.sequence))
        for row in added {
            guard sequences.insert(row.sequence).inserted else {
                findings.rejectRow(
                    .duplicateKey, file: file, row: Int(row.row), field: "trip_id,stop_sequence",
                    text: "trip_id=\(trips.ids.string(trip)),stop_sequence=\(row.sequence)")
                continue
            }
            rows.append(row)
        }
        rows.sort { $0.sequence < $1.sequence }
        hasUntimed = rows.contains { !$0.isTimed }
        hasHeadsign = rows.contains { $0.headsign != 0 }
        hasFlex = rows.contains { $0.flex != 0 }
        try build(trip)
        rows.removeAll(keepingCapacity: true)
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
            let (departures, arrivals) = timings.offsets(Int(trips.timing[trip]) - 1)
            for position in rows.indices {
                if let offset = departures[position] { rows[position].departure = origin + offset }
                if let offset = arrivals[position] { rows[position].arrival = origin + offset }
            }
        }
        if trips.distances[trip] != 0 {
            let list = try distances.list(trips.distances[trip])
            let decimals: UInt8 = list.isCurved ? 255 : UInt8(String(list.scale).count - 1)
            for position in rows.indices {
                guard let distance = list[position] else { continue }
                rows[position].distance = DistanceList.Value(
                    distance: distance, decimals: decimals)
            }
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
