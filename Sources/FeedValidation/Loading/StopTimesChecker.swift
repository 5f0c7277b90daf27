import FeedCompiling
import FeedReading
import GTFSSchedule

final class StopTimesChecker: FileChecker, StopTimeChecks {
    private let feed: LoadedFeed
    private let rules: RuleBins
    private let calls: CallColumns
    private let lists: CallLists
    private let tripIDs: IDTable
    private let stopIDs: IDTable
    private let file: CheckedFile
    private let cells: StopTimeColumns
    private let stopField: Int
    private let isCanonical: Bool
    /// Rows of trips that are already stored: a trip's rows need not be next to each other.
    private let scattered: SpilledRows<CallRow>
    @exclusivity(unchecked) private var lastTrip = -1
    @exclusivity(unchecked) private var apart = ScatteredRows()
    private var extraNumbers: [OnDemandCall: Int32] = [:]
    private var hasHeadsigns = false
    /// Rows that name no trip, since the last trip that was taken or after its last row.
    @exclusivity(unchecked) private var blanks: [CallRow] = []
    private var excludedRows = 0
    private var lastExcludedRow = -1

    // The present trip: that no other access overlaps need not be found out for each.
    @exclusivity(unchecked) private var hasPlainID = true
    @exclusivity(unchecked) private var parted: CallRows?
    @exclusivity(unchecked) private var aside: [CallRow] = []
    /// Its `stop_sequence` is a number; 0 when there is no such row.
    @exclusivity(unchecked) private var firstNumberedRow: Int32 = 0
    /// Between the trip's rows, or after the last one.
    @exclusivity(unchecked) private var isInterrupted = false
    @exclusivity(unchecked) private var wasInterrupted = false

    init(_ filename: String, reader: CSVReader, feed: LoadedFeed, rules: RuleBins) {
        self.feed = feed
        self.rules = rules
        calls = feed.calls
        lists = feed.calls.lists
        tripIDs = feed.trips.ids
        stopIDs = feed.stopIDs
        scattered = SpilledRows(directory: feed.temporaryDirectory)
        isCanonical = feed.options.isCanonical
        file = CheckedFile(
            StopTime.table, filename: filename, reader: reader, feed: feed, rules: rules)
        cells = StopTimeColumns(reader.header)
        stopField = file.table.index("stop_id")
        guard file.isReadable else { return }
        calls.columns.append(feed.trips.count)
    }

    var wantsRows: Bool { file.isReadable }
    var checks: any StopTimeChecks { self }
    var state: FileState { file.finish(feed) }

    func read(_ reader: CSVReader, _ source: StopTimesReader.Source) throws {
        try StopTimesReader(reader, source, stopIDs: stopIDs, checks: self).read { _ in }
    }

    func isPlain(id: UnsafeRawBufferPointer) -> Bool { CellBytes.isPrintable(id) }
    func isPlain(text: UnsafeRawBufferPointer) -> Bool { !CellBytes.holdsReplacement(text) }

    func stopNumber(_ id: UnsafeRawBufferPointer) -> Int32 {
        Int32(stopIDs.intern(id).index)
    }

    func takeShape() throws -> RowVerdict {
        let verdict = try file.checkShape()
        if case .read = verdict { return verdict }
        excludedRows += 1
        lastExcludedRow = file.reader.row
        return verdict
    }

    func begin(_ id: UnsafeRawBufferPointer) -> Bool {
        hasPlainID = isPlain(id: id)
        parted = nil
        if !aside.isEmpty { aside.removeAll() }
        firstNumberedRow = 0
        isInterrupted = false
        wasInterrupted = false
        return true
    }

    func part(_ trip: DecodedTrip) {
        var rows = CallRows()
        for row in trip.rows { rows.append(CallRow(row)) }
        parted = rows
        firstNumberedRow = trip.rows.first?.row ?? 0
    }

    func takesAhead(from sequence: Int32) -> Bool { true }

    func take(_ row: StopTimeRow) {
        if firstNumberedRow == 0 { firstNumberedRow = row.row }
        append(CallRow(row))
    }

    private func append(_ row: CallRow) {
        if wasInterrupted { isInterrupted = true }
        parted?.append(row)
    }

    func takeBlank(_ unusual: UnusualStopTime) throws {
        guard unusual.cells.row != lastExcludedRow else { return }
        let row = try readRow(unusual, hasPlainID: false)
        if !isCanonical { blanks.append(row) }
        wasInterrupted = true
    }

