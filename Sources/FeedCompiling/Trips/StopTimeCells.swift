package import FeedReading
import GTFSSchedule

/// Reads the cells of a row of `stop_times.txt`, for the bundle and for rules: the loop that takes
/// most of a run's time.
///
/// The fast counterpart of `CheckedRow` for the one file that has most of a feed's rows; tests
/// compare the two.
struct StopTimeCells {
    let columns: StopTimeColumns
    /// Few rows fill these, if the file has them: the last ones are not in the reference.
    private let rare: [Int]
    private let flexCount: Int

    init(_ columns: StopTimeColumns) {
        self.columns = columns
        let flex = columns.flex.filter { $0 != Int.max }
        rare = flex + columns.unknown
        flexCount = flex.count
    }

    /// All but ids and texts. Nearly every row of nearly every feed has nothing unusual.
    @inline(__always)
    func read(_ cells: RowCells, into row: inout StopTimeRow) -> UnusualCells {
        var unusual: UnusualCells = []
        row.sequence = cells.sequence(columns.sequence, &unusual) ?? 0
        row.arrival = time(cells[columns.arrival], .arrival, &row.callCodes, &unusual)
        row.departure = time(cells[columns.departure], .departure, &row.callCodes, &unusual)
        if row.arrival > row.departure, row.departure >= 0 { unusual.insert(.order) }
        row.codes.pickupType = code(cells[columns.pickup], .pickupType, &row.callCodes, &unusual)
        row.codes.dropOffType = code(cells[columns.dropOff], .dropOffType, &row.callCodes, &unusual)
        row.codes.continuousPickup = code(
            cells[columns.continuousPickup], .continuousPickup, &row.callCodes, &unusual)
        row.codes.continuousDropOff = code(
            cells[columns.continuousDropOff], .continuousDropOff, &row.callCodes, &unusual)
        row.codes.timepoint = code(cells[columns.timepoint], .timepoint, &row.callCodes, &unusual)
        row.distance = cells.distance(columns.distance, &unusual)
        for index in rare.indices where !cells[rare[index]].isEmpty {
            unusual.insert(index < flexCount ? .onDemand : .extension)
        }
        return unusual
    }

    @inline(__always)
    private func time(
        _ cell: UnsafeRawBufferPointer, _ name: CallCodes.Cell, _ codes: inout CallCodes,
        _ unusual: inout UnusualCells
    ) -> Int32 {
        if cell.isEmpty { return StopTimeRow.noTime }
        guard !CellText.lacksSeconds(cell), let seconds = CellText.seconds(cell) else {
            return otherTime(cell, name, &codes, &unusual)
        }
        return Int32(truncatingIfNeeded: seconds)
    }

    @inline(never)
    private func otherTime(
        _ cell: UnsafeRawBufferPointer, _ name: CallCodes.Cell, _ codes: inout CallCodes,
        _ unusual: inout UnusualCells
    ) -> Int32 {
        unusual.insert(.fault)
        guard let seconds = CellText.seconds(cell) else {
            codes.setBad(name)
            return StopTimeRow.noTime
        }
        return Int32(truncatingIfNeeded: seconds)
    }

    @inline(__always)
    private func code(
        _ cell: UnsafeRawBufferPointer, _ field: CallCodes.Field, _ codes: inout CallCodes,
        _ unusual: inout UnusualCells
    ) -> Int16 {
        if cell.isEmpty { return StopTimeRow.noCode }
        // Nearly always one known digit.
        if cell.count == 1, cell[0] &- 48 <= field.lastKnown {
            codes.set(field, Int(cell[0] &- 48))
            return Int16(cell[0] &- 48)
        }
        return otherCode(cell, field, &codes, &unusual)
    }

    /// Not inlined: the loop is long enough.
    @inline(never)
    private func otherCode(
        _ cell: UnsafeRawBufferPointer, _ field: CallCodes.Field, _ codes: inout CallCodes,
        _ unusual: inout UnusualCells
    ) -> Int16 {
        let number = CellText.integer(cell)
        // A value that is not a number is an unknown code.
        codes.set(field, number ?? -1)
        if !(0...Int(field.lastKnown) ~= number ?? -1) { unusual.insert(.fault) }
        return number.flatMap(StopTimeRow.code) ?? StopTimeRow.noCode
    }

    /// Of a row that is on demand; nil when none of its cells can be used.
    func flexPart(_ cells: RowCells, texts: IDTable) -> FlexRows.Part? {
        func number(_ column: Int) -> Int32 {
            cells[column].isEmpty ? 0 : Int32(texts.intern(cells[column]).index) + 1
        }
        func time(_ column: Int) -> Int32 {
            CellText.seconds(cells[column]).map { Int32($0) } ?? StopTimeRow.noTime
        }
        var part = FlexRows.Part()
        part.locationGroup = number(columns.locationGroup)
        part.location = number(columns.location)
        part.windowStart = time(columns.windowStart)
        part.windowEnd = time(columns.windowEnd)
        part.pickupRule = number(columns.pickupBookingRule)
        part.dropOffRule = number(columns.dropOffBookingRule)
        return part.isBlank ? nil : part
    }
}

/// A row of `stop_times.txt` that bundle and rules may see differently.
package struct UnusualStopTime {
    package let cells: RowCells
    /// Without ids and texts. Cells that could not be read are blank, and a sequence is 0: `callCodes`
    /// tells which times and codes, `kinds` whether there is a sequence.
    package let row: StopTimeRow
    package let kinds: UnusualCells
}
