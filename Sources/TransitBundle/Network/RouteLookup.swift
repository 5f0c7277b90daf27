import GRDB

/// Finds routes by their keys and ids, and puts them in the order of lists.
struct RouteLookup {
    let db: Database

    /// All routes, in the order of lists.
    func all() throws -> [Route] {
        try Route.fetchAll(db.cachedStatement(sql: "SELECT * FROM routes"))
            .sorted(by: Self.isInOrder)
    }

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
        let rows = try Route.fetchCursor(
            db.cachedStatement(
                sql: "SELECT * FROM routes WHERE rid IN (SELECT value FROM json_each(?))"),
            arguments: [DepartureSearch.json(rids)])
        var found: [Int64: Route] = [:]
        while let route = try rows.next() { found[route.rid] = route }
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
        return try routes(rids).sorted(by: Self.isInOrder)
    }

    /// By `route_sort_order`, those without one last; then by name in natural order.
    static func isInOrder(_ left: Route, _ right: Route) -> Bool {
        let leftOrder = left.routeSortOrder ?? .max
        let rightOrder = right.routeSortOrder ?? .max
        if leftOrder != rightOrder { return leftOrder < rightOrder }
        if left.name != right.name { return NaturalOrder.isLess(left.name, right.name) }
        if left.routeLongName != right.routeLongName {
            return NaturalOrder.isLess(left.routeLongName, right.routeLongName)
        }
        return left.rid < right.rid
    }
}
