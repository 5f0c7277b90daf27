package import SQLiteLayer

/// Whether the ranges of a bundle lie where there is something, and not over each other.
///
/// Patterns and shapes name their calls and chunks by first and last, or by how many there are. What
/// reads a bundle whole follows them, so that ranges which a few bytes make long would take it hours,
/// and what shares a chunk would be written once for each that does.
package enum RangeCheck {
    /// Throws when patterns or shapes have more calls or chunks altogether than there are.
    ///
    /// - Parameter times: how often each may be used: who looks for mistakes has to read them.
    package static func checkRanges(
        _ connection: Connection, usedAtMost times: Int = 1
    ) throws {
        try check(
            connection, times, "patterns", "calls", count: "pattern_stops",
            """
            SELECT sum(CASE WHEN stops > 0 THEN stops ELSE 0 END),
              total(typeof(first_call) <> 'integer' OR typeof(stops) <> 'integer') FROM pattern
            """)
        try check(
            connection, times, "shapes", "chunks", count: "shape_chunk",
            """
            SELECT
              sum(CASE WHEN last_chunk >= first_chunk THEN last_chunk - first_chunk + 1 ELSE 0 END),
              total(typeof(first_chunk) <> 'integer' OR typeof(last_chunk) <> 'integer') FROM shape
            """)
    }

    /// Throws when a chunk says that it has more points than its polyline has room for: a point takes
    /// two characters. The view `shapes` looks for as many as it says.
    package static func checkPoints(_ connection: Connection) throws {
        let excess = try connection.integer(
            """
            SELECT chunk FROM shape_chunk
            WHERE typeof(points) <> 'integer' OR points < 0 OR points > length(polyline) / 2 LIMIT 1
            """)
        if let excess {
            throw DamagedBundle(reason: "the number of points of chunk \(excess) is impossible")
        }
    }

    private static func check(
        _ connection: Connection, _ times: Int, _ owners: String, _ parts: String,
        count table: String, _ sum: String
    ) throws {
        let there = try connection.integer("SELECT count(*) FROM \(table)") ?? 0
        let query = try Statement(connection, sum)
        // Without any the sum is NULL.
        guard try query.next(), !query.row.isNull(0) else { return }
        guard query.row.isInteger(0), let used = query.row.integer(0),
            used / times <= there, query.row.real(1) == 0
        else {
            let said = query.row.asText(0) ?? "no"
            throw DamagedBundle(
                reason: "its \(owners) have \(said) \(parts), of which there are \(there)")
        }
    }
}
