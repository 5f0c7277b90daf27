import BundleCodec
import GTFSSchedule
import SQLiteLayer

struct GroupDigest {
    let route: RouteID
    let pattern: Int
    let headsign: Int
    let days: Int
    let details: Int
    /// The ids of the service and the shape, which feeds may give anew for the same days and path.
    let references: Int

    /// By key. `days` are digests for each service.
    static func read(_ connection: Connection, _ days: [Int: Int]) throws -> [Int: GroupDigest] {
        let stopHeadsigns = try RowDigest(["position", "stop_headsign"]).numbers(
            connection, by: "stop_headsigns", from: "stop_headsigns ORDER BY 1, position")
        let flex = try RowDigest(["position"] + BundleTables.flex.map(RowDigest.Value.column))
            .numbers(connection, by: "flex", from: "flex_stop_times ORDER BY 1, position")
        let digest = RowDigest(
            ["d.trip_headsign", .list("d.stop_headsigns", stopHeadsigns), "p.direction_id"],
            [
                "d.wheelchair_accessible", "d.bikes_allowed", "d.cars_allowed",
                "d.safe_duration_factor", "d.safe_duration_offset", .list("d.flex", flex),
            ], ["s.service_id", "h.shape_id"])
        var groups: [Int: GroupDigest] = [:]
        try connection.readRows(
            """
            SELECT d.trip_group, coalesce(r.route_id, g.id, ''), d.pattern, d.service,
              \(digest.columns)
            FROM trip_group d JOIN pattern p ON p.pattern = d.pattern
            LEFT JOIN routes r ON r.rid = p.rid
            LEFT JOIN dangling g ON g.kind = 'route' AND g.key = p.rid
            LEFT JOIN service s ON s.service = d.service
            LEFT JOIN shape h ON h.shape = p.shape
            """
        ) { row in
            guard let group = row.integer(0), let pattern = row.integer(2) else { return }
            let numbers = digest.numbers(row, at: 4)
            groups[group] = GroupDigest(
                route: RouteID(row.text(1) ?? ""), pattern: pattern, headsign: numbers[0],
                days: row.integer(3).flatMap { days[$0] } ?? 0, details: numbers[1],
                references: numbers[2])
        }
        return groups
    }
}
