import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the stop with a `stop_id`, or with a key written `sid:1`.
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

    /// Returns the stops with some ids, or keys written `sid:1`, in the order of the ids; nil for
    /// those that the feed lacks.
    public func stops(ids: [String]) async throws -> [Stop?] {
        let known = facts.stopsByID
        return try await question { db in
            let found = try known.values(for: Set(ids.map { StopID($0) })) { missing in
                try StopLookup(db: db).stops(ids: missing.map(\.text))
            }
            return ids.map { found[StopID($0)] }
        }
    }

    /// Returns the stops of some kinds, sorted by key.
    ///
    /// - Parameters:
    ///   - sid: the key after which the stops begin; 0 starts at the first.
    ///   - limit: the maximum number of stops.
    ///   - kinds: the kinds of stops; by default stops with platforms, and stations.
    public func stops(
        after sid: Int64 = 0, limit: Int = 100, kinds: Set<LocationType> = [.stop, .station]
    ) async throws -> [Stop] {
        try await question { db in
            try StopLookup(db: db).stops(
                after: sid, limit: max(limit, 0), kinds: kinds.map { Int64($0.code) })
        }
    }

    /// Returns the stop with a key, such as apps store for favorites.
    ///
    /// - Throws: `TransitSourceError.notFound` when the feed no longer has the stop.
    public func stop(sid: Int64) async throws -> Stop {
        try await question { db in
            try StopLookup(db: db).stop(sid: sid).orNotFound("stop", "sid:\(sid)")
        }
    }

    /// Returns the stops with some keys, in the order of the keys, without those that the feed no
    /// longer has.
    public func stops(sids: [Int64]) async throws -> [Stop] {
        let known = facts.stops
        return try await question { db in try StopLookup(db: db).stops(sids, known: known) }
    }

    /// Returns everything that a screen about a stop shows: its station with platforms, entrances,
    /// levels and pathways, and the routes that call there.
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

extension StopDetails {
    init(_ stop: Stop, facts: BundleFacts, in db: Database) throws {
        let lookup = StopLookup(db: db)
        let places = try StationPlaces.below(stop, facts: facts, in: db)
        let below = places.dropFirst()
        func all(_ kind: LocationType) -> [Stop] {
            below.filter { $0.kind == kind }.sorted(by: Self.isInOrder)
        }
        let parent = try lookup.parent(of: stop)
        self.init(
            stop: stop, parent: parent,
            station: try [stop, parent, parent.flatMap { try lookup.parent(of: $0) }]
                .compactMap { $0 }.first { $0.kind == .station },
            platforms: all(.stop), entrances: all(.entrance), nodes: all(.genericNode),
            boardingAreas: all(.boardingArea), levels: try Self.levels(of: places, db),
            pathways: try Self.pathways(of: places, db),
            routes: try RouteLookup(db: db).routes(callingAt: places))
    }

    private static func levels(of places: [Stop], _ db: Database) throws -> [Level] {
        let used = Set(places.compactMap(\.levelID).map(LevelID.init))
        guard !used.isEmpty else { return [] }
        // A feed has few levels, and no index on their ids.
        return try db.readAll(levels, arguments: [JSONList.texts(used.sorted().map(\.text))]) {
            try Level($0)
        }
        .sorted {
            ($0.levelIndex ?? 0, LevelID($1.levelID)) > ($1.levelIndex ?? 0, LevelID($0.levelID))
        }
    }

    private static let levels = """
        SELECT level_id, level_index, level_name FROM levels
        WHERE level_id IN (SELECT value FROM json_each(?))
        """

    private static func pathways(of places: [Stop], _ db: Database) throws -> [Pathway] {
        let ids = JSONList.texts(places.map(\.stopID).filter { !$0.isEmpty })
        let found = try Pathway.touching(ids, db)
        let keys = found.map { NaturalOrder.key($0.pathwayID?.text ?? "") }
        return found.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
            .map { found[$0] }
    }
}

extension Level: BundleRecord {
    public static let bundleTable = "levels"
    public static let bundleColumns = CodingKeys.allCases.map(\.rawValue)
    public init(row: BundleRow) throws { try self.init(row.columns) }

    fileprivate init(_ row: Columns) throws {
        self.init(
            levelID: try row.required(row.text(0), "level_id"), levelIndex: row.real(1),
            levelName: row.text(2))
    }
}
