/// The answers of a ``CannedSource`` about what the reference does not know.
extension CannedSource {
    public func extensionTables() async throws -> [ExtensionTable] {
        try await give { allExtensions.map(\.table) }
    }

    public func extensionRows(of table: String, limit: Int) async throws -> [ExtensionRow] {
        try await give {
            let found = try first(allExtensions, kind: "extension", id: table, path: \.table.table)
            return Array(found.rows.prefix(max(limit, 0)))
        }
    }

    public func extensions(of stop: Stop) async throws -> [ExtensionRows] {
        try await extensions(where: "stop_id", is: stop.stopID)
    }

    public func extensions(of route: Route) async throws -> [ExtensionRows] {
        try await extensions(where: "route_id", is: route.routeID)
    }

    public func extensions(of trip: Trip) async throws -> [ExtensionRows] {
        try await extensions(where: "trip_id", is: trip.tripID)
    }

    private func extensions(
        where column: String, is id: String
    ) async throws -> [ExtensionRows] {
        try await give {
            allExtensions.compactMap { all in
                let rows = all.rows.filter { row in
                    row.values[column].map { $0.utf8.elementsEqual(id.utf8) } ?? false
                }
                return rows.isEmpty ? nil : ExtensionRows(table: all.table, rows: rows)
            }
        }
    }
}
