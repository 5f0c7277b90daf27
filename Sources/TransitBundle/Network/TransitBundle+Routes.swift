import GRDB
public import TransitModel

extension TransitBundle {
    /// All routes: by `route_sort_order`, then by name, "2" before "10".
    ///
    /// ```swift
    /// let routes = try await bundle.routes()
    /// let names = routes.prefix(3).map(\.name)  // ["L2", "T1", "M1"]
    /// ```
    public func routes() async throws -> [Route] {
        let known = allRoutes
        return try await question { db in try known.value { try RouteLookup(db: db).all() } }
    }

    /// All routes by type, in the order Train, Metro, Bus, Ferry, Tram, then the others by name.
    public func routeGroups() async throws -> [RouteGroup] {
        RouteGroup.grouping(try await routes())
    }

    /// The routes that call at a stop, or at any platform of a station.
    public func routes(of stop: Stop) async throws -> [Route] {
        let facts = facts
        return try await question { db in
            let places = try StationPlaces.below(stop, facts: facts, in: db)
            return try RouteLookup(db: db).routes(callingAt: places)
        }
    }

    /// The routes of an agency, in the order of lists. In a feed of one agency, a route that names
    /// none belongs to it.
    public func routes(of agency: Agency) async throws -> [Route] {
        let known = allRoutes
        return try await question { db in
            let only = try Int.fetchOne(db, sql: "SELECT count(*) FROM agency") == 1
            // Ids are bytes: the two forms of "é" name two agencies.
            let id = agency.agencyID.map(AgencyID.init)
            return try known.value { try RouteLookup(db: db).all() }.filter { route in
                guard let named = route.agencyID, !named.isEmpty else { return only }
                return AgencyID(named) == id
            }
        }
    }

    /// The route with a `route_id`, or with a key written `rid:1`.
    ///
    /// - Throws: `TransitSourceError.notFound`.
    public func route(id: String) async throws -> Route {
        try await question { db in
            try RouteLookup(db: db).route(id: id).orNotFound("route", id)
        }
    }

    /// The route with a key, such as an app stores for favorites.
    ///
    /// - Throws: `TransitSourceError.notFound` when the feed no longer has the route.
    public func route(rid: Int64) async throws -> Route {
        try await question { db in
            try RouteLookup(db: db).route(rid: rid).orNotFound("route", "rid:\(rid)")
        }
    }

    /// The directions of travel of a route, with headsigns.
    public func directions(of route: Route) async throws -> [RouteDirection] {
        try await question { db in try RouteDirection.all(of: route, db) }
    }

    /// The stops of a route in travel order. Branches follow one another, each to its end; where
    /// trips contradict each other, the order of most trips counts. A stop that trips pass twice,
    /// as on a loop, appears twice.
    ///
    /// - Parameters:
    ///   - route: the route.
    ///   - direction: `direction_id`; nil for the trips of all directions in one list, in the order
    ///     of the direction with most trips.
    public func stops(of route: Route, direction: Int? = nil) async throws -> [Stop] {
        let known = facts.stops
        return try await question { db in
            try RouteStops(db: db, known: known).stops(of: route, direction: direction)
        }
    }

    /// Whether trips of a route call at stops that the feed does not define, and whether some come
    /// on demand.
    ///
    /// - Parameter direction: nil for trips without a `direction_id`.
    package func gaps(
        ofRoute rid: Int64, direction: Int?
    ) async throws -> (undefinedStops: Bool, onDemand: Bool) {
        try await question { db in
            try RouteStops.gaps(ofRoute: rid, direction: direction, db)
        }
    }
}
