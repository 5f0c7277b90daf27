import BundleCodec
import GTFSSchedule
import SQLiteLayer

/// Digests of the tables whose keys differ from bundle to bundle, to compare them. One is made per
/// pattern, timing, group, list and chunk of a shape, and never for a stop time.
enum PackedDigests {
    struct Pattern {
        /// By the feed's ids.
        let calls: Int
        let boarding: Int
        /// The codes of riding between stops, and of exact times.
        let codes: Int
        /// How the feed writes the calls: their numbers, and whether usual boarding is a 0 or a
        /// blank.
        let writing: Int
    }

    static func patterns(
        _ connection: Connection, _ stops: Succession.IDs
    ) throws -> [Int: Pattern] {
        try RowDigest(
            [.id("coalesce(s.stop_id, g.id)", stops)],
            ["coalesce(c.pickup_type, 0)", "coalesce(c.drop_off_type, 0)"],
            ["c.continuous_pickup", "c.continuous_drop_off", "c.timepoint"],
            ["c.pickup_type IS NULL", "c.drop_off_type IS NULL", "ps.stop_sequence"]
        ).numbers(
            connection, by: "ps.pattern",
            from: """
                pattern_stops ps
                LEFT JOIN stops s ON s.sid = ps.sid
                LEFT JOIN dangling g ON g.kind = 'stop' AND g.key = ps.sid
                LEFT JOIN call_codes c ON c.codes = ps.codes
                ORDER BY ps.call
                """
        ) { Pattern(calls: $0[0], boarding: $0[1], codes: $0[2], writing: $0[3]) }
    }

    struct Group {
        let route: RouteID
        let pattern: Int
        let headsign: Int
        let days: Int
        let details: Int
        /// The ids of the service and the shape, which feeds may give anew for the same days and
        /// path.
        let references: Int
    }

    /// `days` are digests for each service.
    static func groups(
        _ connection: Connection, _ days: [Int: Int], _ routes: Succession.IDs
    ) throws -> [Int: Group] {
        let stopHeadsigns = try RowDigest(["position", "stop_headsign"]).numbers(
            connection, by: "stop_headsigns", from: "stop_headsigns ORDER BY 1, position"
        ) { $0 }
        let flex = try RowDigest(["position"] + BundleTables.flex.map(RowDigest.Value.column))
            .numbers(connection, by: "flex", from: "flex_stop_times ORDER BY 1, position") { $0 }
        let digest = RowDigest(
            ["d.trip_headsign", .list("d.stop_headsigns", stopHeadsigns), "p.direction_id"],
            [
                "d.wheelchair_accessible", "d.bikes_allowed", "d.cars_allowed",
                "d.safe_duration_factor", "d.safe_duration_offset", .list("d.flex", flex),
            ], ["s.service_id", "h.shape_id"])
        var groups: [Int: Group] = [:]
        try connection.readRows(
            """
            SELECT d.trip_group, coalesce(r.route_id, g.id, ''), d.pattern, d.service,
              \(digest.columns)
            FROM trip_group d JOIN pattern p ON p.pattern = d.pattern
            LEFT JOIN routes r ON r.rid = p.rid
            LEFT JOIN dangling g ON g.kind = 'route' AND g.key = p.rid
            LEFT JOIN service s ON s.service = d.service
            LEFT JOIN shape h ON h.shape = p.shape
            """
        ) { row in
            guard let group = row.integer(0), let pattern = row.integer(2) else { return }
            let numbers = try digest.numbers(row, at: 4)
            let route = RecordID(row.text(1) ?? "")
            groups[group] = Group(
                route: RouteID((routes[route] ?? route).text), pattern: pattern,
                headsign: numbers[0],
                days: row.integer(3).flatMap { days[$0] } ?? 0, details: numbers[1],
                references: numbers[2])
        }
        return groups
    }

    static func timings(_ connection: Connection) throws -> [Int: Int] {
        try RowDigest([.times])
            .numbers(connection, by: "ti.timing", from: TimingOffsets.source) { $0[0] }
    }

    static func distances(_ connection: Connection) throws -> [Int: Int] {
        let count = "length(codes) / max(1, width, -width)"
        return try RowDigest([.numbers("", .digits, count: count)])
            .numbers(connection, by: "distances", from: "distances") { $0[0] }
    }

    static func headways(_ connection: Connection) throws -> [RecordID: Int] {
        try RowDigest(["start_time", "end_time", "headway_secs", "coalesce(exact_times, 0)"])
            .sums(connection, by: "trip_id", from: "frequencies")
    }

    /// By shape, the sum of a digest for each chunk: the bundle stores the rows of `shapes.txt` in
    /// chunks.
    static func shapes(_ connection: Connection) throws -> [RecordID: Int] {
        let columns =
            ["c.polyline", "c.first_sequence", "c.sequence_step", "c.sequences"]
            + (try Columns.restColumns(connection))
        return try RowDigest(
            columns.map(RowDigest.Value.column)
                + [.numbers("c.distance_", .bytes, count: "c.points")]
        ).sums(connection, by: "s.shape_id", from: BundleTables.chunks)
    }
}
