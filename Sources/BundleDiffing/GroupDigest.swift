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
        let stopHeadsigns = try lists(connection, key: "stop_headsigns", columns: ["stop_headsign"])
        let flex = try lists(
            connection, key: "flex",
            columns: [
                "location_group_id", "location_id", "start_pickup_drop_off_window",
                "end_pickup_drop_off_window", "pickup_booking_rule_id", "drop_off_booking_rule_id",
            ], in: "flex_stop_times")
        let sql = """
            SELECT d.trip_group, coalesce(r.route_id, g.id, ''), d.pattern, d.service,
              d.trip_headsign, d.stop_headsigns, p.direction_id, d.flex, s.service_id, h.shape_id,
              d.wheelchair_accessible, d.bikes_allowed, d.cars_allowed, d.safe_duration_factor,
              d.safe_duration_offset
            FROM trip_group d JOIN pattern p ON p.pattern = d.pattern
            LEFT JOIN routes r ON r.rid = p.rid
            LEFT JOIN dangling g ON g.kind = 'route' AND g.key = p.rid
            LEFT JOIN service s ON s.service = d.service
            LEFT JOIN shape h ON h.shape = p.shape
            """
        var groups: [Int: GroupDigest] = [:]
        let query = try Statement(connection, sql)
        let row = query.row
        while try query.next() {
            guard let group = row.integer(0), let pattern = row.integer(2) else { continue }
            var headsign = Hasher()
            headsign.combine(row.text(4)?.exact)
            headsign.combine(row.integer(5).flatMap { stopHeadsigns[$0] })
            headsign.combine(row.integer(6))
            var details = Hasher()
            for column in 10..<row.count { row.combine(column, into: &details) }
            details.combine(row.integer(7).flatMap { flex[$0] })
            var references = Hasher()
            for column in 8..<10 { row.combine(column, into: &references) }
            groups[group] = GroupDigest(
                route: RouteID(row.text(1) ?? ""), pattern: pattern, headsign: headsign.finalize(),
                days: row.integer(3).flatMap { days[$0] } ?? 0, details: details.finalize(),
                references: references.finalize())
        }
        return groups
    }

    /// By position, of the columns. `table` is nil when it has the name of its key.
    private static func lists(
        _ connection: Connection, key: String, columns: [String], in table: String? = nil
    ) throws -> [Int: Int] {
        var digests: [Int: Hasher] = [:]
        let query = try Statement(
            connection,
            """
            SELECT \(key), position, \(columns.joined(separator: ", ")) FROM \(table ?? key)
            ORDER BY \(key), position
            """)
        let row = query.row
        while try query.next() {
            guard let list = row.integer(0) else { continue }
            for column in 1..<columns.count + 2 {
                row.combine(column, into: &digests[list, default: Hasher()])
            }
        }
        return digests.mapValues { $0.finalize() }
    }
}
