extension TransitBundle {
    /// All that a screen about a stop shows: its station with platforms, entrances, levels and
    /// pathways, and the routes that call there.
    public func details(of stop: Stop) async throws -> StopDetails {
        let facts = facts
        return try await read { db in
            try facts.details.value(for: stop) { try StopDetails(stop, facts, db) }
        }
    }
}
