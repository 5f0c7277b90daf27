import GRDB
import SQLiteLayer
import TransitModel

extension FeedRow {
    /// All rows of the file's table that a condition of SQL chooses. What is no value of its field is
    /// nil.
    static func fetchAll(
        _ db: Database, _ condition: String = "", arguments: StatementArguments = []
    ) throws -> [Self] {
        let table = file.name.prefix { $0 != "." }
        let statement = try db.cachedStatement(sql: "SELECT * FROM \(table) \(condition)")
        let positions = Dictionary(
            zip(statement.columnNames, 0...), uniquingKeysWith: { first, _ in first })
        let fields = fields.map { ($0, position: positions[$0.spec.name]) }
        let columns = Columns(statement)
        var found: [Self] = []
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while try rows.next() != nil {
            var row = Self()
            for (field, position) in fields {
                guard let position else { continue }
                columns.withCell(position) { cell in
                    if !cell.isEmpty { _ = field.read(cell, &row) }
                }
            }
            found.append(row)
        }
        return found
    }
}

extension Columns {
    /// A value as the feed's file would write it; blank where there is none.
    fileprivate func withCell(_ position: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        if withText(position, body) != nil { return }
        guard let number = real(position) else { return }
        var text = integer(position).map { String($0) } ?? String(number)
        text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
