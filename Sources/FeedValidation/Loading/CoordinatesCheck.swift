import FeedReading
import GTFSSchedule

/// Whether a place cannot have service: near 0, 0 or at a pole.
struct CoordinatesCheck: RowPairCheck {
    let pair: RowPair
    private let isCanonical: Bool

    init(_ pair: RowPair, isCanonical: Bool) {
        self.pair = pair
        self.isCanonical = isCanonical
    }

    func check(_ cells: RowCells, into bin: NoticeBin) {
        guard
            let latitude = JavaNumber.decimal(cells[pair.first], isCanonical: isCanonical),
            let longitude = JavaNumber.decimal(cells[pair.second], isCanonical: isCanonical)
        else { return }
        func fields() -> NoticeFields {
            [
                "filename": pair.filename, "csvRowNumber": cells.row,
                "entityId": pair.entity(cells),
                "latFieldName": pair.firstName, "latFieldValue": latitude,
                "lonFieldName": pair.secondName, "lonFieldValue": longitude,
            ]
        }
        if abs(latitude) <= 1, abs(longitude) <= 1 { bin.add(.pointNearOrigin, fields()) }
        if abs(latitude) >= 89 { bin.add(.pointNearPole, fields()) }
    }
}
