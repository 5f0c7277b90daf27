import SQLiteLayer

struct PatternDigest {
    /// By the feed's ids.
    let calls: Int
    let boarding: Int
    /// The codes of riding between stops, and of exact times.
    let codes: Int
    /// How the feed writes the calls: their numbers, and whether usual boarding is a 0 or a blank.
    let writing: Int

    /// By key.
    static func read(_ connection: Connection) throws -> [Int: PatternDigest] {
        try RowDigest(
            ["coalesce(s.stop_id, g.id)"],
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
        ).mapValues {
            PatternDigest(calls: $0[0], boarding: $0[1], codes: $0[2], writing: $0[3])
        }
    }
}
