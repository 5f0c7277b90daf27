import FeedReading
import GTFSSchedule

/// A check of two cells of a row that belong together.
struct RowPairCheck {
    private enum Kind {
        case order(mayBeEqual: Bool)
        case coordinates
        case amount
        case minimumTime
    }

    private static let pairs: [String: (first: String, second: String, kind: Kind)] = [
        "calendar.txt": ("start_date", "end_date", .order(mayBeEqual: true)),
        "feed_info.txt": ("feed_start_date", "feed_end_date", .order(mayBeEqual: true)),
        "frequencies.txt": ("start_time", "end_time", .order(mayBeEqual: false)),
        "stop_times.txt": ("arrival_time", "departure_time", .order(mayBeEqual: true)),
        "timeframes.txt": ("start_time", "end_time", .order(mayBeEqual: false)),
        "stops.txt": ("stop_lat", "stop_lon", .coordinates),
        "shapes.txt": ("shape_pt_lat", "shape_pt_lon", .coordinates),
        "fare_products.txt": ("amount", "currency", .amount),
        "transfers.txt": ("transfer_type", "min_transfer_time", .minimumTime),
    ]

    let fields: FieldSet
    private let filename: String
    private let firstName: String
    private let secondName: String
    /// `Int.max` when the file lacks the column.
    private let first: Int
    private let second: Int
    /// The column identifies a row by itself; `Int.max` if there is none.
    private let key: Int
    private let kind: Kind
    /// That of the first field.
    private let type: FieldType

    /// Nil when nothing is to be checked in such a file.
    init?(_ table: TableSpec, filename: String, header: [String], isCanonical: Bool) {
        guard let pair = Self.pairs[table.file.name] else { return nil }
        first = header.firstIndex(of: pair.first) ?? .max
        second = header.firstIndex(of: pair.second) ?? .max
        if case .minimumTime = pair.kind {
            if isCanonical { return nil }
        } else if first == .max || second == .max {
            return nil
        }
        self.filename = filename
        (firstName, secondName, kind) = pair
        type = table.fields[table.index(pair.first)].type
        fields = FieldSet([pair.first, pair.second], of: table)
        let names = table.file.primaryKey
        key = names.count == 1 ? header.firstIndex(of: names[0]) ?? .max : .max
    }

    func check(_ cells: RowCells, into bin: NoticeBin) {
        switch kind {
        case .order(let mayBeEqual): checkOrder(cells, mayBeEqual: mayBeEqual, into: bin)
        case .coordinates: checkCoordinates(cells, into: bin)
        case .amount: checkAmount(cells, into: bin)
        case .minimumTime: checkMinimumTime(cells, into: bin)
        }
    }

    /// Nil when the row is identified by several cells.
    private func entity(_ cells: RowCells) -> String? {
        key == .max ? nil : String(decoding: cells[key], as: UTF8.self)
    }

    private func checkOrder(_ cells: RowCells, mayBeEqual: Bool, into bin: NoticeBin) {
        guard case .integer(let start) = type.judge(cells[first]).value,
            case .integer(let end) = type.judge(cells[second]).value, start >= end
        else { return }
        func text(_ value: Int64) -> String {
            type == .date ? "\(value)" : ServiceTime(seconds: Int(value)).description
        }
        if start > end {
            bin.add(
                .startAndEndRangeOutOfOrder, of: NoticePart(filename, field: secondName),
                [
                    "filename": filename, "csvRowNumber": cells.row, "entityId": entity(cells),
                    "startFieldName": firstName, "startValue": text(start),
                    "endFieldName": secondName, "endValue": text(end),
                ])
        } else if !mayBeEqual {
            bin.add(
                .startAndEndRangeEqual, of: NoticePart(filename, field: secondName),
                [
                    "filename": filename, "csvRowNumber": cells.row, "entityId": entity(cells),
                    "startFieldName": firstName, "endFieldName": secondName, "value": text(end),
                ])
        }
    }

    private func checkAmount(_ cells: RowCells, into bin: NoticeBin) {
        guard let amount = JavaDecimal(cells[first]) else { return }
        let code = String(decoding: cells[second], as: UTF8.self)
        guard let decimals = Currencies.decimals(code), amount.scale != decimals else { return }
        bin.add(
            .invalidCurrencyAmount, of: NoticePart(filename, field: firstName),
            [
                "filename": filename, "csvRowNumber": cells.row, "currencyCode": code,
                "fieldName": firstName, "fieldValue": amount.plainText,
            ])
    }

    /// Near 0, 0 or at a pole.
    private func checkCoordinates(_ cells: RowCells, into bin: NoticeBin) {
        // Without `--compat canonical` other notations are bad, and such rows do not get here.
        guard let latitude = JavaNumber.decimal(cells[first]),
            let longitude = JavaNumber.decimal(cells[second])
        else { return }
        func fields() -> NoticeFields {
            [
                "filename": filename, "csvRowNumber": cells.row, "entityId": entity(cells),
                "latFieldName": firstName, "latFieldValue": latitude,
                "lonFieldName": secondName, "lonFieldValue": longitude,
            ]
        }
        if abs(latitude) <= 1, abs(longitude) <= 1 {
            bin.add(.pointNearOrigin, of: NoticePart(filename), fields())
        }
        if abs(latitude) >= 89 { bin.add(.pointNearPole, of: NoticePart(filename), fields()) }
    }

    /// A transfer that needs a minimum time says how long it is.
    ///
    /// Required by the reference since August 2026 (google/transit#640); the canonical validator
    /// that `--compat canonical` follows is older. This is not a rule for rows, because those cannot
    /// tell a blank cell from a bad one, which has its own notice.
    private func checkMinimumTime(_ cells: RowCells, into bin: NoticeBin) {
        guard cells[second].isEmpty,
            CellText.integer(cells[first]) == TransferType.minimumTime.code
        else { return }
        bin.add(.missingRequiredField, field: secondName, of: filename, row: cells.row)
    }
}
