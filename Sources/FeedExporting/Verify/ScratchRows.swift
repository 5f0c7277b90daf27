import BundleWriting
import GRDBSQLite

/// Rows that must wait until the end of their file, in a temporary database that SQLite keeps on
/// disk without a name and removes by itself.
final class ScratchRows {
    private let handle: OpaquePointer
    private let insert: OpaquePointer

    init() throws {
        var opened: OpaquePointer?
        guard sqlite3_open("", &opened) == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw BundleError.internalFailure(reason: "no temporary database")
        }
        handle = opened
        var statement: OpaquePointer?
        let setUp = """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
            CREATE TABLE waiting (id BLOB, row INTEGER, key INTEGER, cells BLOB);
            """
        guard sqlite3_exec(opened, setUp, nil, nil, nil) == SQLITE_OK,
            sqlite3_prepare_v2(
                opened, "INSERT INTO waiting VALUES (?, ?, ?, ?)", -1, &statement, nil)
                == SQLITE_OK,
            let statement
        else {
            sqlite3_close_v2(opened)
            throw BundleError.internalFailure(reason: "no temporary database")
        }
        insert = statement
    }

    deinit {
        sqlite3_finalize(insert)
        sqlite3_close_v2(handle)
    }

    func append(
        _ id: UnsafeRawBufferPointer, row: Int, key: Int64, packed: [UInt8]
    ) throws {
        let code = packed.withUnsafeBytes { cells in
            sqlite3_bind_blob(insert, 1, id.baseAddress, Int32(id.count), nil)
            sqlite3_bind_int64(insert, 2, Int64(row))
            sqlite3_bind_int64(insert, 3, key)
            sqlite3_bind_blob(insert, 4, cells.baseAddress, Int32(cells.count), nil)
            return sqlite3_step(insert)
        }
        sqlite3_reset(insert)
        guard code == SQLITE_DONE else { throw failure() }
    }

    /// Calls `body` with the rows of each group.
    func forEachGroup(_ body: ([UInt8], FeedRows) throws -> Void) throws {
        var statement: OpaquePointer?
        let sql = "SELECT id, row, key, cells FROM waiting ORDER BY id, row"
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure()
        }
        defer { sqlite3_finalize(statement) }
        var group: [UInt8] = []
        var rows = FeedRows()
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            let id = Array(Self.blob(statement, 0))
            if id != group, !rows.entries.isEmpty {
                try body(group, rows)
                rows.removeAll()
            }
            group = id
            rows.append(
                row: Int(sqlite3_column_int64(statement, 1)),
                key: sqlite3_column_int64(statement, 2), packed: Self.blob(statement, 3))
            code = sqlite3_step(statement)
        }
        guard code == SQLITE_DONE else { throw failure() }
        if !rows.entries.isEmpty { try body(group, rows) }
    }

    private static func blob(_ statement: OpaquePointer?, _ column: Int32) -> UnsafeRawBufferPointer
    {
        let bytes = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(
            start: bytes, count: Int(sqlite3_column_bytes(statement, column)))
    }

    private func failure() -> BundleError {
        .internalFailure(
            reason: "the temporary database: \(String(cString: sqlite3_errmsg(handle)))")
    }
}
