import BundleCodec
import GTFSSchedule
import SQLiteLayer

/// A digest is made once per pattern, timing, group and list of distances, and never for a stop
/// time.
struct TripReading {
    private let patterns: [Int: PatternDigest]
    private let timings: [Int: Int]
    private let groups: [Int: GroupDigest]
    private let distances: [Int: Int]
    private let headways: [TripID: Int]

    init(_ connection: Connection, days: [Int: Int]) throws {
        patterns = try PatternDigest.read(connection)
        timings = try Self.timings(connection)
        groups = try GroupDigest.read(connection, days)
        distances = try Self.distances(connection)
        headways = try Self.headways(connection)
    }

    /// Returns what no digest has, for each trip if `keepsTrips`.
    func forEachTrip(
        _ connection: Connection, keepsTrips: Bool, _ body: (TripID, TripDigest) -> Void
    ) throws -> TripRemainder {
        var remainder = TripRemainder(keepsTrips: keepsTrips)
        try connection.readRows(
            """
            SELECT t.trip_id, t.trip_group, t.timing, t.origin, t.trip_short_name, b.block_id,
              t.distances, t.trip
            FROM trip t LEFT JOIN block b ON b.block = t.block
            """
        ) { row in
            guard let text = row.text(0), let group = row.integer(1).flatMap({ groups[$0] })
            else { return }
            let id = TripID(text)
            let trip = digest(of: row, id, group)
            var calls = Hasher()
            calls.combine(id)
            calls.combine(patterns[group.pattern]?.writing)
            calls.combine(row.integer(6).flatMap { distances[$0] })
            if row.integer(7) ?? 0 > 0 {
                body(id, trip)
                remainder.addTrip(id, group)
            } else {
                // Only `stop_times.txt` names it.
                calls.combine(trip)
            }
            remainder.add(calls: calls.finalize(), of: id)
        }
        return remainder
    }

    private func digest(of row: Columns, _ id: TripID, _ group: GroupDigest) -> TripDigest {
        let pattern = patterns[group.pattern]
        var times = Hasher()
        times.combine(row.integer(2).flatMap { timings[$0] })
        times.combine(row.integer(3))
        var details = Hasher()
        details.combine(group.details)
        details.combine(pattern?.codes)
        for column in 4..<6 { row.combine(column, into: &details) }
        return TripDigest(
            route: group.route, calls: pattern?.calls ?? 0, boarding: pattern?.boarding ?? 0,
            times: times.finalize(), headways: headways[id] ?? 0, headsign: group.headsign,
            days: group.days, details: details.finalize())
    }

    private static func timings(_ connection: Connection) throws -> [Int: Int] {
        var digests: [Int: Int] = [:]
        var times = TimingOffsets()
        try connection.readRows(
            "SELECT ti.timing, \(TimingOffsets.columns) FROM \(TimingOffsets.source)"
        ) { row in
            guard let timing = row.integer(0) else { return }
            try times.decode(row, 1)
            var hasher = Hasher()
            hasher.combine(times.departures)
            hasher.combine(times.arrivals)
            digests[timing] = hasher.finalize()
        }
        return digests
    }

    private static func distances(_ connection: Connection) throws -> [Int: Int] {
        var digests: [Int: Int] = [:]
        try connection.readRows(
            "SELECT distances, base, scale, width, codes FROM distances"
        ) { row in
            guard let list = row.integer(0) else { return }
            let count = row.blob(4).count / Int(clamping: max(1, (row.int64(3) ?? 1).magnitude))
            var hasher = Hasher()
            try row.packedNumbers(1, as: .digits, count: count)?.combine(into: &hasher)
            digests[list] = hasher.finalize()
        }
        return digests
    }

    private static func headways(_ connection: Connection) throws -> [TripID: Int] {
        var digests: [TripID: Int] = [:]
        try connection.readRows(
            """
            SELECT trip_id, start_time, end_time, headway_secs, coalesce(exact_times, 0)
            FROM frequencies
            """
        ) { row in
            guard let id = row.text(0) else { return }
            digests[TripID(id), default: 0] &+= row.digest(1..<row.count)
        }
        return digests
    }
}

/// The rest of `trips.txt` and `stop_times.txt` beyond the digests of the trips, as sums like those
/// of a ``DifferenceFinder``: ids of services and shapes, distances, and how rows are written.
struct TripRemainder {
    private(set) var trips = 0
    private(set) var calls = 0
    /// By trip, when they are kept.
    private(set) var callsOfTrips: [TripID: Int]?

    init(keepsTrips: Bool) {
        callsOfTrips = keepsTrips ? [:] : nil
    }

    fileprivate mutating func add(calls digest: Int, of id: TripID) {
        calls &+= digest
        callsOfTrips?[id] = digest
    }

    fileprivate mutating func addTrip(_ id: TripID, _ group: GroupDigest) {
        var hasher = Hasher()
        hasher.combine(id)
        hasher.combine(group.references)
        trips &+= hasher.finalize()
    }
}
