import GRDB
import SQLiteLayer
import TransitModel

/// Finds routes by key and id, and sorts them for lists.
struct RouteLookup {
    let db: Database

    private static let select = "SELECT \(Route.columns) FROM routes"
    private static let byKeys = select + " WHERE rid IN (SELECT value FROM json_each(?))"
    private static let byKey = select + " WHERE rid = ?"
    private static let byID = select + " WHERE route_id = ?"

    private func all(_ sql: String, _ arguments: StatementArguments = []) throws -> [Route] {
        try db.readAll(sql, arguments: arguments) { try Route($0) }
    }

    /// All routes, in the order of lists.
    func all() throws -> [Route] {
        Self.sorted(try all(Self.select))
    }

    func route(rid: Int64) throws -> Route? {
        try all(Self.byKey, [rid]).first
    }

    /// The route with a `route_id`, or with a key written `rid:1`.
    func route(id: String) throws -> Route? {
        if let route = try all(Self.byID, [id]).first { return route }
        guard id.hasPrefix("rid:"), let rid = Int64(id.dropFirst(4)) else { return nil }
        return try self.route(rid: rid)
    }

    /// The routes with some keys, in the order of the keys; keys without a route are left out.
    func routes(_ rids: [Int64]) throws -> [Route] {
        var found: [Int64: Route] = [:]
        for route in try all(Self.byKeys, [JSONList.integers(rids)]) { found[route.rid] = route }
        return rids.compactMap { found[$0] }
    }

    /// The routes whose trips call at one of the stops, in the order of lists.
    func routes(callingAt stops: [Stop]) throws -> [Route] {
        let rids = try db.readAll(Self.callingAt, arguments: [JSONList.integers(stops.map(\.sid))])
        {
            $0.key(0)
        }
        return Self.sorted(try routes(rids))
    }

    private static let callingAt = """
        SELECT DISTINCT p.rid FROM json_each(?) j
        CROSS JOIN pattern_stops ps ON ps.sid = j.value
        CROSS JOIN pattern p ON p.pattern = ps.pattern
        """

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
