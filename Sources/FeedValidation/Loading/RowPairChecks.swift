import FeedReading
import GTFSSchedule

/// A check of two cells of a row against each other.
protocol RowPairCheck {
    var pair: RowPair { get }
    func check(_ cells: RowCells, into bin: NoticeBin)
}

/// The pairs of cells that belong together, by file.
enum RowPairChecks {
    private enum Kind {
        /// Two times; equal ones may be wrong.
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

    /// The checks for a file; none when the file lacks one of the columns.
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
        case .coordinates: [CoordinatesCheck(place, isCanonical: isCanonical)]
        case .amount: [AmountCheck(place)]
        }
    }
}

/// Where the two cells are.
struct RowPair {
    let filename: String
    let firstName: String
    let secondName: String
    let first: Int
    let second: Int
    /// Their fields.
    let fields: FieldSet
    /// The column that identifies a row by itself, else `Int.max`.
    let key: Int

    /// The value that identifies the row; nil when it takes several cells.
    func entity(_ cells: RowCells) -> String? {
        key == .max ? nil : String(decoding: cells[key], as: UTF8.self)
    }
}
