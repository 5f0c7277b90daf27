import FeedReading
import GTFSSchedule

/// A transfer that needs a minimum time says how long it is.
///
/// Required by the reference since August 2026 (google/transit#640); the canonical validator that
/// `--compat canonical` follows is older. No rule for rows, because those cannot tell a blank cell
/// from a bad one, which has a notice of its own.
struct TransferTimeCheck: RowPairCheck {
    /// `transfer_type` and `min_transfer_time`, which the file may lack.
    let pair: RowPair

    init(_ filename: String, _ header: [String]) {
        let names = (type: "transfer_type", time: "min_transfer_time")
        pair = RowPair(
            filename: filename, firstName: names.type, secondName: names.time,
            first: header.firstIndex(of: names.type) ?? .max,
            second: header.firstIndex(of: names.time) ?? .max,
            fields: FieldSet([names.type, names.time], of: Transfer.table), key: .max)
    }

    func check(_ cells: RowCells, into bin: NoticeBin) {
        guard cells[pair.second].isEmpty,
            CellText.integer(cells[pair.first]) == TransferType.minimumTime.code
        else { return }
        bin.add(
            .missingRequiredField,
            [
                "filename": pair.filename, "csvRowNumber": cells.row,
                "fieldName": pair.secondName,
            ])
    }
}
