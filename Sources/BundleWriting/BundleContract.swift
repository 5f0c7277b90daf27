package import SQLiteLayer

/// The requirements of `schema/bundle.sql` on a bundle.
package enum BundleContract {
    /// Whether the bundle's table or view is word for word that of the contract.
    package static func isKept(for name: String, in connection: Connection) throws -> Bool {
        let query = try Statement(
            connection, "SELECT sql FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?"
        )
        try query.bind(1, text: name)
        guard try query.next(), let text = query.row.text(0) else { return false }
        return SchemaScript.forms(of: name).contains(text)
    }

    /// Refuses a bundle that has something else in place of a table: a view may yield endless rows,
    /// and readers of a table hold its rows in memory.
    ///
    /// A small file without rows becomes a view without rows, see
    /// ``SchemaScript/emptyView(_:columns:)``.
    static func checkTables(_ connection: Connection) throws {
        let views = try Statement(
            connection, "SELECT name, sql FROM sqlite_master WHERE type = 'view'")
        while try views.next() {
            // SQLite treats names that differ only in case as the same.
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
