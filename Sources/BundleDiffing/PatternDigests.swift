import BundleCodec
import GTFSSchedule
import SQLiteLayer

struct PatternDigest {
    /// By the feed's ids.
    let calls: Int
    let boarding: Int
    /// The codes of riding between stops, and of exact times.
    let codes: Int
    /// How the feed writes the calls: their numbers, and whether usual boarding is a 0 or a blank.
    let writing: Int
}

enum PatternDigests {
    private struct Hashers {
        private var calls = Hasher()
        private var boarding = Hasher()
        private var codes = Hasher()
        private var writing = Hasher()

        var digest: PatternDigest {
            PatternDigest(
                calls: calls.finalize(), boarding: boarding.finalize(), codes: codes.finalize(),
                writing: writing.finalize())
        }

        mutating func add(_ row: Columns) {
            calls.combine(row.text(1).map(StopID.init))
            for column in 2..<4 {
                boarding.combine(row.integer(column) ?? 0)
                writing.combine(row.isNull(column))
            }
            for column in 4..<7 { row.combine(column, into: &codes) }
            row.combine(7, into: &writing)
        }
    }

    static func read(_ connection: Connection) throws -> [Int: PatternDigest] {
        var digests: [Int: PatternDigest] = [:]
        let sql = """
            SELECT ps.pattern, coalesce(s.stop_id, g.id), c.pickup_type, c.drop_off_type,
              c.continuous_pickup, c.continuous_drop_off, c.timepoint, ps.stop_sequence
            FROM pattern_stops ps
            LEFT JOIN stops s ON s.sid = ps.sid
            LEFT JOIN dangling g ON g.kind = 'stop' AND g.key = ps.sid
            LEFT JOIN call_codes c ON c.codes = ps.codes
            ORDER BY ps.call
            """
        let stops = try Statement(connection, sql)
        let row = stops.row
        var current: Int?
        var hashers = Hashers()
        while try stops.next() {
            guard let pattern = row.integer(0) else { continue }
            if pattern != current {
                // The calls of a pattern follow one another.
                if let current { digests[current] = hashers.digest }
                current = pattern
                hashers = Hashers()
            }
            hashers.add(row)
        }
        if let current { digests[current] = hashers.digest }
        return digests
    }

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

    static func distances(_ connection: Connection) throws -> [Int: Int] {
        var digests: [Int: Int] = [:]
        let lists = try Statement(
            connection, "SELECT distances, base, scale, width, codes FROM distances")
        let row = lists.row
        while try lists.next() {
            guard let list = row.integer(0) else { continue }
            let codes = Array(row.blob(4))
            let numbers = try PackedNumbers(
                base: row.int64(1), scale: row.int64(2), width: row.int64(3),
                codes: codes, as: .digits, count: codes.count / max(1, abs(row.integer(3) ?? 1)))
            var hasher = Hasher()
            numbers?.combine(into: &hasher)
            digests[list] = hasher.finalize()
        }
        return digests
    }
}
