public import TransitModel

extension TransitBundle {
    /// The stop with a `stop_id`, or with a key written `sid:1`.
    ///
    /// ```swift
    /// let quay = try await bundle.stop(id: "QUAY")
    /// let name = quay.stopName  // "Quayside"
    /// var missing: TransitSourceError?
    /// do {
    ///     _ = try await bundle.stop(id: "NOWHERE")
    /// } catch let error as TransitSourceError {
    ///     missing = error  // .notFound(kind: "stop", id: "NOWHERE")
    /// }
    /// ```
    ///
    /// - Throws: `TransitSourceError.notFound`.
    public func stop(id: String) async throws -> Stop {
        let known = facts.stopsByID
        if let stop = known.known(StopID(id)) { return stop }
        return try await question { db in
            try known.value(for: StopID(id)) {
                try StopLookup(db: db).stop(id: id).orNotFound("stop", id)
            }
        }
    }

    /// The stops with some ids, or keys written `sid:1`, in the order of the ids; nil for those
    /// that the feed lacks.
    public func stops(ids: [String]) async throws -> [Stop?] {
        let known = facts.stopsByID
        return try await question { db in
            let found = try known.values(for: Set(ids.map { StopID($0) })) { missing in
                try StopLookup(db: db).stops(ids: missing.map(\.text))
            }
            return ids.map { found[StopID($0)] }
        }
    }

    /// The stops of some kinds, sorted by key.
    ///
    /// - Parameters:
    ///   - sid: only stops after this key; 0 starts at the first.
    ///   - limit: how many at most.
    ///   - kinds: which kinds; by default stops with platforms, and stations.
    public func stops(
        after sid: Int64 = 0, limit: Int = 100, kinds: Set<LocationType> = [.stop, .station]
    ) async throws -> [Stop] {
        try await question { db in
            try StopLookup(db: db).stops(
                after: sid, limit: max(limit, 0), kinds: kinds.map { Int64($0.code) })
        }
    }

    /// The stop with a key, such as an app stores for favorites.
    ///
    /// - Throws: `TransitSourceError.notFound` when the feed no longer has the stop.
    public func stop(sid: Int64) async throws -> Stop {
        try await question { db in
            try StopLookup(db: db).stop(sid: sid).orNotFound("stop", "sid:\(sid)")
        }
    }

    /// The stops with some keys, in the order of the keys; those that the feed no longer has are
    /// left out.
    public func stops(sids: [Int64]) async throws -> [Stop] {
        let known = facts.stops
        return try await question { db in try StopLookup(db: db).stops(sids, known: known) }
    }

    /// Everything that a screen about a stop shows: its station with platforms, entrances, levels
    /// and pathways, and the routes that call there.
    ///
    /// ```swift
    /// let quay = try await bundle.stop(id: "QUAY")
    /// let details = try await bundle.details(of: quay)
    /// let platforms = details.platforms.compactMap(\.platformCode)  // ["1", "2", "3", "Wharf 4"]
    /// let routes = details.routes.map(\.name)  // ["T1", "M1", "F1"]
    /// ```
    public func details(of stop: Stop) async throws -> StopDetails {
        let facts = facts
        return try await question { db in
            try facts.details.value(for: stop) { try StopDetails(stop, facts: facts, in: db) }
        }
    }
}
