import GRDB

/// A direction of travel of a route.
public struct RouteDirection: Codable, Hashable, Sendable {
    /// 0 or 1; nil when the trips do not say.
    public var directionID: Int?
    /// What most of its trips show as their headsign.
    public var headsign: String?
    /// How many trips the timetable has, on whatever days; trips without stop times are not in it.
    public var tripCount: Int

    public init(directionID: Int?, headsign: String?, tripCount: Int) {
        self.directionID = directionID
        self.headsign = headsign
        self.tripCount = tripCount
    }

    public enum CodingKeys: String, CodingKey {
        case directionID = "direction_id"
        case headsign
        case tripCount = "trip_count"
    }
}

extension RouteDirection {
    /// The directions of a route: 0, 1, then trips without one.
    static func all(of route: Route, _ db: Database) throws -> [RouteDirection] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT p.direction_id, d.trip_headsign, count(*) AS trips
                    FROM pattern p
                    CROSS JOIN trip_group d ON d.pattern = p.pattern
                    CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
                    WHERE p.rid = ? AND p.stops > 0
                    GROUP BY p.direction_id, d.trip_headsign
                    ORDER BY p.direction_id IS NULL, p.direction_id, trips DESC, d.trip_headsign
                    """), arguments: [route.rid])
        var directions: [RouteDirection] = []
        for row in rows {
            let direction = row.integer("direction_id")
            let trips = row.integer("trips") ?? 0
            if let last = directions.indices.last, directions[last].directionID == direction {
                directions[last].tripCount += trips
                directions[last].headsign = directions[last].headsign ?? row.text("trip_headsign")
            } else {
                directions.append(
                    RouteDirection(
                        directionID: direction, headsign: row.text("trip_headsign"),
                        tripCount: trips))
            }
        }
        return directions
    }
}

/// The routes of one type, as a section of a list.
public struct RouteGroup: Codable, Hashable, Sendable, Identifiable {
    public var type: RouteType
    /// In the order of lists; never empty.
    public var routes: [Route]

    public init(type: RouteType, routes: [Route]) {
        self.type = type
        self.routes = routes
    }

    public var id: RouteType { type }
    public var count: Int { routes.count }
    /// The section's title, such as "Train".
    public var title: String { type.displayName }
}

extension RouteGroup {
    /// Routes by type: Train, Metro, Bus, Ferry, Tram, then the other types by name. Within a group
    /// routes keep their order, and types without routes have no group.
    public static func grouping(_ routes: [Route]) -> [RouteGroup] {
        let byType = Dictionary(grouping: routes, by: \.type)
        return RouteType.displayOrder.compactMap { type in
            byType[type].map { RouteGroup(type: type, routes: $0) }
        }
    }
}
