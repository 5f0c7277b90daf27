import GRDB
import GTFSSchedule

/// How important stops are, and which stop stands for which in lists: what search needs to know of
/// every stop, read once and kept.
struct StopRanks: Sendable {
    /// What search knows of a stop.
    struct Place: Sendable {
        /// 0 is the most important stop of the bundle.
        let rank: Int32
        /// The rank of the stop that stands for this one in lists: the station for a platform of its
        /// name, an entrance, a node or a boarding area; nil for a node without a station.
        let shownRank: Int32?
    }

    private(set) var places: [Int64: Place] = [:]
    /// The `sid`s by rank: the most served first, a station before its platforms.
    let sids: [Int64]

    init(_ db: Database) throws {
        let rows = try Self.rows(db)
        sids = rows.sorted(by: Row.isInOrder).map(\.sid)
        var ranks: [Int64: Int32] = [:]
        ranks.reserveCapacity(sids.count)
        for (rank, sid) in sids.enumerated() { ranks[sid] = Int32(truncatingIfNeeded: rank) }
        let numbers = Self.numbers(of: rows)
        places.reserveCapacity(sids.count)
        for (number, row) in rows.enumerated() {
            guard let rank = ranks[row.sid] else { continue }
            let shown = Self.shown(number, rows, numbers)
            places[row.sid] = Place(
                rank: rank, shownRank: shown.flatMap { ranks[rows[$0].sid] })
        }
    }

    /// A stop and how many patterns call there or at a place below.
    private struct Row {
        let sid: Int64
        let kind: LocationType
        let parent: Int64?
        let isNamedLikeParent: Bool
        var served: Int

        static func isInOrder(_ left: Row, _ right: Row) -> Bool {
            if left.served != right.served { return left.served > right.served }
            let isStation = left.kind == .station
            if isStation != (right.kind == .station) { return isStation }
            return left.sid < right.sid
        }
    }

    private static func rows(_ db: Database) throws -> [Row] {
        let cursor = try GRDB.Row.fetchCursor(
            db,
            sql: """
                SELECT s.sid, s.location_type, p.sid AS parent, s.stop_name = p.stop_name AS same,
                  (SELECT count(*) FROM pattern_stops ps WHERE ps.sid = s.sid) AS served
                FROM stops s LEFT JOIN stops p ON p.stop_id = s.parent_station
                """)
        var rows: [Row] = []
        while let row = try cursor.next() {
            guard let sid = row.integer("sid") else { continue }
            rows.append(
                Row(
                    sid: Int64(sid), kind: LocationType(code: row.integer("location_type") ?? 0),
                    parent: row.integer("parent").map(Int64.init),
                    isNamedLikeParent: row.integer("same") == 1,
                    served: row.integer("served") ?? 0))
        }
        let numbers = numbers(of: rows)
        let own = rows.map(\.served)
        for number in rows.indices where own[number] > 0 && rows[number].parent != nil {
            for above in ancestors(of: number, rows, numbers) {
                rows[above].served += own[number]
            }
        }
        return rows
    }

    private static func numbers(of rows: [Row]) -> [Int64: Int] {
        Dictionary(
            zip(rows.lazy.map(\.sid), rows.indices), uniquingKeysWith: { first, _ in first })
    }

    private static func shown(_ number: Int, _ rows: [Row], _ numbers: [Int64: Int]) -> Int? {
        switch rows[number].kind {
        case .entrance, .genericNode, .boardingArea: ancestors(of: number, rows, numbers).last
        case .stop where rows[number].isNamedLikeParent:
            ancestors(of: number, rows, numbers).first ?? number
        default: number
        }
    }

    /// The stops above a stop, from the nearest on: the platform of a boarding area, the station.
    private static func ancestors(
        of number: Int, _ rows: [Row], _ numbers: [Int64: Int]
    ) -> [Int] {
        var found: [Int] = []
        var next = rows[number].parent
        // Longer chains and circles are mistakes of the feed.
        while let sid = next, let above = numbers[sid], found.count < 3, above != number,
            !found.contains(above)
        {
            found.append(above)
            next = rows[above].parent
        }
        return found
    }
}
