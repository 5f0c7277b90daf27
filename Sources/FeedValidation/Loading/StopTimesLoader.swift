import FeedCompiling
import FeedReading
import GTFSSchedule

/// Reads `stop_times.txt` into lists that trips share.
///
/// This is the loop that a run's time goes into. Rows without anything unusual are decoded here;
/// any other row is looked at again by the checker of cells, which knows what to say of it.
final class StopTimesLoader {
    private let feed: LoadedFeed
    private let rules: RuleBins
    private let columns: CallColumns
    private let fields = StopTimeFields()
    /// Rows of trips that were read before: a trip's rows need not be next to each other.
    private var scattered: [(trip: Int32, rows: TripRows)] = []
    /// By trip: whether a row of it was read that has a number.
    private var isNumbered: [Bool] = []
    /// The trip whose rows were read last.
    private var lastTrip = -1
    /// Trips whose rows are not next to each other, with the first row that stands apart.
    private var apart: [Int: Int32] = [:]
    private var extraNumbers: [CallExtra: Int32] = [:]
    /// Headsigns that have been looked at, and by number whether bytes in it were replaced.
    private let headsigns = IDTable()
    private var isRepaired: [Bool] = []

    init(_ feed: LoadedFeed, _ rules: RuleBins) {
        self.feed = feed
        self.rules = rules
        columns = feed.calls
    }

    func read(_ filename: String, _ source: any ByteSource) throws -> FileState {
        let file = try CheckedFile(StopTime.table, filename, source, feed, rules)
        guard file.isReadable else { return file.finish(feed) }
        let trips = feed.trips.count
        columns.callList = Array(repeating: -1, count: trips)
        columns.timeList = columns.callList
        columns.distanceList = columns.callList
        columns.origin = Array(repeating: 0, count: trips)
        columns.rows = columns.origin
        columns.isUnsorted = Array(repeating: false, count: trips)
        try readRows(file)
        try mergeScattered()
        if !feed.options.isCanonical { noteScattered(file.filename) }
        columns.hasHeadsigns = headsigns.count > 0
        return file.finish(feed)
    }

