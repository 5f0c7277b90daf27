import FeedCompiling
import FeedReading
import SQLiteLayer
import SystemLayer

struct PreviousKeys {
    let stops: StableKeys
    let routes: StableKeys
    let contentHash: String?
    let line: String

    init(path: String) throws {
        (stops, routes, contentHash, line) = try PublishedBundle(path: path).read { connection in
            guard let line = try PublishedBundle.metadata("line", connection) else {
                throw DamagedBundle(reason: "its metadata has no line")
            }
            return (
                try Self.keys(connection, kind: "stop", table: "stops", column: "sid"),
                try Self.keys(connection, kind: "route", table: "routes", column: "rid"),
                try PublishedBundle.metadata("content_hash", connection),
                line
            )
        }
    }

    private static func keys(
        _ connection: Connection, kind: String, table: String, column: String
    ) throws -> StableKeys {
        var keys: [(id: [UInt8], key: Int64)] = []
        try connection.readRows(
            """
            SELECT \(kind)_id, \(column) FROM \(table)
            UNION ALL SELECT id, key FROM tombstones WHERE kind = '\(kind)'
            """
        ) { row in
            guard !row.isNull(0), let key = row.int64(1) else { return }
            keys.append((id: Array(row.bytes(0)), key: key))
        }
        let said = try PublishedBundle.metadata("highest_\(column)", connection) ?? ""
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
