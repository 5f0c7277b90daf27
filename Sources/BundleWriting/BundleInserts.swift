import GTFSSchedule

/// The INSERT statements of the small tables: the reference's columns, then the bundle's own.
struct BundleInserts {
    let table: String
    let columns: [String]

    var sql: String {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }

    /// Columns that the bundle adds to those of the reference, in the order of `ExtraValue`s.
    private static let added: [String: [String]] = [
        "stops": ["sid"],
        "routes": ["rid", "mode", "effective_route_color", "effective_route_text_color"],
        "calendar": ["service"],
        "calendar_dates": ["service"],
        "frequencies": ["start_timestamp", "end_timestamp"],
    ]

    /// Files that are stored in tables of their own shape, see `TripsWriter` and `ShapesWriter`.
    private static let compiled: Set<String> = ["trips", "stop_times", "shapes"]

    /// Every table whose rows come one by one; each is made with its first row.
    static let all: [BundleInserts] =
        Schedule.tables.filter { !compiled.contains($0.name) }.map { table in
            BundleInserts(
                table: table.name, columns: table.fields.map(\.name) + (added[table.name] ?? []))
        } + [BundleInserts(table: "rejected", columns: ["file", "row", "field", "value", "code"])]

    static let tables = Set(all.map(\.table))
}
