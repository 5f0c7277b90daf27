import BundleWriting
import SQLiteLayer

/// Rows that must wait until the end of their file, in a temporary database.
///
/// A failure here is not the bundle's fault, so its errors have a type of their own.
final class ScratchRows {
    private let connection: Connection
    private let insert: Statement

    init() throws {
        (connection, insert) = try Self.naming {
            let connection = try Connection(path: "", .writing)
            try connection.execute(
                """
                PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
                CREATE TABLE waiting (id BLOB, row INTEGER, key INTEGER, cells BLOB);
                """)
            return (
                connection, try Statement(connection, "INSERT INTO waiting VALUES (?, ?, ?, ?)")
            )
        }
    }

    func append(
        _ id: UnsafeRawBufferPointer, row: Int, key: Int64, packed: [UInt8]
    ) throws {
        try Self.naming {
            try packed.withUnsafeBytes { cells in
                try insert.bind(1, blob: id)
                try insert.bind(2, Int64(row))
                try insert.bind(3, key)
                try insert.bind(4, blob: cells)
                try insert.run()
            }
        }
    }

    /// Calls `body` with the rows of each group.
    func forEachGroup(_ body: ([UInt8], FeedRows) throws -> Void) throws {
        let waiting = try Self.naming {
            try Statement(connection, "SELECT id, row, key, cells FROM waiting ORDER BY id, row")
        }
        let entry = waiting.row
        var group: [UInt8] = []
        var rows = FeedRows()
        while try Self.naming({ try waiting.next() }) {
            let id = Array(entry.blob(0))
            if id != group, !rows.entries.isEmpty {
                try body(group, rows)
                rows.removeAll()
            }
            group = id
            rows.append(
                row: entry.integer(1) ?? 0, key: entry.int64(2) ?? 0, packed: entry.blob(3))
        }
        if !rows.entries.isEmpty { try body(group, rows) }
    }

    /// Makes SQLite's errors name the temporary database.
    private static func naming<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let failure as SQLiteFailure {
            throw BundleError.internalFailure(reason: "the temporary database: \(failure)")
        }
    }
}
