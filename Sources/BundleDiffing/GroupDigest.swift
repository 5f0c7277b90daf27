import GTFSSchedule
import SQLiteLayer

/// The values that the trips of a `trip_group` share.
struct GroupDigest {
    let route: RouteID
    let pattern: Int
    let headsign: Int
    let days: Int

    /// All of them, by key.
    ///
    /// - Parameter days: digests of the days of each service.
    static func read(_ connection: Connection, _ days: [Int: Int]) throws -> [Int: GroupDigest] {
        let stopHeadsigns = try stopHeadsigns(connection)
        let sql = """
            SELECT d.trip_group, coalesce(r.route_id, g.id, ''), d.pattern, d.service,
              d.trip_headsign, d.stop_headsigns, p.direction_id
            FROM trip_group d JOIN pattern p ON p.pattern = d.pattern
            LEFT JOIN routes r ON r.rid = p.rid
            LEFT JOIN dangling g ON g.kind = 'route' AND g.key = p.rid
            """
        var groups: [Int: GroupDigest] = [:]
        let query = try Statement(connection, sql)
        let row = query.row
        while try query.next() {
            guard let group = row.integer(0), let pattern = row.integer(2) else { continue }
            var headsign = Hasher()
            headsign.combine(row.text(4))
            headsign.combine(row.integer(5).flatMap { stopHeadsigns[$0] })
            headsign.combine(row.integer(6))
            groups[group] = GroupDigest(
                route: RouteID(row.text(1) ?? ""), pattern: pattern, headsign: headsign.finalize(),
                days: row.integer(3).flatMap { days[$0] } ?? 0)
        }
        return groups
    }

    private static func stopHeadsigns(_ connection: Connection) throws -> [Int: Int] {
        var digests: [Int: Hasher] = [:]
        let query = try Statement(
            connection,
            """
            SELECT stop_headsigns, position, stop_headsign FROM stop_headsigns
            ORDER BY stop_headsigns, position
            """)
        let row = query.row
        while try query.next() {
            guard let list = row.integer(0) else { continue }
            digests[list, default: Hasher()].combine(row.integer(1))
            digests[list, default: Hasher()].combine(row.text(2))
        }
        return digests.mapValues { $0.finalize() }
    }
}
