import FeedCompiling
import GRDB

/// The keys that an earlier bundle gave out.
struct PreviousKeys {
    let stops: StableKeys
    let routes: StableKeys
    let contentHash: String?

    init(path: String) throws {
        let queue: DatabaseQueue
        do {
            var configuration = Configuration()
            configuration.readonly = true
            queue = try DatabaseQueue(path: path, configuration: configuration)
            (stops, routes, contentHash) = try queue.read { db in
                guard try Int.fetchOne(db, sql: "PRAGMA application_id") == 0x4754_4653 else {
                    throw BundleError.notABundle(path: path, reason: "is no bundle of this tool")
                }
                return (
                    try Self.keys(db, "stop", "stops", "sid"),
                    try Self.keys(db, "route", "routes", "rid"),
                    try String.fetchOne(
                        db, sql: "SELECT value FROM metadata WHERE key = 'content_hash'")
                )
            }
        } catch let failure as DatabaseError {
            throw BundleError.notABundle(
                path: path, reason: "can not be read as a bundle: \(failure.message ?? "")")
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
