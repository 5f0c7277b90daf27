import BundleCodec
import GTFSSchedule
import SQLiteLayer

struct TripReading {
    private let patterns: [Int: PackedDigests.Pattern]
    private let timings: [Int: Int]
    private let groups: [Int: PackedDigests.Group]
    private let distances: [Int: Int]
    private let headways: [RecordID: Int]

    init(
        _ connection: Connection, days: [Int: Int], stops: Succession.IDs, routes: Succession.IDs
    ) throws {
        patterns = try PackedDigests.patterns(connection, stops)
        timings = try PackedDigests.timings(connection)
        groups = try PackedDigests.groups(connection, days, routes)
        distances = try PackedDigests.distances(connection)
        headways = try PackedDigests.headways(connection)
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
            let record = RecordID(text)
            let trip = digest(of: row, headways: headways[record], group)
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
            remainder.add(calls: calls.finalize(), of: record)
        }
        return remainder
    }

    private func digest(
        of row: Columns, headways: Int?, _ group: PackedDigests.Group
    ) -> TripDigest {
        let pattern = patterns[group.pattern]
        var details = Hasher()
        details.combine(group.details)
        details.combine(pattern?.codes)
        for column in 4..<6 { row.combine(column, into: &details) }
        return TripDigest(
            route: group.route, calls: pattern?.calls ?? 0, boarding: pattern?.boarding ?? 0,
            timing: row.integer(2).flatMap { timings[$0] } ?? 0, origin: row.integer(3),
            headways: headways ?? 0, headsign: group.headsign, days: group.days,
            details: details.finalize())
    }
}

/// The rest of `trips.txt` and `stop_times.txt` beyond the digests of the trips, as sums like those
/// of a ``DifferenceFinder``: ids of services and shapes, distances, and how rows are written.
struct TripRemainder {
    private(set) var trips = 0
    private(set) var calls = 0
    /// By trip, when they are kept.
    private(set) var callsOfTrips: [RecordID: Int]?

    init(keepsTrips: Bool) {
        callsOfTrips = keepsTrips ? [:] : nil
    }

    fileprivate mutating func add(calls digest: Int, of id: RecordID) {
        calls &+= digest
        callsOfTrips?[id] = digest
    }

    fileprivate mutating func addTrip(_ id: TripID, _ group: PackedDigests.Group) {
        var hasher = Hasher()
        hasher.combine(id)
        hasher.combine(group.references)
        trips &+= hasher.finalize()
    }
}
