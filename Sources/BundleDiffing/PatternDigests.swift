import BundleCodec
import GTFSSchedule
import SQLiteLayer

/// Digests of the lists that trips share: of stops, and of times.
enum PatternDigests {
    /// The stops of each pattern, by the feed's ids, with the codes of boarding and alighting.
    static func read(_ connection: Connection) throws -> [Int: Int] {
        var digests: [Int: Hasher] = [:]
        let sql = """
            SELECT ps.pattern, coalesce(s.stop_id, g.id), c.pickup_type, c.drop_off_type
            FROM pattern_stops ps
            LEFT JOIN stops s ON s.sid = ps.sid
            LEFT JOIN dangling g ON g.kind = 'stop' AND g.key = ps.sid
            LEFT JOIN call_codes c ON c.codes = ps.codes
            ORDER BY ps.call
            """
        let stops = try Statement(connection, sql)
        let row = stops.row
        while try stops.next() {
            guard let pattern = row.integer(0) else { continue }
            digests[pattern, default: Hasher()].combine(row.text(1).map(StopID.init))
            digests[pattern, default: Hasher()].combine(row.integer(2) ?? 0)
            digests[pattern, default: Hasher()].combine(row.integer(3) ?? 0)
        }
        return digests.mapValues { $0.finalize() }
    }

    /// The published times of each timing, from its origin on.
    static func timings(_ connection: Connection) throws -> [Int: Int] {
        var digests: [Int: Int] = [:]
        let sql = """
            SELECT t.timing, t.unit, t.departures, t.arrivals, d.dwells
            FROM timing t LEFT JOIN dwell d ON d.dwell = t.dwell
            """
        var times = TimingOffsets()
        let timings = try Statement(connection, sql)
        let row = timings.row
        while try timings.next() {
            guard let timing = row.integer(0) else { continue }
            try times.decode(
                unit: row.integer(1) ?? 0, departures: row.bytes(2), dwells: row.asBytes(4),
                arrivals: row.asBytes(3), interpolated: nil)
            var hasher = Hasher()
            hasher.combine(times.departures)
            hasher.combine(times.arrivals)
            digests[timing] = hasher.finalize()
        }
        return digests
    }
}
