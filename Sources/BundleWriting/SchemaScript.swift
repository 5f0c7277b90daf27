/// `schema/bundle.sql`, cut into the statements that a writer executes.
enum SchemaScript {
    /// The tables whose rows come one by one, by name: each is made when its first row comes.
    static let smallTables: [String: String] = Dictionary(
        uniqueKeysWithValues: beforeLoad.compactMap { statement in
            tableName(statement).flatMap { name in
                BundleInserts.tables.contains(name) ? (name, statement) : nil
            }
        })
    /// All other statements before the load: pragmas, the bundle's own tables, views.
    ///
    /// - Parameter hasExactShapes: with the lines that are marked as for exact shapes only.
    static func frame(hasExactShapes: Bool) -> [String] {
        (hasExactShapes ? beforeLoad : withoutExactShapes).filter { statement in
            guard let name = tableName(statement) else { return halves(statement) == nil }
            return smallTables[name] == nil
        }
    }
    /// The views whose second half is for undefined ids: made after the load, with that half only
    /// where it has rows, for SQLite plans both halves each time it is asked.
    static let viewsInHalves: [ViewInHalves] = beforeLoad.compactMap(halves)

    struct ViewInHalves {
        let whole: String
        let firstHalf: String
        /// A query that tells whether the second half has rows.
        let needsSecondHalf: String
    }

    private static func halves(_ statement: String) -> ViewInHalves? {
        let undefined: String
        if statement.hasPrefix("CREATE VIEW trips ") {
            undefined = "pattern WHERE rid < 0 OR rid IS NULL"
        } else if statement.hasPrefix("CREATE VIEW stop_times ") {
            undefined = "pattern_stops WHERE sid < 0 OR sid IS NULL"
        } else {
            return nil
        }
        guard let middle = statement.firstRange(of: "\nUNION ALL\n") else { return nil }
        return ViewInHalves(
            whole: statement, firstHalf: String(statement[..<middle.lowerBound]),
            needsSecondHalf: "SELECT EXISTS (SELECT 1 FROM \(undefined))")
    }
    /// Indexes, search and space, made after the load, one by one.
    static let indexes = statements(String(text[cut...]))

    /// A view without rows, for a small file that has none.
    static func emptyView(_ table: String, columns: [String]) -> String {
        let nulls = columns.map { "NULL AS \($0)" }.joined(separator: ", ")
        return "CREATE VIEW \(table) AS SELECT \(nulls) WHERE 0"
    }

    private static let text = String(decoding: PackageResources.bundle_sql, as: UTF8.self)
    private static let cut =
        text.firstRange(of: "-- ## After the load")?.lowerBound ?? text.endIndex
    private static let beforeLoad = statements(String(text[..<cut]))
    private static let withoutExactShapes: [String] = {
        let parts = text[..<cut].split(
            separator: "-- [exact shapes", omittingEmptySubsequences: false)
        let rest = parts.dropFirst().map { part in
            part.firstRange(of: "-- exact shapes]").map { part[$0.upperBound...] } ?? part
        }
        return statements(parts[0] + rest.joined())
    }()

    private static func tableName(_ statement: String) -> String? {
        guard statement.hasPrefix("CREATE TABLE ") else { return nil }
        return String(statement.dropFirst("CREATE TABLE ".count).prefix { $0 != " " })
    }

    /// Statements without comments and indentation, which SQLite would store in every bundle. No
    /// statement of the file has a semicolon or a double hyphen inside.
    private static func statements(_ script: String) -> [String] {
        let lines = script.split(separator: "\n").map { $0.drop { $0 == " " } }
        return lines.filter { !$0.hasPrefix("--") }.joined(separator: "\n").split(separator: ";")
            .map { String($0.drop { $0.isWhitespace }) }.filter { !$0.isEmpty }
    }
}
