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
                cells[columns.pickup], .pickupType, 3, &row.codes.pickupType, &row.callCodes),
            Self.code(
                cells[columns.dropOff], .dropOffType, 3, &row.codes.dropOffType, &row.callCodes),
            Self.code(
                cells[columns.continuousPickup], .continuousPickup, 3,
                &row.codes.continuousPickup, &row.callCodes),
            Self.code(
                cells[columns.continuousDropOff], .continuousDropOff, 3,
                &row.codes.continuousDropOff, &row.callCodes),
            Self.code(
                cells[columns.timepoint], .timepoint, 1, &row.codes.timepoint, &row.callCodes)
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
        _ cell: UnsafeRawBufferPointer, _ field: CallCodes.Field, _ last: UInt8,
        _ code: inout Int16, _ callCodes: inout CallCodes
    ) -> Bool {
        if cell.isEmpty { return true }
        guard cell.count == 1, cell[0] &- 48 <= last else { return false }
        code = Int16(cell[0] &- 48)
        callCodes.set(field, Int(cell[0] &- 48))
        return true
    }
}
