import GTFSSchedule
import TestSupport

/// A feed with every field of every table, whose cells are at the edges of what a field may hold.
struct EdgeFeed {
    typealias Row = [String]

    struct Table {
        let file: String
        let fields: [FieldSpec]
        let rows: [Row]
    }

    private(set) var tables: [Table] = []
    private(set) var feed = TestFeed("")

    /// A column that the reference does not know, before all others: a reader could take the
    /// beginning of its name for a byte order mark.
    private static let unknown = FieldSpec(unknown: "\u{FEFF}note")

    /// - Parameter value: of a field in a row, from 0 on, and in a column.
    init(
        rows: Int,
        _ value: (_ field: FieldSpec, _ table: TableSpec, _ row: Int, _ column: Int) -> String
    ) {
        for table in Schedule.tables where table.file != Location.file {
            let fields = [Self.unknown] + table.fields
            add(
                Table(
                    file: table.file.name, fields: fields,
                    rows: (0..<rows).map { row in
                        fields.enumerated().map { value($1, table, row, $0) }
                    }))
        }
        let fields = [Self.unknown] + ["a,b", "\"c\"", "d\ne", "f"].map(FieldSpec.init(unknown:))
        add(
            Table(
                file: "edges.txt", fields: fields,
                rows: (0..<rows).map { row in
                    fields.indices.map { EdgeValues.texts[(row + $0) % EdgeValues.texts.count] }
                }))
    }

    private mutating func add(_ table: Table) {
        tables.append(table)
        let header = table.fields.map { Self.written($0.name, 1) }
        let rows = table.rows.enumerated().map { row, cells in
            cells.enumerated().map { Self.written($1, row + $0) }
        }
        feed[table.file] = ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
    }

    /// A cell as it is, in quotes, between blanks, or between blanks in quotes.
    private static func written(_ cell: String, _ way: Int) -> String {
        let quoted = cell.replacing("\"", with: "\"\"")
        switch way % 4 {
        case 1: return "\"\(quoted)\""
        case 2: return "\" \(quoted)\t\""
        default:
            let needsQuotes = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
            let text = needsQuotes ? "\"\(quoted)\"" : cell
            return way % 4 == 3 ? "  \(text)\t" : text
        }
    }
}

/// Values at the edges of each type of field, and such as are just beyond them.
enum EdgeValues {
    static let texts = [
        "a", "A", "0", "007", "1e5", "1.0", "-0", "+5", "NULL", "null", "true", "'", "''", "'q'",
        "\"", "\"\"", "\"q\"", "a,b", ",", "a\nb", "a\r\nb", "a\rb", "a\n\nb", "a  b", "a\tb",
        "a\u{1}b", "x\u{1F}y", "\u{7F}", "\u{85}", "\u{A0}x\u{A0}", "\u{3000}", "\u{2028}x",
        "\u{200B}z", "\u{FEFF}x", "\u{FFFD}", "\u{FFFF}", "\u{E000}", "\u{10FFFF}", "\u{E9}",
        "e\u{301}", "\u{301}", "\u{1F68C}", "\u{1F468}\u{200D}\u{1F469}", "#x", "|", "\\", "%s",
        "--", ";", "$1", "?", "x'00'", "{}", "9223372036854775808", "20260101", "08:00:00",
        String(repeating: "long ", count: 999) + "end",
    ]

    static func of(_ type: FieldType) -> [String] {
        switch type {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode,
            .keyword:
            texts
        case .currencyAmount, .nonNegativeAmount:
            [
                "0", "-0", "0.000", "2.50", "-2.50", "+3.20", "007.00", ".5", "5.", "-.0",
                String(repeating: "9", count: 200) + ".01",
            ]
        case .color: ["000000", "FFFFFF", "ffffff", "f99D1c", "123456"]
        case .date:
            ["00000101", "09991231", "19000101", "20240229", "20000229", "22001231", "99991231"]
        case .time, .localTime:
            // Equal ones are in no four rows of one trip.
            [
                "0:00:00", "8:05:09", "8:05", "23:59:59", "00:00:00", "24:00:00", "08:05",
                "99:59:59", "100:00:00", "999:59:59", "25:10:00", "000:00:01", "999:59",
            ]
        case .latitude: degrees + ["90", "-90", "89.9999999999999"]
        case .longitude: degrees + ["180", "-180", "179.999999999999", "-179.9999999"]
        case .float, .nonNegativeFloat, .positiveFloat:
            degrees + [
                "1e300", "1.7976931348623157e308", "-1e23", "9007199254740993", "1e-300",
                "4.9e-324", "2.2250738585072014e-308", "9223372036854775808",
                "123456789012345678901234567890",
            ]
        case .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger:
            ["0", "1", "007", "+5", "2147483647", "0000000000000012", "100000", "65536"]
        case .enumeration(let codes):
            [
                "\(codes.lowerBound)", "\(codes.upperBound)", "00\(codes.upperBound)",
                "+\(codes.lowerBound)", "\(codes.upperBound + 1)", "255",
            ]
        case .routeType: ["0", "3", "0012", "1702", "100", "99999"]
        }
    }

    private static let degrees = [
        "0", "-0", "0.0", "1", "-1", "+2.25", "01.50", ".5", "5.", "-.5", "1e1", "1E-7",
        "0.30000000000000004", "0.1234567890123456789", "48.123456",
        "000000000000000000000000000000.5",
    ]

    /// Cells that are no value of a field; none where every text is one.
    static func beyond(_ type: FieldType) -> [String] {
        switch type {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode,
            .keyword:
            []
        case .currencyAmount, .nonNegativeAmount: ["1,5", "1e3", "$1", "--1", "1.2.3", "+", "."]
        case .color: ["#FFFFFF", "FFFFF", "FFFFFFF", "GGGGGG"]
        case .date: ["2026-01-01", "20260230", "20230229", "00000000", "2026011", "202601011"]
        case .time, .localTime:
            [
                "24:60:00", "24:00:60", "-1:00:00", "1:0:0", "12", "1000:00:00", "8:5:9",
                "08:00:00:00",
            ]
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat:
            ["x", "nan", "inf", "0x1p3", "1e400", "1,5", ".", "-", "1e", "1.2.3", "1 2"]
        case .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger, .enumeration,
            .routeType:
            [
                "x", "1.0", "1e3", "2147483648", "-2147483649", "1 2", "0x10", "\u{FF11}", "--1",
                "+", String(repeating: "0", count: 19),
            ]
        }
    }
}
