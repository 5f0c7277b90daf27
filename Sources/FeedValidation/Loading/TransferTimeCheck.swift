import FeedReading
import GTFSSchedule

/// A transfer that needs a minimum time says how long it is.
///
/// Required by the reference since August 2026 (google/transit#640); the canonical validator that
/// `--compat canonical` follows is older. No rule for rows, because those cannot tell a blank cell
/// from a bad one, which has a notice of its own.
struct TransferTimeCheck: RowPairCheck {
    private let filename: String
    private let type: Int
    private let time: Int

    init(_ filename: String, _ header: [String]) {
        self.filename = filename
        type = header.firstIndex(of: "transfer_type") ?? .max
        time = header.firstIndex(of: "min_transfer_time") ?? .max
    }

    func check(_ cells: RowCells, _ bin: NoticeBin) {
        guard cells[time].isEmpty,
            CellText.integer(cells[type]) == TransferType.minimumTime.code
        else { return }
        bin.add(
            .missingRequiredField,
            [
                "filename": filename, "csvRowNumber": cells.row,
                "fieldName": "min_transfer_time",
            ])
    }
}
