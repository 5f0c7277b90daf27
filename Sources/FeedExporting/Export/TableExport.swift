import GTFSSchedule

/// Writes a file whose rows the bundle has as they are, and `trips.txt`.
struct TableExport {
    private let query: Query
    private let fields: [FieldSpec]

    init(_ connection: BundleConnection, _ table: TableSpec, _ fields: [FieldSpec]) throws {
        self.fields = fields
        let columns = fields.isEmpty ? "NULL" : fields.map(\.name).joined(separator: ", ")
        let isTable = try connection.integer(
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '\(table.name)'")
        // Without an order SQLite may read an index instead of the table.
        let order =
            table.file == Trip.file ? "ORDER BY trip_id" : isTable == 1 ? "ORDER BY rowid" : ""
        query = try Query(connection, "SELECT \(columns) FROM \(table.name) \(order)")
    }

    /// Writes all rows and counts them.
    func write(_ destination: any FeedDestination, _ text: inout CSVText) throws -> Int {
        var rows = 0
        guard !fields.isEmpty else { return 0 }
        while try query.next() {
            rows += 1
            for column in fields.indices {
                if query.isReal(column) {
                    text.append(real: query.real(column))
                } else if query.isInteger(column) {
                    text.append(integer: query.integer(column) ?? 0)
                } else if query.isText(column) {
                    text.append(text: query.bytes(column))
                }
                text.endCell()
            }
            text.endRow()
            try destination.write(&text)
        }
        return rows
    }
}
