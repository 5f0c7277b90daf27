import FeedReading
import GTFSSchedule

/// Times that turn out to be too far from the first of their trip once the trip's scattered rows
/// are there.
///
/// By then their rows are no longer known. The file is read once more for the first row of the trip
/// with that sequence, which is the one that was kept.
struct LateTimes {
    private var fields: [Key: [String]] = [:]

    private struct Key: Hashable {
        let trip: Int
        let sequence: Int32
    }

    var isEmpty: Bool { fields.isEmpty }

    mutating func add(_ field: String, trip: Int, sequence: Int32) {
        fields[Key(trip: trip, sequence: sequence), default: []].append(field)
    }

    /// In the order of the file; `reader` stands at its header.
    func note(
        _ reader: CSVReader, trips: IDTable, source: String, in findings: Findings
    ) throws(FeedError) {
        let file = StopTime.file.name
        let columns = StopTimeColumns(reader.header)
        var missing = fields
        while !missing.isEmpty {
            guard try reader.next() else {
                throw .inputUnreadable(source: source, reason: "\(file) changed while it was read")
            }
            let cells = RowCells(reader)
            guard let trip = trips.find(cells[columns.trip]),
                let value = CellText.integer(cells[columns.sequence]),
                let sequence = Int32(exactly: value),
                let fields = missing.removeValue(forKey: Key(trip: trip, sequence: sequence))
            else { continue }
            for field in fields {
                let column = field == "arrival_time" ? columns.arrival : columns.departure
                findings.rejectCell(
                    .timeSpanTooLong, file: file, row: reader.row, field: field,
                    value: String(decoding: cells[column], as: UTF8.self))
            }
        }
    }
}
