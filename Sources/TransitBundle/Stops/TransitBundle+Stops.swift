public import TransitModel

extension TransitBundle {
    /// The stop of a `stop_id`, or of a key written `sid:1`.
    ///
    /// - Throws: `TransitSourceError.notFound`.
    public func stop(id: String) async throws -> Stop {
        try await read { db in
            try StopLookup(db: db).stop(id: id).orNotFound("stop", id)
        }
    }

    /// The stop of a key, such as an app stores for favourites.
    ///
    /// - Throws: `TransitSourceError.notFound` when the feed has the stop no more.
    public func stop(sid: Int64) async throws -> Stop {
        try await read { db in
            try StopLookup(db: db).stop(sid: sid).orNotFound("stop", "sid:\(sid)")
        }
    }

    /// The stops of some keys, in the order of the keys; those that the feed has no more are left
    /// out.
    public func stops(sids: [Int64]) async throws -> [Stop] {
        let known = facts.stops
        return try await read { db in try StopLookup(db: db).stops(sids, known: known) }
    }

    /// All that a screen about a stop shows: its station with platforms, entrances, levels and
    /// pathways, and the routes that call there.
    public func details(of stop: Stop) async throws -> StopDetails {
        let facts = facts
        return try await read { db in
            try facts.details.value(for: stop) { try StopDetails(stop, facts, db) }
        }
    }
}
