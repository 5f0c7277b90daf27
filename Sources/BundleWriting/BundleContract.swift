package import SQLiteLayer

/// What `schema/bundle.sql` says that a bundle is.
package enum BundleContract {
    /// Whether a bundle has a table or view word for word as the contract has it.
    package static func isKept(for name: String, in connection: Connection) throws -> Bool {
        let query = try Statement(
            connection, "SELECT sql FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?"
        )
        try query.bind(1, text: name)
        guard try query.next(), let text = query.row.text(0) else { return false }
        return SchemaScript.forms(of: name).contains(text)
    }

    /// Refuses a bundle in which something else stands where a table should: a view may have rows
    /// without end, and what reads a table keeps its rows.
    ///
    /// A small file without rows is a view without rows, see ``SchemaScript/emptyView(_:columns:)``.
    static func checkTables(_ connection: Connection) throws {
        let views = try Statement(
            connection, "SELECT name, sql FROM sqlite_master WHERE type = 'view'")
        while try views.next() {
            // SQLite takes names that differ in case for the same.
            guard let name = views.row.text(0)?.lowercased(),
                SchemaScript.tableNames.contains(name)
            else { continue }
            let columns = try connection.texts("SELECT name FROM pragma_table_info('\(name)')")
            guard views.row.text(1) == SchemaScript.emptyView(name, columns: columns) else {
                throw DamagedBundle(reason: "\(name) is a view, and should be a table")
            }
        }
    }
}
