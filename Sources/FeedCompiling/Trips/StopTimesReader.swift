package import FeedReading
import GTFSSchedule

/// Reads `stop_times.txt`, each record once, for a bundle, for the rules of a validation, or for both.
///
/// Other threads decode rows with nothing unusual chunk by chunk; this type reads what they leave
/// out, record by record. Memory holds the rows of one trip. When the trip's id changes, they go to
/// the checks, which keep the trip's lists, and to the compiler, which makes pattern, timing and
/// distances of each list once.
package final class StopTimesReader {
    /// The file's bytes, with the rows that are decoded ahead.
    package typealias Source = DecodedChunks<StopTimesDecoder>

    private let csv: CSVReader
    private let source: Source
    private let usual: UsualStopTime
    private let columns: StopTimeColumns
    private let columnCount: Int
    private let checks: (any StopTimeChecks)?
    private let built: Built?
    private let stops: KnownStops
    private var successors = Successors()
    /// Headsigns of trips that no bundle takes.
    private let otherHeadsigns = IDTable()
    /// By number, in the bundle's table and in the other: whether rules have nothing to note about
    /// it.
    private var plainHeadsigns: [Bool] = []
    private var otherPlainHeadsigns: [Bool] = []
    private var lastHeadsign = -1

    /// The parts that making a bundle needs.
    private struct Built {
        let compiler: StopTimesCompiler
        let table: TableReader
        let cells: StopTimeCells
    }

    /// Reads for a bundle, and for rules if there are checks.
    init(
        _ table: TableReader, source: Source, for compiler: StopTimesCompiler,
        cells: StopTimeCells, checks: (any StopTimeChecks)?
    ) {
        csv = table.reader
        self.source = source
        let checks = checks.flatMap { $0.wantsRows ? $0 : nil }
        self.checks = checks
        columns = StopTimeColumns(csv.header)
        columnCount = csv.header.count
        usual = UsualStopTime(columns)
        built = Built(compiler: compiler, table: table, cells: cells)
        stops = KnownStops(compiler.stops.ids) { number, id in
            KnownStops.Facts(
                key: compiler.stops.keys[number],
                number: checks?.stopNumber(id) ?? Int32(number),
                isPlain: checks?.isPlain(id: id) ?? true)
        }
    }

    /// Reads for rules alone.
    ///
    /// - Parameter stopIDs: the numbers by which rules know stops.
    package init(
        _ csv: CSVReader, _ source: Source, stopIDs: IDTable, checks: any StopTimeChecks
    ) {
        self.csv = csv
        self.source = source
        self.checks = checks
        columns = StopTimeColumns(csv.header)
        columnCount = csv.header.count
        usual = UsualStopTime(columns)
        built = nil
        stops = KnownStops(stopIDs) { number, id in
            KnownStops.Facts(key: 0, number: Int32(number), isPlain: checks.isPlain(id: id))
        }
    }

    /// Reads all rows.
    package func read(progress: (Int) -> Void) throws {
        defer { source.stop() }
        source.start(
            StopTimesDecoder(columns, columnCount: columnCount, stops), dialect: csv.dialect)
        var trip = TripRows()
        var rows = 0
        var checkedRows = 0
        reading: while true {
            let decoded = try takeRuns(&trip)
            if decoded > 0 {
                if rows & ~0xFFFF != (rows + decoded) & ~0xFFFF { progress(rows + decoded) }
                rows += decoded
                if checks != nil { checkedRows += decoded }
            }
            guard try csv.next() else { break }
            rows += 1
            if rows & 0xFFFF == 0 { progress(rows) }
            let cells = RowCells(csv)
            var isUsual = cells.hasUsualShape(columnCount: columnCount)
            var isChecked = checks != nil
            if !isUsual {
                built?.table.noteShape()
                if let checks {
                    switch try checks.checkShape() {
                    case .read: break
                    case .passOver: isChecked = false
                    case .end: break reading
                    }
                }
            }
            if isChecked { checkedRows += 1 }
            let id = cells[columns.trip]
            guard !id.isEmpty else {
                try passBlank(cells, isChecked: isChecked, &trip)
                continue
            }
            if !trip.isOf(id) {
                try finish(&trip)
                start(id, &trip)
            }
            guard trip.isKept || isChecked else { continue }
            var row = StopTimeRow()
            row.row = Int32(clamping: cells.row)
            isUsual =
                isUsual && trip.hasPlainID && usual.read(cells, into: &row)
                && stops.read(
                    cells[columns.stop], into: &row, last: &trip.lastStop, successors: &successors)
                && readHeadsign(cells[columns.headsign], into: &row, &trip)
            if isUsual {
                try add(row, to: &trip)
            } else {
                try addUnusual(cells, isChecked: isChecked, to: &trip)
            }
        }
        try finish(&trip)
        built?.table.noteEnd()
        try built?.compiler.buildScattered()
        try checks?.finish(
            rows: checkedRows,
            hasHeadsigns: !plainHeadsigns.isEmpty || !otherPlainHeadsigns.isEmpty)
    }

    /// Takes the rows that were decoded ahead and begin at the reader's position.
    ///
    /// - Returns: how many rows were taken.
    private func takeRuns(_ trip: inout TripRows) throws -> Int {
        guard let block = source.block else { return 0 }
        return try block.takeRuns(of: csv) { try take($0, of: block, into: &trip) }
    }

    /// Takes the rows of a run; false when they must be read one by one.
    private func take(
        _ run: StopTimeRun, of block: RowBlock<StopTimeRow, StopTimeFacts>,
        into trip: inout TripRows
    ) throws -> Bool {
        if !trip.isOf(run.id) {
            try finish(&trip)
            start(run.id, &trip)
        }
        guard trip.isKept || checks != nil else { return true }
        let rows = block.rows(run)
        guard trip.hasPlainID, trip.isSorted,
            trip.rows.last?.sequence ?? .min < rows.first?.sequence ?? .min
        else { return false }
        let before = csv.row
        for index in rows.indices { rows[index].row = Int32(clamping: before + 1 + index) }
        if run.facts.hasHeadsigns {
            let headsigns = block.texts(run)
            for index in rows.indices
            where !readHeadsign(headsigns[index], into: &rows[index], &trip) {
                return false
            }
        }
        trip.append(run.facts, rows)
        return true
    }

    /// Skips a row that names no trip.
    private func passBlank(
        _ cells: RowCells, isChecked: Bool, _ trip: inout TripRows
    ) throws {
        if let built { built.compiler.rejectBlankTrip(built.table) }
        guard isChecked, let checks else { return }
        checks.takeBlank(try checks.checkRow(cells, hasPlainID: false).row)
        trip.interrupt()
    }

    private func start(_ id: UnsafeRawBufferPointer, _ trip: inout TripRows) {
        trip.start(id)
        built?.compiler.start(&trip)
        if let checks { trip.hasPlainID = checks.isPlain(id: id) }
    }

    /// The trip's consecutive rows are complete.
    private func finish(_ trip: inout TripRows) throws {
        guard !trip.id.isEmpty else { return }
        if trip.isScattered { try built?.compiler.spill(trip) }
        if !trip.isSorted { trip.sort() }
        let numbers = try checks?.take(trip)
        guard trip.isKept, !trip.isScattered, let built else { return }
        if trip.rows.count == 1 {
            try built.compiler.postpone(trip)
        } else {
            try built.compiler.build(&trip, numbers)
        }
    }

    /// Adds a row that has nothing unusual.
    @inline(__always)
    private func add(_ row: StopTimeRow, to trip: inout TripRows) throws {
        if !trip.isSorted || row.sequence <= trip.rows.last?.sequence ?? .min {
            guard try admits(row, to: &trip, isChecked: checks != nil) else { return }
        }
        trip.append(usual: row)
    }

    /// False when the bundle already has a row with this sequence; it leaves this one out.
    private func admits(
        _ row: StopTimeRow, to trip: inout TripRows, isChecked: Bool
    ) throws -> Bool {
        guard let built, trip.isKept, !trip.isScattered else {
            if let last = trip.rows.last {
                if last.sequence > row.sequence { trip.noteDisorder() }
                if last.sequence == row.sequence { trip.noteRepeat() }
            }
            return true
        }
        if trip.admits(row.sequence) { return true }
        built.compiler.rejectDuplicate(built.table)
        if isChecked { trip.append(checked: CallRow(row)) }
        return false
    }

    /// Adds a row that bundle and rules may see differently.
    private func addUnusual(
        _ cells: RowCells, isChecked: Bool, to trip: inout TripRows
    ) throws {
        if checks != nil { trip.separate() }
        if let built, trip.isKept,
            let row = built.compiler.unusualRow(
                cells, cells: built.cells, in: built.table, of: &trip)
        {
            var isNew = true
            if !trip.isScattered,
                !trip.isSorted || row.sequence <= trip.rows.last?.sequence ?? .min
            {
                isNew = trip.admits(row.sequence)
                if !isNew { built.compiler.rejectDuplicate(built.table) }
            }
            if isNew { trip.append(built: row) }
        }
        guard isChecked, let checks else { return }
        let checked = try checks.checkRow(cells, hasPlainID: trip.hasPlainID)
        if checked.isNumbered, trip.firstNumberedRow == 0 {
            trip.firstNumberedRow = checked.row.row
        }
        if checked.isCall {
            trip.append(checked: checked.row)
        } else {
            trip.setAside(checked.row)
        }
    }

    /// Looks up the row's headsign; false when rules have something to note about it.
    @inline(__always)
    private func readHeadsign(
        _ text: UnsafeRawBufferPointer, into row: inout StopTimeRow, _ trip: inout TripRows
    ) -> Bool {
        text.isEmpty || internHeadsign(text, into: &row, &trip)
    }

    private func internHeadsign(
        _ text: UnsafeRawBufferPointer, into row: inout StopTimeRow, _ trip: inout TripRows
    ) -> Bool {
        guard let built, trip.isKept else {
            let number = otherHeadsigns.intern(text, expecting: lastHeadsign)
            lastHeadsign = number
            while otherPlainHeadsigns.count <= number {
                let next = otherHeadsigns[otherPlainHeadsigns.count]
                otherPlainHeadsigns.append(checks?.isPlain(text: next) ?? true)
            }
            return otherPlainHeadsigns[number]
        }
        let headsigns = built.compiler.stopHeadsigns
        let number = headsigns.intern(text, expecting: lastHeadsign)
        lastHeadsign = number
        row.headsign = Int32(number) + 1
        trip.hasHeadsign = true
        while plainHeadsigns.count <= number {
            let next = headsigns[plainHeadsigns.count]
            plainHeadsigns.append(checks?.isPlain(text: next) ?? true)
        }
        return plainHeadsigns[number]
    }
}
