extension TransitBundle {
    /// All that a screen about a stop shows: its station with platforms, entrances, levels and
    /// pathways, and the routes that call there.
    public func details(of stop: Stop) async throws -> StopDetails {
        try await read { db in try StopDetails(stop, db) }
    }
}
