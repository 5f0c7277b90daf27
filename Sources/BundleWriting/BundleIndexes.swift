import SQLiteLayer

/// Makes the indexes of a bundle and the tables for search and space, each as soon as its table is
/// complete. This keeps the writing thread busy while the parsing thread reads files whose rows
/// come later.
struct BundleIndexes {
    private struct Task {
        let table: Substring
        let sql: String
    }

    /// Tables that are complete once the trips are written.
    static let tablesOfTrips: [Substring] = [
        "trip", "trip_group", "pattern", "pattern_stops", "block", "service",
    ]

    /// Makes indexes while their tables are still empty; ``PackedTrips`` fills them.
    mutating func makeEmpty(_ names: [String], _ connection: Connection) throws {
        for name in names {
            let place = waiting.firstIndex { $0.sql.contains(" INDEX \(name) ON ") }
            guard let place else {
                throw BundleError.internalFailure(reason: "no index \(name)")
            }
            try connection.execute(waiting.remove(at: place).sql)
        }
    }

    private var waiting = SchemaScript.indexes.map { Task(table: subject($0), sql: $0) }

    /// Makes what belongs to a table. A small table without rows does not exist yet;
    /// `makeRemaining` deals with it.
    mutating func make(for table: Substring, _ connection: Connection) throws {
        guard try connection.hasTable(String(table)) else { return }
        for task in waiting where task.table == table { try make(task, connection) }
        waiting.removeAll { $0.table == table }
    }

    /// Makes everything that has not been made yet.
    mutating func makeRemaining(_ connection: Connection) throws {
        for task in waiting { try make(task, connection) }
        waiting.removeAll()
    }

    /// Makes no index that would be empty, for its page would be wasted: one on a table without
    /// rows, or on a column without values where it covers only values.
    private func make(_ task: Task, _ connection: Connection) throws {
        if Self.isIndex(task.sql) {
            let condition = task.sql.firstRange(of: " WHERE ").map { task.sql[$0.lowerBound...] }
            let row = try connection.integer(
                "SELECT 1 FROM \(task.table)\(condition ?? "") LIMIT 1")
            guard row != nil else { return }
        }
        if task.sql.hasPrefix("INSERT INTO stops_rtree") {
            try PackedRTree.run(task.sql, connection)
        } else {
            try connection.execute(task.sql)
        }
    }

    private static func isIndex(_ statement: String) -> Bool {
        statement.hasPrefix("CREATE INDEX ") || statement.hasPrefix("CREATE UNIQUE INDEX ")
    }

    /// The table whose rows a statement reads: the one after `ON` for an index, `stops` for the
    /// statements that make and fill `stops_fts` and `stops_rtree`.
    private static func subject(_ statement: String) -> Substring {
        let words = statement.split { $0 == " " || $0 == "\n" }
        if isIndex(statement), let on = words.firstIndex(of: "ON") { return words[on + 1] }
        let name = words.first { $0.contains("_fts") || $0.contains("_rtree") } ?? ""
        return name.prefix { $0 != "_" }
    }
}
