import BundleCodec
import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns all routes: by `route_sort_order`, then by name, "2" before "10".
    ///
    /// ```swift
    /// let routes = try await bundle.routes()
    /// let names = routes.prefix(3).map(\.name)  // ["L2", "T1", "M1"]
    /// ```
    public func routes() async throws -> [Route] {
        let known = allRoutes
        return try await question { db in try known.value { try RouteLookup(db: db).all() } }
    }

    /// Returns all routes by type, in the order Train, Metro, Bus, Ferry, Tram, then the others by
    /// name.
    public func routeGroups() async throws -> [RouteGroup] {
        RouteGroup.grouping(try await routes())
    }

    /// Returns the routes that call at a stop, or at any platform of a station.
    public func routes(of stop: Stop) async throws -> [Route] {
        let facts = facts
        return try await question { db in
            let places = try StationPlaces.below(stop, facts: facts, in: db)
            return try RouteLookup(db: db).routes(callingAt: places)
        }
    }

    /// Returns the routes of an agency, in the order of lists. In a feed with one agency, routes
    /// that name none belong to it.
    public func routes(of agency: Agency) async throws -> [Route] {
        let known = allRoutes
        return try await question { db in
            let only = try db.first("SELECT count(*) FROM agency") { $0.integer(0) } == 1
            // Ids are bytes: the two forms of "é" name two agencies.
            let id = agency.agencyID.map(AgencyID.init)
            return try known.value { try RouteLookup(db: db).all() }.filter { route in
                guard let named = route.agencyID, !named.isEmpty else { return only }
                return AgencyID(named) == id
            }
        }
    }

    /// Returns the route with a `route_id`, or with a key written `rid:1`.
    ///
    /// - Throws: `TransitSourceError.notFound`.
    public func route(id: String) async throws -> Route {
        try await question { db in
            try RouteLookup(db: db).route(id: id).orNotFound("route", id)
        }
    }

    /// Returns the route with a key, such as apps store for favorites.
    ///
    /// - Throws: `TransitSourceError.notFound` when the feed no longer has the route.
    public func route(rid: Int64) async throws -> Route {
        try await question { db in
            try RouteLookup(db: db).route(rid: rid).orNotFound("route", "rid:\(rid)")
        }
    }

    /// Returns the directions of travel of a route, with headsigns.
    public func directions(of route: Route) async throws -> [RouteDirection] {
        try await question { db in try RouteDirection.all(of: route, db) }
    }

    /// The stops of a route in travel order. Branches follow one another, each to its end. A stop
    /// that trips pass twice, as on a loop, appears twice, and so does one of a direction that
    /// trips pass in contradictory orders: each trip of the direction has its stops in the order
    /// of the list.
    ///
    /// - Parameters:
    ///   - route: the route.
    ///   - direction: the `direction_id`; nil for the trips of all directions in one list, in the
    ///     order of the direction with the most trips, without the way back.
    public func stops(of route: Route, direction: Int?) async throws -> [Stop] {
        let known = facts.stops
        return try await question { db in
            try RouteStops(db: db, known: known).stops(of: route, direction: direction)
        }
    }

    /// `direction` is nil for trips without a `direction_id`.
    package func gaps(
        ofRoute rid: Int64, direction: Int?
    ) async throws -> (undefinedStops: Bool, onDemand: Bool) {
        try await question { db in
            try RouteStops.gaps(ofRoute: rid, direction: direction, db)
        }
    }
}

struct RouteStops {
    let db: Database
    let known: BoundedCache<Int64, Stop>

    /// `direction` is nil for all trips of the route.
    func stops(of route: Route, direction: Int?) throws -> [Stop] {
        let trips = try tripCounts(route, direction)
        let sequences = try sequences(of: trips.keys.sorted())
        // Patterns with equal stops count as one.
        var weights: [[Int64]: Int] = [:]
        for (pattern, stops) in sequences { weights[stops, default: 0] += trips[pattern] ?? 0 }
        let byWeight = weights.sorted { left, right in
            if left.value != right.value { return left.value > right.value }
            if left.key.count != right.key.count { return left.key.count > right.key.count }
            return left.key.lexicographicallyPrecedes(right.key)
        }
        var order = MergedOrder()
        for (stops, weight) in byWeight { order.add(stops, weight: weight) }
        let sids = order.stops(repeats: direction != nil)
        let found = try StopLookup(db: db).stops(Array(Set(sids)), known: known)
        let stops = Dictionary(found.map { ($0.sid, $0) }, uniquingKeysWith: { first, _ in first })
        return sids.compactMap { stops[$0] }
    }

    static func gaps(
        ofRoute rid: Int64, direction: Int?, _ db: Database
    ) throws -> (undefinedStops: Bool, onDemand: Bool) {
        var found = (undefinedStops: false, onDemand: false)
        try db.readRows(Self.gaps, arguments: ["rid": rid, "direction": direction]) { row in
            found = (row.integer(0) == 1, row.integer(1) == 1)
        }
        return found
    }

    private static let gaps = """
        SELECT
          EXISTS (SELECT 1 FROM pattern p CROSS JOIN pattern_stops ps ON ps.pattern = p.pattern
            WHERE p.rid = :rid AND p.direction_id IS :direction AND ps.sid IS NOT NULL
              AND ps.sid NOT IN (SELECT sid FROM stops)),
          EXISTS (SELECT 1 FROM pattern p CROSS JOIN trip_group d ON d.pattern = p.pattern
            WHERE p.rid = :rid AND p.direction_id IS :direction AND d.flex IS NOT NULL)
        """

    /// By pattern; patterns without trips have no entry.
    private func tripCounts(_ route: Route, _ direction: Int?) throws -> [Int64: Int] {
        try db.readKeyed(Self.trips, arguments: ["rid": route.rid, "direction": direction]) { row in
            row.key(0).map { ($0, row.integer(1) ?? 0) }
        }
    }

    private static let trips = """
        SELECT p.pattern, count(*)
        FROM pattern p
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        WHERE p.rid = :rid AND (:direction IS NULL OR p.direction_id = :direction)
        GROUP BY p.pattern
        """

    private func sequences(of patterns: [Int64]) throws -> [Int64: [Int64]] {
        var sequences: [Int64: [Int64]] = [:]
        try db.readRows(Self.calls, arguments: [JSONList.integers(patterns)]) { row in
            guard let pattern = row.key(0), let sid = row.key(1) else { return }
            sequences[pattern, default: []].append(sid)
        }
        return sequences
    }

    /// The limit guards against damaged files: no route has so many calls.
    private static let calls = """
        SELECT p.pattern, ps.sid FROM json_each(?) j
        CROSS JOIN pattern p ON p.pattern = j.value
        CROSS JOIN \(BundleTables.calls("ps"))
        LIMIT 200000
        """
}