    func takeUnusual(_ unusual: UnusualStopTime) throws {
        guard unusual.cells.row != lastExcludedRow else { return }
        let row = try readRow(unusual, hasPlainID: hasPlainID)
        if !unusual.kinds.contains(.noSequence), firstNumberedRow == 0 {
            firstNumberedRow = row.row
        }
        // A call without a known place is none, but for the canonical validator.
        if isCanonical || row.call.sequence >= 0 { append(row) } else { aside.append(row) }
    }

    private func readRow(_ unusual: UnusualStopTime, hasPlainID: Bool) throws -> CallRow {
        let row = unusual.cells
        // In a flawed file each row has notices, so checking at the next chunk would be too late.
        if row.row & 0xFF == 0 { try feed.checkCancellation() }
        var call = ListedCall(codes: unusual.row.callCodes)
        if !unusual.kinds.contains(.noSequence), unusual.row.sequence >= 0 {
            call.sequence = unusual.row.sequence
        }
        let stop = row[cells.stop]
        if !stop.isEmpty || file.isEmptyText(stopField) { call.stop = stopNumber(stop) }
        let headsign = row[cells.headsign]
        if !headsign.isEmpty { hasHeadsigns = true }
        if unusual.kinds.contains(.onDemand) {
            call.extra = extra(row, cells)
            for window in [cells.windowStart, cells.windowEnd] where !row[window].isEmpty {
                if CellText.seconds(row[window]) == nil { call.codes.setBad(.window) }
            }
        }
        let distance = file.number(unusual.row.distance, row[cells.distance])
        // Rules know nothing of extensions.
        let isUsual =
            unusual.kinds.subtracting(.extension).isEmpty && hasPlainID && file.isPlain(row)
            && CellBytes.isPrintable(stop) && isPlain(text: headsign)
        if !isUsual { call.codes.isPassedOver = file.checkRow() }
        return CallRow(
            call: call, times: unusual.row.times, distance: distance >= 0 ? distance : .nan,
            row: unusual.row.row)
    }

    private func extra(_ cells: RowCells, _ fields: StopTimeColumns) -> Int32 {
        func text(_ column: Int) -> String? {
            cells[column].isEmpty ? nil : String(decoding: cells[column], as: UTF8.self)
        }
        let extra = OnDemandCall(
            locationGroupID: text(fields.locationGroup), locationID: text(fields.location),
            windowStart: CellText.seconds(cells[fields.windowStart]),
            windowEnd: CellText.seconds(cells[fields.windowEnd]),
            pickupBookingRuleID: text(fields.pickupBookingRule),
            dropOffBookingRuleID: text(fields.dropOffBookingRule))
        if let number = extraNumbers[extra] { return number }
        let number = Int32(calls.columns.extras.count)
        calls.columns.extras.append(extra)
        extraNumbers[extra] = number
        return number
    }

    /// Rows without a trip are kept with those around them.
    private func takeAside(_ trip: DecodedTrip) {
        guard !aside.isEmpty || !blanks.isEmpty else { return }
        let number = number(of: trip)
        calls.aside[number, default: []] += (blanks + aside).map { ExcludedCall($0) }
        let rows = [trip.rows.map(\.row), parted?.rows.map(\.row) ?? [], aside.map(\.row)]
        let last = rows.joined().max() ?? 0
        // Those behind the trip may belong to the next one, too.
        blanks.removeAll { $0.row < last }
    }

    func finish(_ rows: inout DecodedTrip) throws {
        takeAside(rows)
        guard !(parted?.rows.isEmpty ?? rows.rows.isEmpty) else { return }
        let trip = number(of: rows)
        lookForScattered(trip, rows.hasParted ? firstNumberedRow : rows.rows[0].row)
        guard calls.columns.callList[trip] < 0 else {
            if !rows.hasParted { part(rows) }
            for row in parted?.rows ?? [] { try scattered.append(row, owner: Int32(trip)) }
            return
        }
        if isInterrupted, isCanonical { calls.columns.isUnsorted[trip] = true }
        if var parted { return try store(trip, &parted) }
        let numbers = lists.intern(rows)
        rows.lists = numbers
        keep(trip, numbers, origin: rows.origin)
        try keepRows(trip, isConsecutive: rows.isConsecutive, rows.rows.lazy.map(\.row))
    }

