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
}
