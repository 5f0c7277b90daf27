import TransitBundle

/// The notes in a column of `trips.txt` that only some agencies have.
func notes(of tripID: String, in bundle: TransitBundle) async throws -> [String] {
    let trip = try await bundle.trip(id: tripID)
    let extensions = try await bundle.extensions(of: trip)
    let rows = extensions.filter { $0.table.file == "trips.txt" }.flatMap(\.rows)
    return rows.compactMap { $0.values["trip_note"] }
}
