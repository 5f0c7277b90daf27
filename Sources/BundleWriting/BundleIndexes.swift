import GRDB

/// The indexes of a bundle, and search and space.
enum BundleIndexes {
    /// Tables that are complete once the trips are written: their indexes are made right then,
    /// while the parsing thread is at the files that follow.
    private static let ofTrips: Set<Substring> = [
        "trip", "trip_group", "pattern", "pattern_stops", "block", "service",
    ]

    static func makeForTrips(_ db: Database) throws {
        for statement in SchemaScript.indexes {
            guard let table = indexedTable(statement), ofTrips.contains(table) else { continue }
            try make(statement, on: table, db)
        }
    }

    /// Everything else after the load.
    static func makeRemaining(_ db: Database) throws {
        for statement in SchemaScript.indexes {
            guard let table = indexedTable(statement) else {
                try db.execute(sql: statement)
                continue
            }
            if !ofTrips.contains(table) { try make(statement, on: table, db) }
        }
    }

    /// An index on a table without rows, or on a column without values where only those are
    /// indexed, is a page for nothing.
    private static func make(_ statement: String, on table: Substring, _ db: Database) throws {
        let condition = statement.firstRange(of: " WHERE ").map { statement[$0.lowerBound...] }
        let hasRows = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM \(table)\(condition ?? ""))")
        if hasRows == true { try db.execute(sql: statement) }
    }

    /// The table of "CREATE INDEX name ON table (...)"; nil for other statements.
    private static func indexedTable(_ statement: String) -> Substring? {
        let words = statement.split(separator: " ")
        guard words.first == "CREATE", let on = words.firstIndex(of: "ON"),
            words[..<on].contains("INDEX")
        else { return nil }
        return words[on + 1]
    }
}
