import FeedReading
import GTFSSchedule

/// Reads the cells of a row of `stop_times.txt` straight into a `StopTimeRow`.
///
/// The fast counterpart of `CheckedRow` for the one file that has most of a feed's rows; tests
/// compare the two.
struct StopTimeCells {
    private let columns: StopTimeColumns
    private let flexColumns: [Int]
    let hasFlex: Bool

    init(_ columns: StopTimeColumns) {
        self.columns = columns
        flexColumns = columns.flex
        hasFlex = flexColumns.contains { $0 != Int.max }
    }

    func stopID(_ cells: RowCells) -> UnsafeRawBufferPointer { cells[columns.stop] }
    func stopHeadsign(_ cells: RowCells) -> UnsafeRawBufferPointer { cells[columns.headsign] }

    /// All but ids and texts. False when the row must be left out, which is noted.
    @inline(__always)
    func read(
        _ cells: RowCells, _ reader: TableReader, into row: inout StopTimeRow
    ) -> Bool {
        guard let sequence = sequence(cells[columns.sequence], reader) else { return false }
        row.sequence = sequence
        row.arrival = time(cells[columns.arrival], field: "arrival_time", in: reader)
        row.departure = time(cells[columns.departure], field: "departure_time", in: reader)
        let distance = cells[columns.distance]
        if !distance.isEmpty { row.distance = self.distance(distance, reader) }
        row.codes.pickupType = code(
            cells[columns.pickup], field: "pickup_type", upTo: 3, in: reader)
        row.codes.dropOffType = code(
            cells[columns.dropOff], field: "drop_off_type", upTo: 3, in: reader)
        row.codes.continuousPickup = code(
            cells[columns.continuousPickup], field: "continuous_pickup", upTo: 3, in: reader)
        row.codes.continuousDropOff = code(
            cells[columns.continuousDropOff], field: "continuous_drop_off", upTo: 3, in: reader)
        row.codes.timepoint = code(
            cells[columns.timepoint], field: "timepoint", upTo: 1, in: reader)
        return true
    }

    @inline(__always)
    private func sequence(_ cell: UnsafeRawBufferPointer, _ reader: TableReader) -> Int32? {
        if let value = CellText.integer(cell), let sequence = Int32(exactly: value) {
            if value < 0 { reader.note(.numberOutOfRange, field: "stop_sequence", cell) }
            return sequence
        }
        reader.rejectRow(for: "stop_sequence", cell, .invalidInteger)
        return nil
    }

    @inline(__always)
    private func time(
        _ cell: UnsafeRawBufferPointer, field: String, in reader: TableReader
    ) -> Int32 {
        if cell.isEmpty { return StopTimeRow.noTime }
        if let seconds = CellText.seconds(cell) {
            if CellText.lacksSeconds(cell) {
                reader.note(.timeWithoutSeconds, field: field, cell)
            }
            return Int32(truncatingIfNeeded: seconds)
        }
        reader.rejectCell(.invalidTime, field: field, cell)
        return StopTimeRow.noTime
    }

    private func distance(
        _ cell: UnsafeRawBufferPointer, _ reader: TableReader
    ) -> Double {
        guard let distance = CellText.decimal(cell) else {
            reader.rejectCell(.invalidFloat, field: "shape_dist_traveled", cell)
            return .nan
        }
        if distance < 0 {
            reader.note(.numberOutOfRange, field: "shape_dist_traveled", cell)
        }
        return distance
    }

    @inline(__always)
    private func code(
        _ cell: UnsafeRawBufferPointer, field: String, upTo last: UInt8, in reader: TableReader
    ) -> Int16 {
        // Nearly always one known digit.
        if cell.count == 1, cell[0] &- 48 <= last { return Int16(cell[0] &- 48) }
        return cell.isEmpty ? StopTimeRow.noCode : otherCode(cell, field: field, in: reader)
    }

    private func otherCode(
        _ cell: UnsafeRawBufferPointer, field: String, in reader: TableReader
    ) -> Int16 {
        guard let value = CellText.integer(cell), let code = Int16(exactly: value),
            code != StopTimeRow.noCode
        else {
            reader.rejectCell(.invalidInteger, field: field, cell)
            return StopTimeRow.noCode
        }
        let type = StopTime.table.fields.first { $0.name == field }?.type
        if type?.judge(value).fault != nil { reader.note(.unexpectedEnumValue, field: field, cell) }
        return code
    }

    func flexPart(
        _ cells: RowCells, _ reader: TableReader, texts: IDTable
    ) -> FlexRows.Part? {
        var part = FlexRows.Part()
        for (index, column) in flexColumns.enumerated() {
            let cell = cells[column]
            guard !cell.isEmpty else { continue }
            switch index {
            case 0: part.locationGroup = Int32(texts.intern(cell).index) + 1
            case 1: part.location = Int32(texts.intern(cell).index) + 1
            case 2: part.windowStart = time(cell, field: "start_pickup_drop_off_window", in: reader)
            case 3: part.windowEnd = time(cell, field: "end_pickup_drop_off_window", in: reader)
            case 4: part.pickupRule = Int32(texts.intern(cell).index) + 1
            default: part.dropOffRule = Int32(texts.intern(cell).index) + 1
            }
        }
        return part.isBlank ? nil : part
    }
}
