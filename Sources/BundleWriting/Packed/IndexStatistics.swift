import SQLiteLayer

/// The statistics of ANALYZE for an index whose rows are visited in order anyway: how many rows on
/// average have the same first column, the same first two columns, and so on.
struct IndexStatistics {
    let table: String
    let index: String
    private var rows = 0
    private var distinct: [Int]

    init(table: String, index: String, columns: Int) {
        self.table = table
        self.index = index
        distinct = Array(repeating: 0, count: columns)
    }

    /// `same` is how many of the first columns equal those of the row before.
    mutating func count(same: Int) {
        rows += 1
        for columns in min(same, distinct.count)..<distinct.count { distinct[columns] += 1 }
    }

    var text: String {
        let averages = distinct.map { distinct in
            let average = (rows + distinct - 1) / max(distinct, 1)
            // SQLite treats nearly unique as unique.
            return average == 2 && rows * 10 <= distinct * 11 ? 1 : average
        }
        return ([rows] + averages).map { "\($0)" }.joined(separator: " ")
    }

    static func analyze(
        _ connection: Connection, known: [IndexStatistics], analyzed: Set<String>
    ) throws {
        let names = try connection.texts(
            """
            SELECT name FROM sqlite_master
            WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY rowid
            """)
        let done = analyzed.union(known.map(\.table))
        for name in names where !done.contains(name) {
            try connection.execute("ANALYZE \(name)")
        }
        guard !known.isEmpty else { return }
        let insert = try Statement(connection, "INSERT INTO sqlite_stat1 VALUES (?, ?, ?)")
        for statistics in known {
            try insert.run(statistics.table, statistics.index, statistics.text)
        }
    }
}