    private func number(of rows: DecodedTrip) -> Int {
        let trip = rows.id.withUnsafeBytes { tripIDs.intern($0, expecting: lastTrip + 1) }
        if trip >= calls.columns.callList.count { makeRoomForUndefined() }
        return trip
    }

    private func makeRoomForUndefined() {
        for _ in calls.columns.callList.count..<feed.trips.count {
            feed.trips.appendUndefined()
            calls.columns.append(1)
        }
    }

    /// Keeps the rows of a trip as rules see them.
    ///
    /// - Parameter row: the first row that is new.
    private func store(
        _ trip: Int, _ rows: inout CallRows, since row: Int32 = 0
    ) throws(FeedError) {
        if !rows.isSorted {
            rows.sort()
            calls.columns.isUnsorted[trip] = true
        }
        rows.takeRepeats(keeping: isCanonical) { repeated, first in
            if isCanonical { calls.columns.isUnsorted[trip] = true }
            guard repeated.row >= row, repeated.call.sequence >= 0 else { return }
            calls.aside[trip, default: []].append(ExcludedCall(repeated, repeating: first.row))
        }
        let origin = rows.origin
        keep(trip, lists.intern(rows, origin: origin), origin: origin)
        try keepRows(trip, isConsecutive: rows.isConsecutive, rows.rows.lazy.map(\.row))
    }

    private func keep(_ trip: Int, _ numbers: CallLists.Numbers, origin: Int32) {
        calls.columns.origin[trip] = origin
        calls.columns.callList[trip] = numbers.calls
        calls.columns.timeList[trip] = numbers.times
        calls.columns.distanceList[trip] = numbers.distances
    }

    private func keepRows(
        _ trip: Int, isConsecutive: Bool, _ rows: some Collection<Int32>
    ) throws(FeedError) {
        if isConsecutive, let first = rows.first {
            calls.columns.rows[trip] = first
        } else {
            calls.columns.rows[trip] = Int32(-1 - calls.rowLists.count)
            try calls.rowLists.append(rows)
        }
    }

    /// Notes when the trip's rows are apart from those read before; rows without an id between them
    /// do not count.
    private func lookForScattered(_ trip: Int, _ row: Int32) {
        defer { lastTrip = trip }
        guard row > 0, apart.take(trip, follow: trip == lastTrip) else { return }
        rules.loading.add(
            .scatteredRows, field: "trip_id", of: file.filename, row: Int(row),
            value: feed.trips.id(trip))
    }

    func finish(rows: Int, hasHeadsigns: Bool) throws {
        makeRoomForUndefined()
        try mergeScattered()
        try markIncomplete()
        lists.finish()
        calls.hasHeadsigns = hasHeadsigns || self.hasHeadsigns
        calls.rowCount = rows - excludedRows
        file.noteEnd()
    }

    private func mergeScattered() throws {
        try scattered.forEachOwner { (trip, added) throws(FeedError) in
            guard !feed.cancellation.isCancelled else { throw .cancelled }
            var rows = stored(Int(trip))
            for row in added { rows.append(row) }
            calls.columns.isUnsorted[Int(trip)] = true
            try store(Int(trip), &rows, since: added.first?.row ?? 0)
        }
    }

    /// Marks the trips that may have calls whose position is not known. Runs only after all rows
    /// are read, because otherwise trips with the same calls share a list.
    private func markIncomplete() throws {
        for (trip, aside) in calls.aside.sorted(by: { $0.key < $1.key })
        where calls.columns.callList[trip] >= 0 && aside.contains(where: { $0.firstRow == 0 }) {
            try feed.checkCancellation()
            var rows = stored(trip)
            rows.markIncomplete()
            let isUnsorted = calls.columns.isUnsorted[trip]
            try store(trip, &rows)
            calls.columns.isUnsorted[trip] = isUnsorted
        }
    }

    private func stored(_ trip: Int) -> CallRows {
        var rows = CallRows()
        let origin = calls.columns.origin[trip]
        let distances = calls.distances(trip)
        let times = calls.times(trip)
        let numbers = calls.rows(trip)
        for (position, call) in calls.calls(trip).enumerated() {
            rows.append(
                CallRow(
                    call: call, times: times[position].since(-origin),
                    distance: position < distances.count ? distances[position] : .nan,
                    row: numbers[position]))
        }
        return rows
    }
}
