package import SQLiteLayer

/// Checks that the ranges of a bundle lie within its rows and do not overlap.
///
/// Patterns and shapes name their calls and chunks by first and last, or by a count. Code that
/// reads a whole bundle follows them: a few bytes could claim ranges that take hours, and a chunk
/// shared by many shapes would be written once for each.
package enum RangeCheck {
    /// Code that looks for mistakes has to read overlapping ranges, so each may be used several
    /// times.
    package static func checkRanges(
        _ connection: Connection, usedAtMost times: Int = 1
    ) throws {
        try check(
            connection, usedAtMost: times, owners: "patterns", parts: "calls",
            count: "pattern_stops",
            sum: """
                SELECT sum(CASE WHEN stops > 0 THEN stops ELSE 0 END),
                  total(typeof(first_call) <> 'integer' OR typeof(stops) <> 'integer') FROM pattern
                """)
        try check(
            connection, usedAtMost: times, owners: "shapes", parts: "chunks", count: "shape_chunk",
            sum: """
                SELECT
                  sum(CASE WHEN last_chunk >= first_chunk
                    THEN last_chunk - first_chunk + 1 ELSE 0 END),
                  total(typeof(first_chunk) <> 'integer' OR typeof(last_chunk) <> 'integer')
                FROM shape
                """)
    }

    /// Throws when a chunk claims more points than its polyline can hold: a point takes two
    /// characters. The view `shapes` looks for as many as the chunk claims.
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
        _ connection: Connection, usedAtMost times: Int, owners: String, parts: String,
        count table: String, sum: String
    ) throws {
        let there = try connection.integer("SELECT count(*) FROM \(table)") ?? 0
        let query = try Statement(connection, sum)
        // Without rows the sum is NULL.
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
