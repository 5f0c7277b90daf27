import BundleCodec
import SQLiteLayer
public import TransitModel

struct RouteLookup {
    let db: Database

    private static let select = "SELECT \(Route.columns) FROM routes"
    private static let byKeys = select + " WHERE rid IN (SELECT value FROM json_each(?))"
    private static let byKey = select + " WHERE rid = ?"
    private static let byID = select + " WHERE route_id = ?"

    private func all(_ sql: String, _ arguments: Parameters = []) throws -> [Route] {
        try db.readAll(sql, arguments: arguments) { try Route($0) }
    }

    func all() throws -> [Route] {
        Self.sorted(try all(Self.select))
    }

    func route(rid: Int64) throws -> Route? {
        try all(Self.byKey, [rid]).first
    }

    /// The id may also be a key, written `rid:1`.
    func route(id: String) throws -> Route? {
        if let route = try all(Self.byID, [id]).first { return route }
        guard id.hasPrefix("rid:"), let rid = Int64(id.dropFirst(4)) else { return nil }
        return try self.route(rid: rid)
    }

    /// In the order of the keys; those without a route are left out.
    func routes(_ rids: [Int64]) throws -> [Route] {
        var found: [Int64: Route] = [:]
        for route in try all(Self.byKeys, [JSONList.integers(rids)]) { found[route.rid] = route }
        return rids.compactMap { found[$0] }
    }

    func routes(callingAt stops: [Stop]) throws -> [Route] {
        let rids = try db.readAll(Self.callingAt, arguments: [JSONList.integers(stops.map(\.sid))])
        {
            $0.key(0)
        }
        return Self.sorted(try routes(rids))
    }

    /// Nobody boards at the last call of a trip, or alights at the first.
    private static let callingAt = """
        SELECT DISTINCT p.rid FROM json_each(?) j
        CROSS JOIN pattern_stops ps ON ps.sid = j.value
        CROSS JOIN pattern p ON p.pattern = ps.pattern
        LEFT JOIN call_codes cc ON cc.codes = ps.codes
        WHERE (cc.pickup_type IS NOT 1 AND ps.call < \(BundleTables.lastCall))
          OR (cc.drop_off_type IS NOT 1 AND \(BundleTables.position("ps")) > 0)
        """

    func rids(ofAgency id: String?) throws -> [Int64] {
        try db.readAll("SELECT rid FROM routes WHERE agency_id = ?", arguments: [id]) { $0.key(0) }
    }

    /// Sorts by `route_sort_order`, routes without one last; then by name in natural order.
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

extension Route: BundleRecord {
    public static let bundleTable = "routes"
    public static let bundleColumns = CodingKeys.allCases.map(\.rawValue)
    public init(row: BundleRow) throws { try self.init(row.columns) }
}

extension Route {
    init(_ row: Columns) throws {
        self.init(
            rid: try row.required(row.key(0), "rid"), routeID: row.text(1) ?? "",
            agencyID: row.text(2), routeShortName: row.text(3) ?? "",
            routeLongName: row.text(4) ?? "", routeDesc: row.text(5), routeType: row.integer(6),
            type: RouteType(word: row.text(7) ?? ""), routeURL: row.text(8),
            routeColor: row.text(9), routeTextColor: row.text(10),
            routeSortOrder: row.integer(11), networkID: row.text(12))
    }

    static let columns = bundleColumns.joined(separator: ", ")
}

extension RouteDirection {
    /// 0, 1, then nil for trips without one.
    static func all(of route: Route, _ db: Database) throws -> [RouteDirection] {
        var directions: [RouteDirection] = []
        try db.readRows(tripsByHeadsign, arguments: [route.rid]) { row in
            let direction = row.integer(0)
            let headsign = row.text(1)
            let trips = row.integer(2) ?? 0
            if let last = directions.indices.last, directions[last].directionID == direction {
                directions[last].tripCount += trips
                directions[last].headsign = directions[last].headsign ?? headsign
            } else {
                directions.append(
                    RouteDirection(directionID: direction, headsign: headsign, tripCount: trips))
            }
        }
        return directions
    }

    private static let tripsByHeadsign = """
        SELECT p.direction_id, d.trip_headsign, count(*) AS trips
        FROM pattern p
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        WHERE p.rid = ? AND p.stops > 0
        GROUP BY p.direction_id, d.trip_headsign
        ORDER BY p.direction_id IS NULL, p.direction_id, trips DESC, d.trip_headsign
        """
}
