import GRDB
import GTFSSchedule

/// Digests of what trips share: lists of stops, and lists of times.
enum PatternDigests {
    /// The stops of each pattern, by the feed's ids, with the codes of boarding and alighting.
    static func read(_ db: Database) throws -> [Int: Int] {
        var digests: [Int: Hasher] = [:]
        let sql = """
            SELECT ps.pattern, coalesce(s.stop_id, g.id), c.pickup_type, c.drop_off_type
            FROM pattern_stops ps
            LEFT JOIN stops s ON s.sid = ps.sid
            LEFT JOIN dangling g ON g.kind = 'stop' AND g.key = ps.sid
            LEFT JOIN call_codes c ON c.codes = ps.codes
            ORDER BY ps.call
            """
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            let pattern: Int = row[0]
            digests[pattern, default: Hasher()].combine((row[1] as String?).map(StopID.init))
            digests[pattern, default: Hasher()].combine(row[2] as Int? ?? 0)
            digests[pattern, default: Hasher()].combine(row[3] as Int? ?? 0)
        }
        return digests.mapValues { $0.finalize() }
    }

    /// The published times of each timing, from its origin on. Equal times are stored equally: the
    /// unit follows from them.
    static func timings(_ db: Database) throws -> [Int: Int] {
        var digests: [Int: Int] = [:]
        let sql = """
            SELECT t.timing, t.unit, t.departures, t.arrivals, d.dwells
            FROM timing t LEFT JOIN dwell d ON d.dwell = t.dwell
            """
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            var hasher = Hasher()
            hasher.combine(row[1] as Int)
            for column in 2...4 {
                // By scalars: texts that look the same are other times.
                hasher.combine((row[column] as String?).map { Array($0.unicodeScalars) })
            }
            digests[row[0]] = hasher.finalize()
        }
        return digests
    }
}
