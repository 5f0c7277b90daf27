import GRDB
import GTFSSchedule

/// How important stops are, and what is part of what: all that search needs to know of every stop.
struct StopRanks: Sendable {
    struct Place: Sendable {
        let kind: LocationType
        /// The `sid` of the stop above.
        let parent: Int64?
        /// Has the name of the stop above.
        let isNamedLikeParent: Bool
        /// How many patterns call here or at a place below.
        var served: Int
    }

    private(set) var places: [Int64: Place] = [:]

    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT s.sid, s.location_type, p.sid AS parent, s.stop_name = p.stop_name AS same,
                  (SELECT count(*) FROM pattern_stops ps WHERE ps.sid = s.sid) AS served
                FROM stops s LEFT JOIN stops p ON p.stop_id = s.parent_station
                """)
        while let row = try rows.next() {
            guard let sid = row.integer("sid") else { continue }
            places[Int64(sid)] = Place(
                kind: LocationType(code: row.integer("location_type") ?? 0),
                parent: row.integer("parent").map(Int64.init),
                isNamedLikeParent: row.integer("same") == 1,
                served: row.integer("served") ?? 0)
        }
        let own = places.mapValues(\.served)
        for (sid, served) in own where served > 0 {
            for above in ancestors(of: sid) { places[above]?.served += served }
        }
    }

    /// The stops above a stop, from the nearest on: the platform of a boarding area, the station.
    func ancestors(of sid: Int64) -> [Int64] {
        var found: [Int64] = []
        var next = places[sid]?.parent
        // Longer chains and circles are mistakes of the feed.
        while let above = next, found.count < 3, above != sid, !found.contains(above) {
            found.append(above)
            next = places[above]?.parent
        }
        return found
    }
}
