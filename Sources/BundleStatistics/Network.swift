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

    init(_ connection: Connection) throws {
        var places: [Int?: Int] = [:]
        let query = try Statement(
            connection,
            """
            SELECT rid, route_id, route_short_name, route_long_name, mode FROM routes
            UNION ALL SELECT key, id, NULL, NULL, NULL FROM dangling WHERE kind = 'route'
            UNION ALL SELECT NULL, NULL, NULL, NULL, NULL
            """)
        let row = query.row
        while try query.next() {
            places[row.integer(0)] = routes.count
            let mode = row.text(4)
            let place = modes.firstIndex(of: mode) ?? modes.count
            if place == modes.count { modes.append(mode) }
            routes.append(
                Route(id: row.text(1), shortName: row.text(2), longName: row.text(3), mode: place))
        }
        var known: [Direction: Int] = [:]
        let patterns = try Statement(connection, "SELECT pattern, rid, direction_id FROM pattern")
        while try patterns.next() {
            guard let pattern = patterns.row.integer(0),
                let route = places[patterns.row.integer(1)] ?? places[nil]
            else { continue }
            let direction = Direction(route: route, id: patterns.row.integer(2))
            let place = known[direction] ?? directions.count
            if place == directions.count { directions.append(direction) }
            known[direction] = place
            directionOfPattern[pattern] = place
        }
    }
}
