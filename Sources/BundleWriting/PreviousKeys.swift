import FeedCompiling
import GRDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The keys that an earlier bundle gave out.
struct PreviousKeys {
    let stops: StableKeys
    let routes: StableKeys
    let contentHash: String?
    /// Nil when a tool made the bundle that knew no lines.
    let line: String?

    init(path: String) throws {
        (stops, routes, contentHash, line) = try PublishedBundle(path: path).read { db in
            (
                try Self.keys(db, "stop", "stops", "sid"),
                try Self.keys(db, "route", "routes", "rid"),
                try PublishedBundle.metadata("content_hash", db),
                try PublishedBundle.metadata("line", db)
            )
        }
    }

    private static func keys(
        _ db: Database, _ kind: String, _ table: String, _ column: String
    ) throws -> StableKeys {
        var keys: [(id: [UInt8], key: Int32)] = []
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT CAST(\(kind)_id AS BLOB) AS id, \(column) AS key FROM \(table)
                UNION ALL SELECT CAST(id AS BLOB), key FROM tombstones WHERE kind = ?
                """, arguments: [kind])
        while let row = try rows.next() {
            if let id: Data = row["id"] { keys.append((id: Array(id), key: row["key"])) }
        }
        let highest = try PublishedBundle.metadata("highest_\(column)", db)
        return StableKeys(previous: keys, highest: highest.flatMap { Int32($0) } ?? 0)
    }
}
