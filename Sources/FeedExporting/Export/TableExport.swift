import GTFSSchedule
import SQLiteLayer

/// Writes a file whose rows the bundle has unchanged, and `trips.txt`.
struct TableExport {
    private let query: Statement
    private let fields: [FieldSpec]

    init(_ connection: Connection, table: TableSpec, fields: [FieldSpec]) throws {
        self.fields = fields
        let columns = fields.isEmpty ? "NULL" : fields.map(\.name).joined(separator: ", ")
        var order = ""
        if table.file == Trip.file {
            order = "ORDER BY trip_id"
        } else if try connection.hasTable(table.name) {
            // Without an order SQLite may read an index instead of the table.
            order = "ORDER BY rowid"
        }
        query = try Statement(connection, "SELECT \(columns) FROM \(table.name) \(order)")
    }

    /// Writes all rows and counts them.
    func write(_ destination: any FeedDestination, _ text: inout CSVText) throws -> Int {
        var rows = 0
        guard !fields.isEmpty else { return 0 }
        while try query.next() {
            rows += 1
            for column in fields.indices {
                if query.row.isInteger(column), let value = query.row.int64(column) {
                    text.append(integer: value)
                } else if let value = query.row.real(column) {
                    text.append(real: value)
                } else if query.row.isText(column) {
                    text.append(text: query.row.bytes(column))
                }
                text.endCell()
            }
            text.endRow()
            try destination.write(&text)
        }
        return rows
    }
}
