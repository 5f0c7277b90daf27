import GTFSSchedule
import SQLiteLayer

/// The reference's columns come first, then the bundle's own.
struct BundleInserts {
    let table: String
    let columns: [String]

    var sql: String {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }

    /// In the order of `ExtraValue`s.
    private static let added: [String: [String]] = [
        "stops": ["sid", "effective_wheelchair_boarding", "search_words"],
        "routes": [
            "rid", "mode", "effective_route_color", "effective_route_text_color", "search_words",
        ],
        "calendar": ["service"],
        "calendar_dates": ["service"],
        "frequencies": ["start_timestamp", "end_timestamp"],
    ]

    private static let compiled: Set<String> = ["trips", "stop_times", "shapes"]

    static let all: [BundleInserts] =
        Schedule.tables.filter { !compiled.contains($0.name) }.map { table in
            BundleInserts(
                table: table.name, columns: table.fields.map(\.name) + (added[table.name] ?? []))
        } + [BundleInserts(table: "rejected", columns: ["file", "row", "field", "value", "code"])]

    static let tables = Set(all.map(\.table))
}

/// The first row of a table prepares its statement and makes the table, so a file without rows
/// takes no space.
struct PreparedInserts {
    private var inserts: [BundleInserts]
    private var statements: [Statement?]
    private var hasTable: [Bool]

    init(_ inserts: [BundleInserts]) {
        self.inserts = inserts
        statements = inserts.map { _ in nil }
        hasTable = inserts.map { _ in false }
    }

    mutating func statement(
        _ number: Int, _ connection: Connection
    ) throws -> (statement: Statement, parameters: Int) {
        let insert = inserts[number]
        if let statement = statements[number] { return (statement, insert.columns.count) }
        if !hasTable[number], let table = SchemaScript.smallTables[insert.table] {
            try connection.execute(table)
        }
        hasTable[number] = true
        let statement = try Statement(connection, insert.sql)
        statements[number] = statement
        return (statement, insert.columns.count)
    }

    mutating func add(_ insert: BundleInserts) {
        inserts.append(insert)
        statements.append(nil)
        hasTable.append(true)
    }

    /// Statements are prepared again when they are needed.
    mutating func close() {
        statements = inserts.map { _ in nil }
    }

    var unused: [BundleInserts] {
        zip(inserts, hasTable).filter { !$0.1 }.map(\.0)
    }
}
