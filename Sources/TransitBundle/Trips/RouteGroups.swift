import GRDB
import SQLiteLayer
import TransitModel

/// The groups of trips of a route in one direction, each with its service: the part of a timetable
/// that does not depend on the day.
struct RouteGroups: Sendable {
    struct Key: Hashable, Sendable {
        let rid: Int64
        let direction: Int?
    }

    let groups: [(group: Int64, service: Int64)]

    init(_ route: Key, _ db: Database) throws {
        groups = try db.readAll(
            Self.sql, arguments: ["rid": route.rid, "direction": route.direction]
        ) { row in
            guard let group = row.key(0), let service = row.key(1) else { return nil }
            return (group, service)
        }
    }

    private static let sql = """
        SELECT d.trip_group, d.service FROM pattern p
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        WHERE p.rid = :rid AND p.direction_id IS :direction
        """
}
