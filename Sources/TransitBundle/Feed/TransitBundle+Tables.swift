import BundleCodec
import GRDB
import SQLiteLayer

extension TransitBundle {
    /// The tables and views of the bundle, by name. They are measured on first use, when SQLite
    /// looks at every page of the file.
    package func tables() async throws -> [TableSize] {
        let known = tableSizes
        return try await question { db in try known.value { try TableSize.all(db) } }
    }
}

/// A table or view of a bundle.
package struct TableSize: Hashable, Sendable {
    /// As in `schema/bundle.sql`.
    package let name: String
    package let rows: Int
    /// The bytes with all its indexes, including those for search and for places; 0 for a view; nil
    /// when this SQLite cannot tell.
    package let bytes: Int?

    fileprivate static func all(_ db: Database) throws -> [TableSize] {
        let bytes = try bytes(db)
        return try String.fetchAll(db, sql: BundleTables.names).map { name in
            TableSize(
                name: name, rows: try Int.fetchOne(db, sql: BundleTables.count(name)) ?? 0,
                bytes: bytes.map { $0[name] ?? 0 })
        }
    }

    private static func bytes(_ db: Database) throws -> [String: Int]? {
        guard try Int.fetchOne(db, sql: BundleTables.knowsSizes) != nil else { return nil }
        var bytes: [String: Int] = [:]
        try db.readRows(BundleTables.sizes) { row in
            guard let table = row.text(1), let size = row.integer(2) else { return }
            bytes[BundleTables.owner(table), default: 0] += size
        }
        return bytes
    }
}
