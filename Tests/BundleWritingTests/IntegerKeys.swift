import BundleWriting
import FeedReading
import GRDB

/// The integer keys of a bundle, found by looking at its tables.
enum IntegerKeys {
    /// Where keys are looked up that are no row's key: by kind of `dangling`.
    private static let danglingKinds = [
        "sid": "stop", "rid": "route", "service": "service", "shape": "shape", "trip": "trip",
    ]
    /// Keys whose column has another name than the key it refers to.
    private static let aliases = [
        "first_call": "call", "first_chunk": "chunk", "last_chunk": "chunk",
    ]

    struct Reference: Hashable {
        let table: String
        let column: String
        let target: String
        let key: String
    }

    static func tables(in bundle: BuiltBundle) throws -> [String] {
        try bundle.lines(
            """
            SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'
              AND name NOT LIKE 'sqlite_%' ORDER BY name
            """)
    }

    /// Every column that has the name of another table's key.
    static func references(in bundle: BuiltBundle) throws -> [Reference] {
        let tables = try tables(in: bundle)
        var keys: [String: String] = [:]
        // Tables x_… refer to rows and are referred to by none.
        for table in tables
        where !["dangling", "day", "metadata", "tombstones"].contains(table)
            && !table.hasPrefix("x_")
        {
            let key = try bundle.lines(
                "SELECT name FROM pragma_table_info(?) WHERE pk = 1 AND type = 'INTEGER'", [table])
            if let key = key.first { keys[key] = table }
        }
        return try tables.flatMap { table in
            try bundle.lines(
                "SELECT name FROM pragma_table_info(?) WHERE type = 'INTEGER'", [table]
            ).compactMap { column -> Reference? in
                let key = aliases[column] ?? column
                guard let target = keys[key], target != table else { return nil }
                return Reference(table: table, column: column, target: target, key: key)
            }
        }
    }

    /// "table.column value" for every key that no row has and `dangling` does not explain.
    static func unresolved(in bundle: BuiltBundle) throws -> [String] {
        try references(in: bundle).flatMap { reference in
            let kind = danglingKinds[reference.key] ?? ""
            // A pattern or shape without rows begins where the next one does.
            let isEmpty =
                switch reference.column {
                case "first_call": "AND stops > 0"
                case "first_chunk", "last_chunk": "AND points > 0"
                default: ""
                }
            return try bundle.lines(
                """
                SELECT DISTINCT '\(reference.table).\(reference.column) ' || \(reference.column)
                FROM \(reference.table) WHERE \(reference.column) IS NOT NULL \(isEmpty)
                  AND \(reference.column) NOT IN (SELECT \(reference.key) FROM \(reference.target))
                  AND \(reference.column) NOT IN (SELECT key FROM dangling WHERE kind = ?)
                """, [kind])
        }
    }
}
