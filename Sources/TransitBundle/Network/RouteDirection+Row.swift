import GRDB
import TransitModel

extension RouteDirection {
    /// The directions of a route: 0, 1, then nil for trips without one.
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
