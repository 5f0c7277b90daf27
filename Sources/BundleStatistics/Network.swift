import SQLiteLayer

struct Network {
    struct Route {
        let id: String?
        let shortName: String?
        let longName: String?
        let mode: Int
    }

    struct Direction: Hashable {
        let route: Int
        let id: Int?
    }

    /// Nil stands for routes that the feed does not define.
    private(set) var modes: [String?] = []
    private(set) var routes: [Route] = []
    private(set) var directions: [Direction] = []
    private(set) var directionOfPattern: [Int: Int] = [:]

    /// The things that figures are counted for.
    enum Level: CaseIterable {
        case directions, routes, modes, total
    }

    /// How many parts a level has, and by direction the place of its part.
    func places(_ level: Level) -> (count: Int, ofDirections: [Int]) {
        let parts = directions.map(\.route)
        return switch level {
        case .directions: (directions.count, Array(directions.indices))
        case .routes: (routes.count, parts)
        case .modes: (modes.count, parts.map { routes[$0].mode })
        case .total: (1, parts.map { _ in 0 })
        }
    }

    init(_ connection: Connection) throws {
        var places: [Int?: Int] = [:]
        try connection.readRows(
            """
            SELECT rid, route_id, route_short_name, route_long_name, mode FROM routes
            UNION ALL SELECT key, id, NULL, NULL, NULL FROM dangling WHERE kind = 'route'
            UNION ALL SELECT NULL, NULL, NULL, NULL, NULL
            """
        ) { row in
            places[row.integer(0)] = routes.count
            let mode = row.text(4)
            let place = modes.firstIndex(of: mode) ?? modes.count
            if place == modes.count { modes.append(mode) }
            routes.append(
                Route(id: row.text(1), shortName: row.text(2), longName: row.text(3), mode: place))
        }
        var known: [Direction: Int] = [:]
        try connection.readRows("SELECT pattern, rid, direction_id FROM pattern") { row in
            guard let pattern = row.integer(0),
                let route = places[row.integer(1)] ?? places[nil]
            else { return }
            let direction = Direction(route: route, id: row.integer(2))
            let place = known[direction] ?? directions.count
            if place == directions.count { directions.append(direction) }
            known[direction] = place
            directionOfPattern[pattern] = place
        }
    }
}
