import FeedReading
import GTFSSchedule

/// Reads the cells of a usual row of `stop_times.txt`: nearly every row of nearly every feed, and
/// the loop that takes most of a run's time.
///
/// A row is usual when bundle and rules see it alike and have nothing to note about it. Any other
/// row is read again, by `StopTimeCells` for the bundle and by the checks for the rules.
struct UsualStopTime {
    private let columns: StopTimeColumns
    private let rare: [Int]

    init(_ columns: StopTimeColumns) {
        self.columns = columns
        rare = columns.rare
    }

    /// Reads all but ids and headsign; false when something is unusual.
    @inline(__always)
    func read(_ cells: RowCells, into row: inout StopTimeRow) -> Bool {
        guard let sequence = CellText.integer(cells[columns.sequence]),
            sequence >= 0, sequence <= Int32.max
        else { return false }
        row.sequence = Int32(truncatingIfNeeded: sequence)
        guard Self.time(cells[columns.arrival], &row.arrival),
            Self.time(cells[columns.departure], &row.departure),
            row.arrival <= row.departure || row.departure < 0,
            Self.code(
                cells[columns.pickup], field: .pickupType, upTo: 3, into: &row.codes.pickupType,
                codes: &row.callCodes),
            Self.code(
                cells[columns.dropOff], field: .dropOffType, upTo: 3, into: &row.codes.dropOffType,
                codes: &row.callCodes),
            Self.code(
                cells[columns.continuousPickup], field: .continuousPickup, upTo: 3,
                into: &row.codes.continuousPickup, codes: &row.callCodes),
            Self.code(
                cells[columns.continuousDropOff], field: .continuousDropOff, upTo: 3,
                into: &row.codes.continuousDropOff, codes: &row.callCodes),
            Self.code(
                cells[columns.timepoint], field: .timepoint, upTo: 1, into: &row.codes.timepoint,
                codes: &row.callCodes)
        else { return false }
        let distance = cells[columns.distance]
        if !distance.isEmpty {
            guard let value = CellText.decimal(distance), value.sign == .plus else { return false }
            row.distance = value
        }
        for column in rare where !cells[column].isEmpty { return false }
        return true
    }

    @inline(__always)
    private static func time(_ cell: UnsafeRawBufferPointer, _ time: inout Int32) -> Bool {
        if cell.isEmpty { return true }
        guard cell.count >= 7, let seconds = CellText.seconds(cell) else { return false }
        time = Int32(truncatingIfNeeded: seconds)
        return true
    }

    @inline(__always)
    private static func code(
        _ cell: UnsafeRawBufferPointer, field: CallCodes.Field, upTo last: UInt8,
        into code: inout Int16, codes callCodes: inout CallCodes
    ) -> Bool {
        if cell.isEmpty { return true }
        guard cell.count == 1, cell[0] &- 48 <= last else { return false }
        code = Int16(cell[0] &- 48)
        callCodes.set(field, Int(cell[0] &- 48))
        return true
    }
}
