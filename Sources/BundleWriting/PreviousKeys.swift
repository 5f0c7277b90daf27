import FeedCompiling
import GRDB

/// The keys that an earlier bundle gave out.
struct PreviousKeys {
    let stops: StableKeys
    let routes: StableKeys
    let contentHash: String?

    init(path: String) throws {
        (stops, routes, contentHash) = try PublishedBundle(path: path).read { db in
            (
                try Self.keys(db, "stop", "stops", "sid"),
                try Self.keys(db, "route", "routes", "rid"),
                try String.fetchOne(
                    db, sql: "SELECT value FROM metadata WHERE key = 'content_hash'")
            )
        }
    }

    private static func keys(
        _ db: Database, _ kind: String, _ table: String, _ column: String
    ) throws -> StableKeys {
        var keys: [String: Int32] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(kind)_id AS id, \(column) AS key FROM \(table)
                UNION ALL SELECT id, key FROM tombstones WHERE kind = ?
                """, arguments: [kind])
        while let row = try rows.next() {
            if let id: String = row["id"] { keys[id] = row["key"] }
        }
        let highest = try String.fetchOne(
            db, sql: "SELECT value FROM metadata WHERE key = ?", arguments: ["highest_\(column)"])
        return StableKeys(previous: keys, highest: highest.flatMap { Int32($0) } ?? 0)
    }
}
