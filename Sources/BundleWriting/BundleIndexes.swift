import SQLiteLayer

/// Makes each as soon as its table is complete. This keeps the writing thread busy while the
/// parsing thread reads files whose rows come later.
struct BundleIndexes {
    private struct Task {
        let sql: String
        /// The one after `ON` for an index, `stops` for the statements that make and fill
        /// `stops_fts` and `stops_rtree`.
        let table: Substring
        var index: Substring?
        /// Empty for all rows.
        var condition: Substring = ""

        init(_ sql: String) {
            self.sql = sql
            // Bytes: every build does this, and characters take far longer.
            let words = sql.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
                .map(Substring.init)
            if let on = words.firstIndex(of: "ON") {
                index = words[on - 1]
                table = words[on + 1]
                if let place = words.firstIndex(of: "WHERE") {
                    condition = sql[words[place].startIndex...]
                }
            } else {
                let name = words.first { $0.hasSuffix("_fts") || $0.hasSuffix("_rtree") } ?? ""
                table = name.prefix { $0 != "_" }
            }
        }
    }

    static let tablesOfTrips: [Substring] = [
        "trip", "trip_group", "pattern", "pattern_stops", "block", "service",
    ]

    mutating func makeEmpty(_ names: [String], _ connection: Connection) throws {
        for name in names {
            guard let place = waiting.firstIndex(where: { $0.index == name[...] }) else {
                throw BundleError.internalFailure(reason: "no index \(name)")
            }
            try connection.execute(waiting.remove(at: place).sql)
        }
    }

    private var waiting = SchemaScript.indexes.map(Task.init)

    /// A small table without rows does not exist yet; `makeRemaining` deals with it.
    mutating func make(for table: Substring, _ connection: Connection) throws {
        guard try connection.hasTable(String(table)) else { return }
        for task in waiting where task.table == table { try make(task, connection) }
        waiting.removeAll { $0.table == table }
    }

    mutating func makeRemaining(_ connection: Connection) throws {
        for task in waiting { try make(task, connection) }
        waiting.removeAll()
    }

    /// Makes no index that would be empty, because its page would be wasted: one on a table without
    /// rows, or on a column without values if it covers only values.
    private func make(_ task: Task, _ connection: Connection) throws {
        if task.index != nil {
            let row = try connection.integer(
                "SELECT 1 FROM \(task.table) \(task.condition) LIMIT 1")
            guard row != nil else { return }
        }
        if task.sql.hasPrefix("INSERT INTO stops_rtree") {
            try PackedRTree.run(task.sql, connection)
        } else {
            try connection.execute(task.sql)
        }
    }
}
