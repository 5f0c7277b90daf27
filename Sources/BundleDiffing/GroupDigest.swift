import GRDB
import GTFSSchedule

/// What the trips of a `trip_group` share.
struct GroupDigest {
    let route: RouteID
    let pattern: Int
    let headsign: Int
    let days: Int

    /// All of them, by key.
    ///
    /// - Parameter days: digests of the days of each service.
    static func read(_ db: Database, _ days: [Int: Int]) throws -> [Int: GroupDigest] {
        let stopHeadsigns = try stopHeadsigns(db)
        let sql = """
            SELECT d.trip_group, coalesce(r.route_id, g.id, ''), d.pattern, d.service,
              d.trip_headsign, d.stop_headsigns, p.direction_id
            FROM trip_group d JOIN pattern p ON p.pattern = d.pattern
            LEFT JOIN routes r ON r.rid = p.rid
            LEFT JOIN dangling g ON g.kind = 'route' AND g.key = p.rid
            """
        var groups: [Int: GroupDigest] = [:]
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            let service: Int? = row[3]
            let list: Int? = row[5]
            var headsign = Hasher()
            headsign.combine(row[4] as String?)
            headsign.combine(list.flatMap { stopHeadsigns[$0] })
            headsign.combine(row[6] as Int?)
            groups[row[0]] = GroupDigest(
                route: RouteID(row[1]), pattern: row[2], headsign: headsign.finalize(),
                days: service.flatMap { days[$0] } ?? 0)
        }
        return groups
    }

    private static func stopHeadsigns(_ db: Database) throws -> [Int: Int] {
        var digests: [Int: Hasher] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT stop_headsigns, position, stop_headsign FROM stop_headsigns
                ORDER BY stop_headsigns, position
                """)
        while let row = try rows.next() {
            let list: Int = row[0]
            digests[list, default: Hasher()].combine(row[1] as Int)
            digests[list, default: Hasher()].combine(row[2] as String)
        }
        return digests.mapValues { $0.finalize() }
    }
}
