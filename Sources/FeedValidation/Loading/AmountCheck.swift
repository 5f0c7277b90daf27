import FeedReading
import GTFSSchedule

/// Whether an amount of money has as many decimals as its currency.
struct AmountCheck: RowPairCheck {
    let pair: RowPair

    init(_ pair: RowPair) {
        self.pair = pair
    }

    func check(_ cells: RowCells, into bin: NoticeBin) {
        guard let amount = JavaDecimal(cells[pair.first]) else { return }
        let code = String(decoding: cells[pair.second], as: UTF8.self)
        guard let decimals = Currencies.decimals(code), amount.scale != decimals else { return }
        bin.add(
            .invalidCurrencyAmount,
            [
                "filename": pair.filename, "csvRowNumber": cells.row, "currencyCode": code,
                "fieldName": pair.firstName, "fieldValue": amount.plainText,
            ])
    }
}