    private func readRows(_ file: CheckedFile) throws {
        let fields = fields.map { file.columns[$0] }
        let rareColumns = fields.rare.filter { $0 != Int.max }
        let stopField = file.table.index("stop_id")
        let isCanonical = feed.options.isCanonical
        let stopIDs = feed.stopIDs
        var rows = TripRows()
        var successors = Successors()
        var lastStop = -1
        /// By number: whether a stop was named by a row before.
        var isSeen: [Bool] = []
        var unprintableStops: Set<Int32> = []
        // The present trip's id, copied: its cell goes away with the row.
        var tripID: [UInt8] = []
        var isPlainID = true
        var rowCount = 0
        while let cells = try file.advance() {
            rowCount += 1
            var isUsual = file.isPlain(cells)
            let trip = cells[fields.trip]
            if !tripID.withUnsafeBytes({ Bytes.areEqual($0, trip) }) {
                flush(tripID, &rows)
                rows.removeAll()
                lastStop = -1
                tripID.removeAll(keepingCapacity: true)
                tripID.append(contentsOf: trip)
                isPlainID = CellBytes.isPrintable(trip)
            }
            if trip.isEmpty || !isPlainID { isUsual = false }
            var call = Call()
            var times = CallTimes()
            isUsual = Self.time(cells[fields.arrival], &times.arrival) && isUsual
            isUsual = Self.time(cells[fields.departure], &times.departure) && isUsual
            let stop = cells[fields.stop]
            if !stop.isEmpty {
                let guess = successors[lastStop]
                let number = stopIDs.intern(stop, expecting: guess)
                call.stop = Int32(number)
                if number != guess {
                    successors[lastStop] = number
                    // Each id is looked at once.
                    while isSeen.count <= number { isSeen.append(false) }
                    if !isSeen[number], !CellBytes.isPrintable(stop) {
                        unprintableStops.insert(call.stop)
                    }
                    isSeen[number] = true
                }
                lastStop = number
                if !unprintableStops.isEmpty, unprintableStops.contains(call.stop) {
                    isUsual = false
                }
            } else if !isUsual, file.isEmptyText(stopField) {
                call.stop = Int32(stopIDs.intern(stop).index)
            }
            let sequence = CellText.integer(cells[fields.sequence]).flatMap(Int32.init(exactly:))
            if sequence != nil, rows.firstNumberedRow == 0 {
                rows.firstNumberedRow = Int32(clamping: cells.row)
            }
            if let sequence, sequence >= 0 {
                call.sequence = sequence
            } else {
                isUsual = false
            }
            isUsual = Self.code(cells[fields.pickup], .pickupType, 3, &call) && isUsual
            isUsual = Self.code(cells[fields.dropOff], .dropOffType, 3, &call) && isUsual
            isUsual =
                Self.code(cells[fields.continuousPickup], .continuousPickup, 3, &call) && isUsual
            isUsual =
                Self.code(cells[fields.continuousDropOff], .continuousDropOff, 3, &call) && isUsual
            isUsual = Self.code(cells[fields.timepoint], .timepoint, 1, &call) && isUsual
            var distance = Double.nan
            let distanceCell = cells[fields.distance]
            if !distanceCell.isEmpty {
                if let value = JavaNumber.decimal(distanceCell, isCanonical: isCanonical) {
                    distance = value
                    isUsual = value >= 0 && value.sign == .plus && isUsual
                } else {
                    isUsual = false
                }
            }
            let headsign = cells[fields.headsign]
            if !headsign.isEmpty, !isKnown(headsign) { isUsual = false }
            if times.arrival > times.departure, times.departure != CallTimes.none {
                isUsual = false
            }
            for column in rareColumns where !cells[column].isEmpty {
                isUsual = false
                call.extra = extra(cells, fields)
                break
            }
            if !isUsual { call.codes.hasError = file.checkRow() }
            rows.append(
                TripRows.Row(
                    call: call, times: times, distance: distance, row: Int32(clamping: cells.row)))
        }
        flush(tripID, &rows)
        columns.rowCount = rowCount
    }

    /// Whether a headsign is text without repairs; the same text is looked at once.
    private func isKnown(_ headsign: UnsafeRawBufferPointer) -> Bool {
        let (number, isNew) = headsigns.intern(headsign)
        if isNew { isRepaired.append(CellBytes.holdsReplacement(headsign)) }
        return !isRepaired[number]
    }

    @inline(__always)
    private static func time(_ cell: UnsafeRawBufferPointer, _ time: inout Int32) -> Bool {
        guard !cell.isEmpty else { return true }
        guard let seconds = CellText.seconds(cell) else { return false }
        time = Int32(seconds)
        return cell.count >= 7
    }

    @inline(__always)
    private static func code(
        _ cell: UnsafeRawBufferPointer, _ field: CallCodes.Field, _ last: Int, _ call: inout Call
    ) -> Bool {
        guard !cell.isEmpty else { return true }
        // One known digit, nearly always.
        if cell.count == 1, Int(cell[0] &- 48) <= last {
            call.codes.set(field, Int(cell[0] &- 48))
            return true
        }
        guard let code = CellText.integer(cell) else { return false }
        call.codes.set(field, code)
        return 0...last ~= code
    }

    private func extra(_ cells: RowCells, _ fields: StopTimeFields) -> Int32 {
        func text(_ column: Int) -> String? {
            cells[column].isEmpty ? nil : String(decoding: cells[column], as: UTF8.self)
        }
        let extra = CallExtra(
            locationGroupID: text(fields.locationGroup), locationID: text(fields.location),
            windowStart: CellText.seconds(cells[fields.windowStart]),
            windowEnd: CellText.seconds(cells[fields.windowEnd]),
            pickupBookingRuleID: text(fields.pickupBookingRule),
            dropOffBookingRuleID: text(fields.dropOffBookingRule))
        if let number = extraNumbers[extra] { return number }
        let number = Int32(columns.extras.count)
        columns.extras.append(extra)
        extraNumbers[extra] = number
        return number
    }

