import GRDB

/// Finds routes by their keys and ids, and puts them in the order of lists.
struct RouteLookup {
    let db: Database

    /// All routes, in the order of lists.
    func all() throws -> [Route] {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.every))
        var found: [Route] = []
        while let row = try rows.next() { found.append(try Route(inOrder: row)) }
        return Self.sorted(found)
    }

    private static let every = "SELECT \(Route.columns) FROM routes"

    func route(rid: Int64) throws -> Route? {
        try Route.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM routes WHERE rid = ?"), arguments: [rid])
    }

    /// The route of a `route_id`, or of a key written `rid:1`.
    func route(id: String) throws -> Route? {
        let route = try Route.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM routes WHERE route_id = ?"), arguments: [id])
        if let route { return route }
        guard id.hasPrefix("rid:"), let rid = Int64(id.dropFirst(4)) else { return nil }
        return try self.route(rid: rid)
    }

    /// The routes of some keys, in the order of the keys; keys without a route are left out.
    func routes(_ rids: [Int64]) throws -> [Route] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: Self.every + " WHERE rid IN (SELECT value FROM json_each(?))"),
            arguments: [DepartureSearch.json(rids)])
        var found: [Int64: Route] = [:]
        while let row = try rows.next() {
            let route = try Route(inOrder: row)
            found[route.rid] = route
        }
        return rids.compactMap { found[$0] }
    }

    /// The routes whose trips call at one of the stops, in the order of lists.
    func routes(callingAt stops: [Stop]) throws -> [Route] {
        let rids = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT DISTINCT p.rid FROM json_each(?) j
                    CROSS JOIN pattern_stops ps ON ps.sid = j.value
                    CROSS JOIN pattern p ON p.pattern = ps.pattern
                    """), arguments: [DepartureSearch.json(stops.map(\.sid))]
        ).compactMap { $0.integer("rid").map(Int64.init) }
        return Self.sorted(try routes(rids))
    }

    /// By `route_sort_order`, those without one last; then by name in natural order.
    static func sorted(_ routes: [Route]) -> [Route] {
        routes.map { route in
            (
                route: route, order: route.routeSortOrder ?? .max,
                name: NaturalOrder.key(route.name), longName: NaturalOrder.key(route.routeLongName)
            )
        }
        .sorted { left, right in
            if left.order != right.order { return left.order < right.order }
            if left.name != right.name { return left.name.lexicographicallyPrecedes(right.name) }
            if left.longName != right.longName {
                return left.longName.lexicographicallyPrecedes(right.longName)
            }
            return left.route.rid < right.route.rid
        }
        .map(\.route)
    }
}
