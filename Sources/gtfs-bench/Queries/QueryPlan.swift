import GRDB

/// What SQLite is going to do for a query.
struct QueryPlan {
    /// `EXPLAIN QUERY PLAN`, indented as the shell does.
    let text: String
    /// Tables and indexes that the query reads from one end to the other.
    let fullScans: [String]

    /// A full scan is told from the program, not from the word SCAN of the plan, which also stands
    /// for reading a subquery's rows: a cursor on a table or index that is set to the first or last
    /// entry, rather than to a key.
    init(_ db: Database, _ sql: String) throws {
        var depths: [Int: Int] = [0: -1]
        text = try Self.rows(db, "EXPLAIN QUERY PLAN \(sql)").map { row in
            let depth = (depths[row["parent"]] ?? -1) + 1
            depths[row["id"]] = depth
            return String(repeating: "  ", count: depth + 1) + (row["detail"] as String)
        }.joined(separator: "\n")
        var opened: [Int: String] = [:]
        var scans: [String] = []
        let names = try Row.fetchAll(db, sql: "SELECT rootpage, name FROM sqlite_master")
            .reduce(into: [Int: String]()) { $0[$1["rootpage"]] = $1["name"] }
        for step in try Self.rows(db, "EXPLAIN \(sql)") {
            let cursor: Int = step["p1"]
            switch step["opcode"] as String {
            case "OpenRead": opened[cursor] = names[step["p2"]]
            case "OpenEphemeral", "OpenPseudo", "OpenAutoindex", "VOpen": opened[cursor] = nil
            case "Rewind", "Last":
                if let name = opened[cursor] { scans.append(name) }
            default: break
            }
        }
        fullScans = scans
    }

    /// With NULL for every parameter: a plan does not depend on their values.
    private static func rows(_ db: Database, _ sql: String) throws -> [Row] {
        let statement = try db.makeStatement(sql: sql)
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement)
    }
}
