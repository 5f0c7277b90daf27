import FeedCompiling
import GRDBSQLite

/// A prepared statement of the C interface, for the rows that come by the million.
///
/// Every C call that can fail goes through `check`, so that errors are made in one place.
final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    init(_ connection: OpaquePointer, _ sql: String) throws {
        self.connection = connection
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else {
            throw SQLiteFailure(connection, code)
        }
        handle = statement
    }

    deinit {
        sqlite3_finalize(handle)
    }

    func bind(_ index: Int32, _ value: Int64?) {
        if let value {
            sqlite3_bind_int64(handle, index, value)
        } else {
            sqlite3_bind_null(handle, index)
        }
    }

    func bind(_ index: Int32, _ value: Int32) {
        sqlite3_bind_int64(handle, index, Int64(value))
    }

    /// Binds a number of which 0 means that there is none.
    func bind(_ index: Int32, orNull value: Int32) {
        if value == 0 { bindNull(index) } else { bind(index, value) }
    }

    /// Binds a number that is NaN when there is none.
    func bind(_ index: Int32, orNull value: Double) {
        if value.isNaN { bindNull(index) } else { bind(index, value) }
    }

    /// Binds a code of a stop time or trip, which may be blank.
    func bind(_ index: Int32, code: Int32) {
        if code == Int32(StopTimeRow.noCode) { bindNull(index) } else { bind(index, code) }
    }

    func bind(_ index: Int32, _ value: Double?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    func bindNull(_ index: Int32) {
        sqlite3_bind_null(handle, index)
    }

    func bind(_ index: Int32, _ value: Double) {
        sqlite3_bind_double(handle, index, value)
    }

    /// Binds text that must stay where it is until `run()`.
    func bind(_ index: Int32, text: UnsafeRawBufferPointer) {
        // An empty buffer may have no address, which SQLite would take for NULL.
        guard let base = text.baseAddress, text.count > 0 else {
            sqlite3_bind_text(handle, index, "", 0, nil)
            return
        }
        sqlite3_bind_text(
            handle, index, base.assumingMemoryBound(to: CChar.self), Int32(text.count), nil)
    }

    /// Binds text; SQLite takes a copy.
    func bind(_ index: Int32, text: String?) {
        guard let text else { return bindNull(index) }
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(handle, index, text, -1, transient)
    }

    /// Binds a blob that must stay where it is until `run()`.
    func bind(_ index: Int32, blob: UnsafeRawBufferPointer) {
        sqlite3_bind_blob(handle, index, blob.baseAddress, Int32(blob.count), nil)
    }

    /// Executes an INSERT or UPDATE and makes the statement ready for the next row.
    func run() throws {
        let code = sqlite3_step(handle)
        let reset = sqlite3_reset(handle)
        guard code == SQLITE_DONE, reset == SQLITE_OK else {
            throw SQLiteFailure(connection, reset == SQLITE_OK ? code : reset)
        }
    }
}

/// An error of SQLite, with its message.
struct SQLiteFailure: Error, CustomStringConvertible {
    let code: Int32
    let description: String

    init(_ connection: OpaquePointer, _ code: Int32) {
        self.code = code
        description = String(cString: sqlite3_errmsg(connection))
    }
}
