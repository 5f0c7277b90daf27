import Foundation
import SQLiteLayer

/// Copies of a bundle that were damaged on their way, or on purpose.
///
///     let damage = try BundleDamage(of: path, in: folder)
///     for number in damage.numbers(120) {
///         let what = try damage.make(number, at: copy)
///         ...
///     }
///
/// The same number gives the same damage in every run.
package final class BundleDamage: Sendable {
    /// `BUNDLE_MUTATIONS=20000` asks for a long run.
    package static let asked =
        ProcessInfo.processInfo.environment["BUNDLE_MUTATIONS"].flatMap { Int($0) }

    package struct Object: Sendable {
        package let type: String
        package let name: String
    }

    package struct Column: Sendable {
        package let table: String
        package let name: String
    }

    /// Values of SQL that stand where something else is expected.
    package static let values = [
        "NULL", "'x'", "''", "-1", "0", "9223372036854775807", "-9223372036854775808", "1e300",
        "x'00FF'", "'99991231'", "char(55296, 1, 65535)",
    ]

    /// More of them, for damage that is chosen by chance.
    private static let moreValues =
        values + [
            "1", "63", "256", "65536", "1000000", "2147483647", "2147483648", "-2147483648",
            "4294967297", "-9223372036854775807", "-1e300", "0.5", "9e999", "-9e999", "'-1'",
            "'2147483647'", "'9223372036854775807'", "'nan'", "'1e400'", "'{}'", "'[[[[[['",
            "'18446744073709551616'", "zeroblob(1000)", "hex(zeroblob(2000))",
        ]

    package let columns: [Column]
    package let objects: [Object]
    private let views: [(name: String, columns: [String])]
    private let keys: [String]
    private let whole: [UInt8]
    private let loose: [UInt8]

    package init(of bundle: String, in folder: TestFolder) throws {
        whole = Array(try Data(contentsOf: URL(fileURLWithPath: bundle)))
        let path = try folder.write("loose-\(UUID().uuidString).sqlite", whole)
        try Self.loosen(path)
        loose = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let connection = try Connection(path: path, .reading)
        objects = try Self.rows(
            "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
            connection
        ).map { Object(type: $0[0], name: $0[1]) }
        columns = try Self.rows(
            """
            SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.sql NOT LIKE '%VIRTUAL%' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            """, connection
        ).map { Column(table: $0[0], name: $0[1]) }
        views = try objects.filter { $0.type == "view" }.map { view in
            let names = try connection.texts("SELECT name FROM pragma_table_info('\(view.name)')")
            return (view.name, names)
        }
        keys = try connection.texts("SELECT key FROM metadata")
    }

    package func numbers(_ few: Int) -> Range<Int> { 0..<(Self.asked ?? few) }

    package func make(at path: String, changing sql: String) throws {
        try write(loose, to: path)
        Self.change(path, sql)
    }

    @discardableResult
    package func make(_ number: Int, at path: String) throws -> String {
        var random = SeededGenerator(seed: UInt64(number))
        switch number % 12 {
        case 0: return try flipBytes(&random, path)
        case 1: return try changeHeader(&random, path)
        default:
            let sql = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                statement(number % 12, &random)
            }.joined(separator: ";\n")
            try make(at: path, changing: sql)
            return sql
        }
    }

    // MARK: Bytes

    /// Writes a copy in which bytes were changed: a few of one page, where its structure is or anywhere,
    /// now and then of many.
    package func flipBytes(_ random: inout SeededGenerator, _ path: String) throws -> String {
        var bytes = whole
        let pages = bytes.count / 4096
        let isMuch = Int.random(in: 0..<5, using: &random) == 0
        let width = Bool.random(using: &random) ? 64 : 4096
        for _ in 0..<(isMuch ? 40 : 4) {
            let page = Int.random(in: 0..<pages, using: &random)
            let within = Int.random(in: 0..<width, using: &random)
            bytes[page * 4096 + within] = .random(in: .min ... .max, using: &random)
        }
        if Int.random(in: 0..<20, using: &random) == 0 {
            bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
        }
        try write(bytes, to: path)
        return "bytes"
    }

    private func changeHeader(_ random: inout SeededGenerator, _ path: String) throws -> String {
        var bytes = whole
        let place = Int.random(in: 16..<100, using: &random)
        for offset in 0..<Int.random(in: 1...4, using: &random) {
            bytes[place + offset] =
                [0, 1, 2, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        }
        try write(bytes, to: path)
        return "header, from byte \(place)"
    }

    // MARK: SQL

    private func statement(_ kind: Int, _ random: inout SeededGenerator) -> String {
        let column = columns.randomElement(using: &random) ?? Column(table: "stops", name: "sid")
        let set = "UPDATE OR REPLACE \(column.table) SET \(column.name) = "
        let place = Int.random(in: 0..<40, using: &random)
        let rows =
            Bool.random(using: &random)
            ? "" : " WHERE rowid = (SELECT rowid FROM \(column.table) LIMIT 1 OFFSET \(place))"
        func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "NULL" }
        switch kind {
        case 2, 3, 4: return set + any(Self.moreValues) + rows
        case 5:
            let change = any([
                "+ 1", "- 1", "* 2", "* -1", "+ 1000", "* 1000000", "+ 2147483647", "/ 2",
                "|| char(1)", "|| 1",
            ])
            return "\(set)\(column.name) \(change)\(rows)"
        case 6:
            // Encoded columns: cut, doubled, as bytes, or of random bytes.
            let bytes = (0..<Int.random(in: 0...64, using: &random)).map { _ in
                String(Int.random(in: 0x100...0x1FF, using: &random), radix: 16).suffix(2)
            }.joined()
            return set
                + any([
                    "substr(\(column.name), 1, length(\(column.name)) / 2)",
                    "substr(\(column.name), 2)", "\(column.name) || \(column.name)",
                    "CAST(\(column.name) AS BLOB)", "CAST(\(column.name) AS TEXT)", "x'\(bytes)'",
                    "CAST(x'\(bytes)' AS TEXT)", "\(column.name) || char(1114111)",
                ]) + rows
        case 7:
            return "UPDATE metadata SET value = \(any(Self.moreValues)) WHERE key = '\(any(keys))'"
        case 8: return removal(&random)
        case 9: return otherView(&random)
        case 10:
            return """
                UPDATE sqlite_stat1 SET stat = \(any(Self.moreValues + ["'1 1 1'", "'0 0 0 0 0 0'"]))
                """
        default:
            let other = any(columns.filter { $0.table == column.table }.map(\.name))
            return "\(set)\(other)\(rows)"
        }
    }

    private func removal(_ random: inout SeededGenerator) -> String {
        guard let object = objects.randomElement(using: &random) else { return "" }
        return object.type == "table" && Bool.random(using: &random)
            ? "DELETE FROM \(object.name)" : "DROP \(object.type) \(object.name)"
    }

    private func otherView(_ random: inout SeededGenerator) -> String {
        var name = "trips"
        var columns: [String] = []
        var kind = "VIEW"
        if Bool.random(using: &random), let view = views.randomElement(using: &random) {
            (name, columns) = view
        } else if let column = self.columns.randomElement(using: &random) {
            kind = "TABLE"
            name = column.table
            columns = self.columns.filter { $0.table == name }.map(\.name)
        }
        let values = columns.map { column in
            "\(Self.moreValues.randomElement(using: &random) ?? "NULL") AS \(column)"
        }
        let source = ["", " WHERE 0", " FROM sqlite_master", " FROM metadata a, metadata b"]
        return """
            DROP \(kind) \(name);
            CREATE VIEW \(name) AS SELECT \(values.joined(separator: ", "))\
            \(source.randomElement(using: &random) ?? "")
            """
    }

    // MARK: Files

    /// Takes `NOT NULL` out of the tables, so that anything can be written.
    private static func loosen(_ path: String) throws {
        try Connection(path: path, .writing).execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')
            WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%' AND sql NOT LIKE '%VIRTUAL%';
            PRAGMA writable_schema = OFF;
            """)
    }

    private static func change(_ path: String, _ sql: String) {
        do {
            let connection = try Connection(path: path, .writing)
            try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
            try connection.execute(sql)
        } catch {
            // The copy is as it was, or changed in part.
        }
    }

    private static func rows(_ sql: String, _ connection: Connection) throws -> [[String]] {
        let query = try Statement(connection, sql)
        var rows: [[String]] = []
        while try query.next() { rows.append([query.row.text(0) ?? "", query.row.text(1) ?? ""]) }
        return rows
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
}
