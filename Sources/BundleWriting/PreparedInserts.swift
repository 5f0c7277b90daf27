import SQLiteLayer

/// The INSERT statements of the small tables, each prepared when its first row comes; that is also
/// when its table is made, so that a file without rows takes no space.
final class PreparedInserts {
    private let connection: Connection
    private let inserts: [BundleInserts]
    private var statements: [Statement?]

    init(_ connection: Connection, _ inserts: [BundleInserts]) {
        self.connection = connection
        self.inserts = inserts
        statements = inserts.map { _ in nil }
    }

    /// The statement by its number, and how many parameters it has.
    subscript(number: Int) -> (statement: Statement, parameters: Int) {
        get throws {
            let insert = inserts[number]
            if let statement = statements[number] { return (statement, insert.columns.count) }
            if let table = SchemaScript.smallTables[insert.table] {
                try connection.execute(table)
            }
            let statement = try Statement(connection, insert.sql)
            statements[number] = statement
            return (statement, insert.columns.count)
        }
    }

    /// What no row came for.
    var unused: [BundleInserts] {
        zip(inserts, statements).filter { $0.1 == nil }.map(\.0)
    }
}
