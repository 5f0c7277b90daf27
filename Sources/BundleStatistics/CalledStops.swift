import BundleCodec
import SQLiteLayer

/// The stops of a bundle, and where the runs of its patterns call.
struct CalledStops {
    struct Stop {
        let id: String?
        let name: String?
    }

    struct Call {
        /// A key of `stops`; nil for a call that names no stop.
        let stop: Int?
        let sequence: Int
        /// Nobody may board elsewhere: boards do not list such calls.
        let isBoardable: Bool
    }

    private(set) var stops: [Int: Stop] = [:]
    /// By pattern, in their order.
    private(set) var calls: [Int: [Call]] = [:]

    init(_ connection: Connection) throws {
        try connection.readRows(
            """
            SELECT sid, stop_id, stop_name FROM stops
            UNION ALL SELECT key, id, NULL FROM dangling WHERE kind = 'stop'
            """
        ) { row in
            guard let stop = row.integer(0) else { return }
            stops[stop] = Stop(id: row.text(1), name: row.text(2))
        }
        try connection.readRows(
            """
            SELECT p.pattern, c.sid, c.stop_sequence, c.sid > 0
              AND c.codes NOT IN (SELECT codes FROM call_codes WHERE pickup_type = 1)
            FROM pattern p CROSS JOIN \(BundleTables.calls("c")) ORDER BY p.pattern, c.call
            """
        ) { row in
            guard let pattern = row.integer(0) else { return }
            calls[pattern, default: []].append(
                Call(
                    stop: row.integer(1), sequence: row.integer(2) ?? 0,
                    isBoardable: row.integer(3) == 1))
        }
    }
}
