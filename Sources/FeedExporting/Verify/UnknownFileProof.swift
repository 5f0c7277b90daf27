import FeedCompiling
import FeedReading
import GTFSSchedule
import SQLiteLayer

struct UnknownFileProof {
    let connection: Connection
    let differences: Differences

    func run(_ table: PackedExtension, source: any ByteSource) throws -> FileTally {
        var tally = FileTally(file: table.file)
        let before = differences.count
        let reader = try CSVReader(source)
        let names = table.columns.map(\.name)
        if reader.header.map(\.exact) != names.map(\.exact) {
            differences.add(
                table.file, row: 1, feed: reader.header.joined(separator: ","),
                bundle: names.joined(separator: ","))
        }
        let query = try Statement(
            connection, "SELECT \(table.columnList()) FROM \(table.table) ORDER BY rowid")
        var hasRow = true
        while try reader.next() {
            tally.feedRows += 1
            if !reader.isOrdinary {
                let traits = (0..<reader.count).map(reader.traits)
                tally.repairedCells += traits.count { $0.contains(.repaired) }
                tally.trimmedCells += traits.count(where: \.isTrimmed)
            }
            if hasRow { hasRow = try query.next() }
            guard hasRow else {
                differences.add(
                    table.file, row: reader.row, feed: reader.text(), bundle: "no such row")
                continue
            }
            tally.bundleRows += 1
            compare(reader, query.row, of: table)
        }
        tally.trimmedCells += reader.trimmedOutsideRows
        while hasRow, try query.next() {
            tally.bundleRows += 1
            differences.add(
                table.file, feed: "no such row",
                bundle: table.columns.indices.map { query.row.asText($0) ?? "" }
                    .joined(separator: ","))
        }
        tally.viewRows = tally.bundleRows
        tally.differences = differences.count - before
        return tally
    }

    private func compare(_ reader: CSVReader, _ found: Columns, of table: PackedExtension) {
        for column in 0..<max(reader.count, table.columns.count) {
            let cell =
                column < reader.count
                ? reader[column] : UnsafeRawBufferPointer(start: nil, count: 0)
            guard column < table.columns.count else {
                if !cell.isEmpty {
                    differences.add(
                        table.file, row: reader.row, field: "column \(column + 1)",
                        feed: String(decoding: cell, as: UTF8.self), bundle: "no such column")
                }
                continue
            }
            guard !CellComparison.isKept(cell, in: found, at: column) else { continue }
            differences.add(
                table.file, row: reader.row, field: table.columns[column].name,
                feed: String(decoding: cell, as: UTF8.self),
                bundle: found.asText(column) ?? "NULL")
        }
    }
}

extension CellComparison {
    static func isKept(
        _ cell: UnsafeRawBufferPointer, in found: Columns, at column: Int
    ) -> Bool {
        if cell.isEmpty { return found.isNull(column) }
        return found.isText(column) && areEqual(cell, found.bytes(column))
    }
}
