import BundleCodec
import SQLiteLayer

/// A call that all trips of a pattern have.
struct PatternCall: Sendable {
    /// Counted from 0.
    let position: Int
    let stopSequence: Int
    /// Nil for flexible service without a stop.
    let sid: Int64?
    let pickup: Int
    let dropOff: Int

    /// By pattern, in order.
    static func read(_ patterns: Set<Int64>, _ db: Database) throws -> [Int64: [PatternCall]] {
        var calls = Dictionary(uniqueKeysWithValues: patterns.map { ($0, [PatternCall]()) })
        try db.readRows(sql, arguments: [JSONList.integers(patterns.sorted())]) { row in
            let call = PatternCall(
                position: try row.required(row.integer(1), "call"),
                stopSequence: try row.required(row.integer(2), "stop_sequence"), sid: row.key(3),
                pickup: row.integer(4) ?? 0, dropOff: row.integer(5) ?? 0)
            calls[try row.required(row.key(0), "pattern"), default: []].append(call)
        }
        return calls
    }

    private static let sql = """
        SELECT ps.pattern, \(BundleTables.position("ps")), ps.stop_sequence, ps.sid, cc.pickup_type,
          cc.drop_off_type
        FROM json_each(?) j
        CROSS JOIN pattern p ON p.pattern = j.value
        CROSS JOIN \(BundleTables.calls("ps"))
          AND ps.pattern = p.pattern
        LEFT JOIN call_codes cc ON cc.codes = ps.codes
        ORDER BY ps.call
        """
}
