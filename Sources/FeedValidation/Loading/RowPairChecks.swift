import FeedReading
import GTFSSchedule

protocol RowPairCheck {
    var pair: RowPair { get }
    func check(_ cells: RowCells, into bin: NoticeBin)
}

enum RowPairChecks {
    private enum Kind {
        case times(mayBeEqual: Bool)
        case dates
        case coordinates
        case amount
    }

    private static let pairs: [String: (first: String, second: String, kind: Kind)] = [
        "calendar.txt": ("start_date", "end_date", .dates),
        "feed_info.txt": ("feed_start_date", "feed_end_date", .dates),
        "frequencies.txt": ("start_time", "end_time", .times(mayBeEqual: false)),
        "stop_times.txt": ("arrival_time", "departure_time", .times(mayBeEqual: true)),
        "timeframes.txt": ("start_time", "end_time", .times(mayBeEqual: false)),
        "stops.txt": ("stop_lat", "stop_lon", .coordinates),
        "shapes.txt": ("shape_pt_lat", "shape_pt_lon", .coordinates),
        "fare_products.txt": ("amount", "currency", .amount),
    ]

    static func make(
        _ table: TableSpec, filename: String, header: [String], isCanonical: Bool
    ) -> [any RowPairCheck] {
        if table.file == Transfer.file, !isCanonical {
            return [TransferTimeCheck(filename, header)]
        }
        guard let pair = pairs[table.file.name],
            let first = header.firstIndex(of: pair.first),
            let second = header.firstIndex(of: pair.second)
        else { return [] }
        let key = table.file.primaryKey
        let place = RowPair(
            filename: filename, firstName: pair.first, secondName: pair.second, first: first,
            second: second, fields: FieldSet([pair.first, pair.second], of: table),
            key: key.count == 1 ? header.firstIndex(of: key[0]) ?? .max : .max)
        return switch pair.kind {
        case .times(let mayBeEqual): [StartEndCheck(place, isDate: false, mayBeEqual: mayBeEqual)]
        case .dates: [StartEndCheck(place, isDate: true, mayBeEqual: true)]
        case .coordinates: [CoordinatesCheck(pair: place)]
        case .amount: [AmountCheck(pair: place)]
        }
    }
}

struct RowPair {
    let filename: String
    let firstName: String
    let secondName: String
    let first: Int
    let second: Int
    let fields: FieldSet
    /// The column identifies a row by itself; `Int.max` if there is none.
    let key: Int

    /// Nil when the row is identified by several cells.
    func entity(_ cells: RowCells) -> String? {
        key == .max ? nil : String(decoding: cells[key], as: UTF8.self)
    }
}

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

struct AmountCheck: RowPairCheck {
    let pair: RowPair

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

/// Near 0, 0 or at a pole.
struct CoordinatesCheck: RowPairCheck {
    let pair: RowPair

    func check(_ cells: RowCells, into bin: NoticeBin) {
        // Without `--compat canonical` other notations are bad, and such rows do not get here.
        guard let latitude = JavaNumber.decimal(cells[pair.first], isCanonical: true),
            let longitude = JavaNumber.decimal(cells[pair.second], isCanonical: true)
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

/// A transfer that needs a minimum time says how long it is.
///
/// Required by the reference since August 2026 (google/transit#640); the canonical validator that
/// `--compat canonical` follows is older. This is not a rule for rows, because those cannot tell a
/// blank cell from a bad one, which has its own notice.
struct TransferTimeCheck: RowPairCheck {
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
            .missingRequiredField, .field(pair.secondName, of: pair.filename, row: cells.row))
    }
}
