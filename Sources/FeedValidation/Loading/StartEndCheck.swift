import FeedReading
import GTFSSchedule

/// Whether a range of times or dates ends after it begins.
struct StartEndCheck: RowPairCheck {
    let pair: RowPair
    private let isDate: Bool
    private let mayBeEqual: Bool

    init(_ pair: RowPair, isDate: Bool, mayBeEqual: Bool) {
        self.pair = pair
        self.isDate = isDate
        self.mayBeEqual = mayBeEqual
    }

    func check(_ cells: RowCells, into bin: NoticeBin) {
        guard let start = value(cells[pair.first]), let end = value(cells[pair.second]),
            start >= end
        else { return }
        if start > end {
            bin.add(
                .startAndEndRangeOutOfOrder,
                [
                    "filename": pair.filename, "csvRowNumber": cells.row,
                    "entityId": pair.entity(cells),
                    "startFieldName": pair.firstName, "startValue": text(start),
                    "endFieldName": pair.secondName, "endValue": text(end),
                ])
        } else if !mayBeEqual {
            bin.add(
                .startAndEndRangeEqual,
                [
                    "filename": pair.filename, "csvRowNumber": cells.row,
                    "entityId": pair.entity(cells),
                    "startFieldName": pair.firstName, "endFieldName": pair.secondName,
                    "value": text(end),
                ])
        }
    }

    private func value(_ cell: UnsafeRawBufferPointer) -> Int? {
        isDate ? CellText.date(cell).map { Int($0) } : CellText.seconds(cell)
    }

    private func text(_ value: Int) -> String {
        isDate ? "\(value)" : ServiceTime(seconds: value).description
    }
}
