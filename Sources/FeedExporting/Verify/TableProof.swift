import FeedCompiling
import FeedReading
import GTFSSchedule
import SQLiteLayer

/// Rows are matched by primary key, or by all fields if there is none; the first of rows with equal
/// keys matches the first. Of rows without a value there, a filter may have left out the first: these
/// are matched by all fields, too. Memory holds the file.
final class TableProof: RowProof {
    private let input: ProofInput
    private let table: TableSpec
    private let unknown: PackedExtension?
    private let comparison: FeedRowComparison
    private let keyFields: [Int]
    private var rows = FeedRows()
    private var waiting: [[UInt8]: [Int32]] = [:]

    init(_ base: TableSpec, unknown: PackedExtension?, _ input: ProofInput) {
        let table = unknown?.extended(base) ?? base
        self.table = table
        self.unknown = unknown
        self.input = input
        comparison = FeedRowComparison(table, input)
        let key = table.file.primaryKey
        keyFields = table.fields.indices.filter {
            key.isEmpty || key.contains(table.fields[$0].name)
        }
    }

    var rounded: [RoundedValues] { comparison.rounded }

    func add(_ reader: FeedRowReader) {
        var key: [UInt8] = []
        for field in keyFields { append(reader.cell(field), table.fields[field].type, to: &key) }
        if isBlank(key) {
            for field in table.fields.indices {
                append(reader.cell(field), table.fields[field].type, to: &key)
            }
        }
        waiting[key, default: []].append(Int32(rows.entries.count))
        rows.append(reader, key: 0)
    }

    func finish() throws -> (all: Int, fromView: Int) {
        for key in waiting.keys where (waiting[key]?.count ?? 0) > 1 { waiting[key]?.reverse() }
        var count = 0
        try input.connection.readRows(rowsInOrder()) { row in
            count += 1
            var key: [UInt8] = []
            append(row, keyFields, to: &key)
            if isBlank(key) { append(row, Array(table.fields.indices), to: &key) }
            guard let index = waiting[key]?.popLast() else {
                input.differences.add(
                    table.file.name, feed: "no such row",
                    bundle: table.fields.indices.map { row.asText($0) ?? "" }
                        .joined(separator: ","))
                return
            }
            comparison.compare(rows.entries[Int(index)], of: rows, row)
        }
        if !input.facts.isFiltered {
            for index in waiting.values.joined().sorted() {
                let entry = rows.entries[Int(index)]
                input.differences.add(
                    table.file.name, row: entry.row, feed: rows.text(entry, table),
                    bundle: "no such row")
            }
        }
        return (count, count)
    }

    private func rowsInOrder() throws -> String {
        let known = table.fields.count - (unknown?.columns.count ?? 0)
        var names = table.fields.prefix(known).map { "b.\($0.name)" }
        var source = "\(table.name) b"
        let hasRows = try input.connection.hasTable(table.name)
        if let unknown {
            let keys =
                try input.connection.hasColumn("row", of: unknown.table)
                ? ["x.row = b.rowid"] : table.file.primaryKey.map { "x.\($0) = b.\($0)" }
            names += unknown.columns.map { hasRows ? "x.\"\($0.column)\"" : "NULL" }
            if hasRows {
                source += " LEFT JOIN \(unknown.table) x ON \(keys.joined(separator: " AND "))"
            }
        }
        let order = hasRows ? "ORDER BY b.rowid" : ""
        return "SELECT \(names.joined(separator: ", ")) FROM \(source) \(order)"
    }

    private func append(
        _ cell: UnsafeRawBufferPointer, _ type: FieldType, to key: inout [UInt8]
    ) {
        if !cell.isEmpty {
            switch type.judge(cell).value {
            case .integer(let value): append(value, to: &key)
            case .real(let value): append(value, to: &key)
            case .text: key.append(contentsOf: cell)
            case nil: break
            }
        }
        key.append(Self.end)
    }

    /// Ends a cell in a key: a byte that UTF-8 never has.
    private static let end: UInt8 = 0xFF

    private func isBlank(_ key: [UInt8]) -> Bool {
        input.facts.isFiltered && key.allSatisfy { $0 == Self.end }
    }

    private func append(_ found: Columns, _ fields: [Int], to key: inout [UInt8]) {
        for field in fields {
            let type = table.fields[field].type
            if found.isInteger(field), let number = found.int64(field) {
                append(number, to: &key)
            } else if let value = found.real(field) {
                append(value, to: &key)
            } else if found.isText(field), type == .time || type == .localTime {
                if let seconds = CellText.seconds(found.bytes(field)) {
                    append(Int64(seconds), to: &key)
                }
            } else if found.isText(field) {
                key.append(contentsOf: found.bytes(field))
            }
            key.append(Self.end)
        }
    }

    /// Appends zero without its sign, which SQLite does not store.
    private func append(_ value: Double, to key: inout [UInt8]) {
        append(Int64(bitPattern: (value == 0 ? 0 : value).bitPattern), to: &key)
    }

    private func append(_ value: Int64, to key: inout [UInt8]) {
        withUnsafeBytes(of: value) { key.append(contentsOf: $0) }
    }
}
