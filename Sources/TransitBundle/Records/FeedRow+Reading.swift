import SQLiteLayer
import TransitModel

extension FeedRow {
    /// A value that is invalid for its field is nil.
    static func fetchAll(
        _ db: Database, _ condition: String = "", arguments: Parameters = []
    ) throws -> [Self] {
        var found: [Self] = []
        try readAll(db, "SELECT * FROM \(tableName) \(condition)", arguments: arguments) { row, _ in
            found.append(row)
        }
        return found
    }

    /// Positions count from 1.
    static func fetchAllPlaced(
        _ db: Database, _ condition: String, arguments: Parameters
    ) throws -> [(position: Int64, row: Self)] {
        var found: [(position: Int64, row: Self)] = []
        let sql = "SELECT rowid, * FROM \(tableName) \(condition)"
        try readAll(db, sql, arguments: arguments) { row, columns in
            found.append((try columns.required(columns.key(0), "rowid"), row))
        }
        return found
    }

    static var tableName: Substring { file.name.prefix { $0 != "." } }

    private static func readAll(
        _ db: Database, _ sql: String, arguments: Parameters,
        body: (Self, Columns) throws -> Void
    ) throws {
        var fields: [(field: Field<Self>, position: Int)]?
        try db.readRows(sql, arguments: arguments) { columns in
            let known =
                fields
                ?? Self.fields.compactMap { field in
                    columns.position(field.spec.name).map { (field, $0) }
                }
            fields = known
            try body(Self(columns, known), columns)
        }
    }

    init(_ columns: Columns, _ fields: [(field: Field<Self>, position: Int)]) {
        self.init()
        for (field, position) in fields {
            columns.withCell(position) { cell in
                if !cell.isEmpty { _ = field.read(cell, &self) }
            }
        }
    }
}

extension Columns {
    /// In the form of the feed's file; blank when there is none.
    fileprivate func withCell(_ position: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        if withText(position, body) != nil { return }
        guard let number = real(position) else { return }
        var text = integer(position).map { String($0) } ?? String(number)
        text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
