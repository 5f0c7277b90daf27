import GRDB
import SQLiteLayer
import TransitModel

extension FeedRow {
    /// All rows of the file's table that satisfy an SQL condition. A value that is invalid for its
    /// field is nil.
    static func fetchAll(
        _ db: Database, _ condition: String = "", arguments: StatementArguments = []
    ) throws -> [Self] {
        var found: [Self] = []
        try readAll(db, "SELECT * FROM \(tableName) \(condition)", arguments: arguments) { row, _ in
            found.append(row)
        }
        return found
    }

    /// The same rows with their places in the table, from 1 on.
    static func fetchAllPlaced(
        _ db: Database, _ condition: String, arguments: StatementArguments
    ) throws -> [(position: Int64, row: Self)] {
        var found: [(position: Int64, row: Self)] = []
        let sql = "SELECT rowid, * FROM \(tableName) \(condition)"
        try readAll(db, sql, arguments: arguments) { row, columns in
            found.append((try columns.required(columns.key(0), "rowid"), row))
        }
        return found
    }

    private static var tableName: Substring { file.name.prefix { $0 != "." } }

    private static func readAll(
        _ db: Database, _ sql: String, arguments: StatementArguments,
        body: (Self, Columns) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(sql: sql)
        let positions = Dictionary(
            zip(statement.columnNames, 0...), uniquingKeysWith: { first, _ in first })
        let fields = fields.map { ($0, position: positions[$0.spec.name]) }
        let columns = Columns(statement)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while try rows.next() != nil {
            var row = Self()
            for (field, position) in fields {
                guard let position else { continue }
                columns.withCell(position) { cell in
                    if !cell.isEmpty { _ = field.read(cell, &row) }
                }
            }
            try body(row, columns)
        }
    }
}

extension Columns {
    /// A value in the form of the feed's file; blank when there is none.
    fileprivate func withCell(_ position: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        if withText(position, body) != nil { return }
        guard let number = real(position) else { return }
        var text = integer(position).map { String($0) } ?? String(number)
        text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
