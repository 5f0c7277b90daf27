import SQLiteLayer

/// How many rows the tables of a bundle have, as ANALYZE counted them: it looks at every row anyway.
struct RowCounts {
    private let counts: [String: Int]

    /// Of a bundle that was analyzed, and did not change since.
    init(_ connection: Connection) throws {
        var counts: [String: Int] = [:]
        // The first number of a statistic: the rows of the table, or of an index, which for an index of
        // some of the rows alone are fewer. There is one of the table where all indexes are such.
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
