import FeedExporting
import Foundation
import GRDB
import GTFSSchedule
import TestSupport
import Testing

/// All fields of the reference at their edges: the least, the greatest, the longest, in quotes, with
/// blanks, with zeros before them.
@Suite struct EdgeValueTests {
    @Test("A value at the edge of its field comes out as it went in, and again to the byte")
    func values() throws {
        let edges = EdgeFeed(rows: EdgeValues.texts.count) { field, table, row, column in
            let values = EdgeValues.of(field.type)
            let isKey = table.file.primaryKey.contains(field.name)
            // Trips, shapes and services have four rows each, with one time.
            let isShared =
                table.file.primaryKey.count == 2 && table.file.primaryKey[0] == field.name
            if isShared || !isKey && field.type == .time { return values[row / 4 % values.count] }
            if !isKey, field.presence == .optional, (7 * row + column) % 13 == 0 { return "" }
            return values[(row + (isKey ? 0 : column)) % values.count]
        }
        let proof = try Proof(edges.feed)
        for everyRow in [false, true] {
            let outcome = try proof.outcome(everyRow: everyRow)
            #expect(outcome.isWhole, "\(outcome.lines)")
            #expect(outcome.files.map(\.rejectedRows).reduce(0, +) == 0)
            #expect(outcome.files.map(\.rejectedCells).reduce(0, +) == 0)
        }
        let first = try proof.export("first")
        for table in edges.tables {
            let found = try Self.rows(of: "\(first)/\(table.file)")
            #expect(found.first == table.fields.map(\.name), "\(table.file)")
            let expected = table.rows.map { cells in
                zip(cells, table.fields).map { Self.exported($0, $1, in: table.file) }
            }
            let rows = found.dropFirst().map { cells in
                zip(cells, table.fields).map { Self.compared($0, $1, in: table.file) }
            }
            #expect(Self.sorted(Array(rows)) == Self.sorted(expected), "\(table.file)")
        }
        let again = proof.folder.path + "/again.sqlite"
        try Proof.build(first, to: again)
        let outcome = try Proof.outcome(first, again)
        #expect(outcome.isExact, "\(outcome.lines)")
        let second = proof.folder.path + "/second"
        _ = try FeedExport(bundle: again).run(to: second)
        for file in edges.tables.map(\.file) {
            #expect(
                FileManager.default.contentsEqual(
                    atPath: "\(first)/\(file)", andPath: "\(second)/\(file)"), "\(file)")
        }
    }

    @Test("A value beyond the edge of its field is in rejected, once, and in no table")
    func beyond() throws {
        var expected: Set<[String]> = []
        let edges = EdgeFeed(rows: 11) { field, table, row, column in
            let values = EdgeValues.beyond(field.type)
            // A row without them is not kept.
            let needed = table.file.primaryKey + ["shape_pt_lat", "shape_pt_lon"]
            if values.isEmpty { return "k\(row)" }
            if needed.contains(field.name) { return EdgeValues.of(field.type)[3] }
            let value = values[(row + column) % values.count]
            expected.insert([table.file.name, "\(row + 2)", field.name, value])
            return value
        }
        let proof = try Proof(edges.feed)
        let rejected = try DatabaseQueue(path: proof.bundle).read {
            try Row.fetchAll($0, sql: "SELECT file, row, field, value FROM rejected").map { row in
                [row["file"], "\(row["row"] as Int)", row["field"] ?? "", row["value"]]
            } as [[String]]
        }
        #expect(rejected.count == expected.count)
        #expect(Set(rejected) == expected)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        let target = try proof.export("out")
        for table in edges.tables where table.file != "edges.txt" {
            let rows = try Self.rows(of: "\(target)/\(table.file)").dropFirst()
            #expect(rows.count == table.rows.count, "\(table.file)")
            for (cells, said) in zip(rows, table.rows) {
                for (cell, (said, field)) in zip(cells, zip(said, table.fields))
                where EdgeValues.beyond(field.type).contains(said) {
                    #expect(cell == "", "\(table.file) \(field.name)")
                }
            }
        }
    }

    /// A cell of the feed as `schema/bundle.sql` lets it come out.
    private static func exported(_ cell: String, _ field: FieldSpec, in file: String) -> String {
        guard !cell.isEmpty else { return "" }
        switch field.type {
        case .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger, .enumeration,
            .routeType:
            return Int(cell).map(String.init) ?? "not a number"
        case .time, .localTime:
            let parts = cell.split(separator: ":").compactMap { Int($0) } + [0]
            return parts.prefix(3).map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        default: return compared(cell, field, in: file)
        }
    }

    /// A cell of an export, decimal numbers as that which they are: those of shapes to a millionth
    /// of a degree, and a zero without a minus, except in distances.
    private static func compared(_ cell: String, _ field: FieldSpec, in file: String) -> String {
        guard !cell.isEmpty, field.type.sqlType == "REAL" else { return cell }
        guard let number = Double(cell) else { return "not a number" }
        if file == ShapePoint.file.name, field.name != "shape_dist_traveled" {
            return "\((number * 1e6).rounded() + 0)"
        }
        return field.name == "shape_dist_traveled" || number != 0 ? "\(number)" : "0.0"
    }

    private static func sorted(_ rows: [EdgeFeed.Row]) -> [[ExactText]] {
        rows.map { $0.map(\.exact) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The records of a file, by the rules of RFC 4180.
    private static func rows(of path: String) throws -> [EdgeFeed.Row] {
        var rows: [EdgeFeed.Row] = []
        var row: EdgeFeed.Row = []
        var cell: [UInt8] = []
        var isQuoted = false
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))[...]
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && bytes.first == byte:
                cell.append(byte)
                bytes.removeFirst()
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted, UInt8(ascii: "\n") where !isQuoted:
                row.append(String(decoding: cell, as: UTF8.self))
                cell = []
                if byte == UInt8(ascii: "\n") {
                    rows.append(row)
                    row = []
                }
            default: cell.append(byte)
            }
        }
        return rows
    }
}
