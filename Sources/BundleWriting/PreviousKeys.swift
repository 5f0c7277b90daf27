import FeedCompiling
import FeedReading
import SQLiteLayer
import SystemLayer

/// The keys that an earlier bundle gave out.
struct PreviousKeys {
    let stops: StableKeys
    let routes: StableKeys
    let contentHash: String?
    /// Nil when the bundle is from a version of the tool that knew no lines.
    let line: String?

    init(path: String) throws {
        (stops, routes, contentHash, line) = try PublishedBundle(path: path).read { connection in
            (
                try Self.keys(connection, "stop", "stops", "sid"),
                try Self.keys(connection, "route", "routes", "rid"),
                try PublishedBundle.metadata("content_hash", connection),
                try PublishedBundle.metadata("line", connection)
            )
        }
    }

    private static func keys(
        _ connection: Connection, _ kind: String, _ table: String, _ column: String
    ) throws -> StableKeys {
        var keys: [(id: [UInt8], key: Int64)] = []
        let rows = try Statement(
            connection,
            """
            SELECT \(kind)_id, \(column) FROM \(table)
            UNION ALL SELECT id, key FROM tombstones WHERE kind = '\(kind)'
            """)
        while try rows.next() {
            guard !rows.row.isNull(0), let key = rows.row.int64(1) else { continue }
            keys.append((id: Array(rows.row.bytes(0)), key: key))
        }
        // Bundles have had this entry only since ids can vanish from them.
        let said = try PublishedBundle.metadata("highest_\(column)", connection) ?? "0"
        func damage(_ reason: String) -> DamagedBundle {
            DamagedBundle(reason: "the keys of its \(table): \(reason)")
        }
        guard let highest = Int64(said) else {
            throw damage("the highest is \(TerminalText.safe(said, limit: 100))")
        }
        do throws(StableKeys.Impossible) {
            return try StableKeys(previous: keys, highest: highest)
        } catch {
            throw damage(error.reason)
        }
    }
}