    /// The trip's rows are complete, as far as they are next to each other.
    private func flush(_ id: [UInt8], _ rows: inout TripRows) {
        guard !rows.rows.isEmpty, !id.isEmpty else { return }
        let trip = id.withUnsafeBytes { feed.trips.ids.intern($0).index }
        if trip == columns.callList.count {
            feed.trips.appendUndefined()
            columns.callList.append(-1)
            columns.timeList.append(-1)
            columns.distanceList.append(-1)
            columns.origin.append(0)
            columns.rows.append(0)
            columns.isUnsorted.append(false)
        }
        lookForScattered(trip, rows.firstNumberedRow)
        if columns.callList[trip] >= 0 {
            scattered.append((Int32(trip), rows))
        } else {
            store(trip, &rows)
        }
    }

    private func store(_ trip: Int, _ rows: inout TripRows) {
        if !rows.isSorted {
            rows.sort()
            columns.isUnsorted[trip] = true
        }
        let origin = rows.origin
        columns.origin[trip] = origin
        columns.callList[trip] = intern(rows, in: columns.callLists, \.call)
        columns.timeList[trip] = intern(rows, in: columns.timeLists) { $0.times.since(origin) }
        if rows.hasDistances {
            columns.distanceList[trip] = intern(rows, in: columns.distanceLists, \.distance)
        }
        if rows.isConsecutive {
            columns.rows[trip] = rows.rows[0].row
        } else {
            columns.rows[trip] = Int32(-1 - columns.rowLists.count)
            columns.rowLists.append(rows.rows.map(\.row))
        }
    }

    /// The number of the list that one column of the rows is.
    @inline(__always)
    private func intern<Value: BitwiseCopyable>(
        _ rows: TripRows, in lists: IDTable, _ value: (TripRows.Row) -> Value
    ) -> Int32 {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: rows.rows.count) { list in
            for (index, row) in rows.rows.enumerated() {
                list.initializeElement(at: index, to: value(row))
            }
            return Int32(lists.intern(UnsafeRawBufferPointer(list)).index)
        }
    }

    /// Whether the trip's rows stand apart from those read before; rows without an id between them do
    /// not count.
    private func lookForScattered(_ trip: Int, _ row: Int32) {
        defer { lastTrip = trip }
        guard row > 0 else { return }
        if isNumbered.count <= trip {
            let count = max(trip + 1, columns.callList.count)
            isNumbered += Array(repeating: false, count: count - isNumbered.count)
        }
        if isNumbered[trip], trip != lastTrip, apart[trip] == nil { apart[trip] = row }
        isNumbered[trip] = true
    }

    private func noteScattered(_ filename: String) {
        for (trip, row) in apart.sorted(by: { $0.value < $1.value }) {
            rules.loading.add(
                .scatteredRows,
                [
                    "filename": filename, "csvRowNumber": Int(row), "fieldName": "trip_id",
                    "fieldValue": feed.trips.id(trip),
                ])
        }
    }

    /// Joins the pieces of trips whose rows are not next to each other.
    private func mergeScattered() throws {
        var pieces: [Int32: TripRows] = [:]
        for piece in scattered {
            try feed.checkCancellation()
            pieces[piece.trip, default: stored(Int(piece.trip))].append(piece.rows)
        }
        scattered = []
        for (trip, rows) in pieces.sorted(by: { $0.key < $1.key }) {
            try feed.checkCancellation()
            var rows = rows
            columns.isUnsorted[Int(trip)] = true
            store(Int(trip), &rows)
        }
    }

    /// A stored trip as rows again, in the order of the file.
    private func stored(_ trip: Int) -> TripRows {
        var rows = TripRows()
        let origin = columns.origin[trip]
        let distances = columns.distances(trip)
        let times = columns.times(trip)
        for (position, call) in columns.calls(trip).enumerated() {
            rows.append(
                TripRows.Row(
                    call: call, times: times[position].since(-origin),
                    distance: position < distances.count ? distances[position] : .nan,
                    row: Int32(columns.row(trip, position))))
        }
        return rows
    }
}
