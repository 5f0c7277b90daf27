import SQLiteLayer

/// The number of rows that the tables of a bundle have, as ANALYZE counted them: it looks at every
/// row anyway.
struct RowCounts {
    private let counts: [String: Int]

    /// Reads a bundle that was analyzed and has not changed since.
    init(_ connection: Connection) throws {
        var counts: [String: Int] = [:]
        // The first number of a statistic counts the rows of the table or index. A partial index
        // has fewer rows; where all indexes are partial, there is a statistic of the table itself.
        let query = try Statement(
            connection,
            "SELECT tbl, max(CAST(stat AS INTEGER)) FROM sqlite_stat1 GROUP BY tbl")
        while try query.next() {
            if let table = query.row.text(0) { counts[table] = query.row.integer(1) }
        }
        self.counts = counts
    }

    /// A table without rows has no statistic.
    subscript(table: String) -> Int { counts[table] ?? 0 }
}
