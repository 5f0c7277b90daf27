import GRDB
import GRDBSQLite

/// The values of the row on which a statement stands, by position.
///
/// GRDB's own rows look for each value by its name and box it, which takes longer than finding the
/// row. What is no number or no text is nil, so that a damaged file can not stop the app.
struct Columns {
    private let statement: SQLiteStatement

    init(_ statement: GRDB.Statement) {
        self.statement = statement.sqliteStatement
    }

    func integer(_ position: Int) -> Int? {
        let position = Int32(truncatingIfNeeded: position)
        return switch sqlite3_column_type(statement, position) {
        case SQLITE_INTEGER: Int(sqlite3_column_int64(statement, position))
        case SQLITE_FLOAT: Int(exactly: sqlite3_column_double(statement, position))
        default: nil
        }
    }

    /// An integer key.
    func key(_ position: Int) -> Int64? { integer(position).map(Int64.init) }

    func real(_ position: Int) -> Double? {
        let position = Int32(truncatingIfNeeded: position)
        return switch sqlite3_column_type(statement, position) {
        case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(statement, position)
        default: nil
        }
    }

    func text(_ position: Int) -> String? {
        withText(position) { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a text, which are there until the statement moves on.
    func withText<Value>(_ position: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        let position = Int32(truncatingIfNeeded: position)
        guard sqlite3_column_type(statement, position) == SQLITE_TEXT,
            let bytes = sqlite3_column_text(statement, position)
        else { return nil }
        let count = Int(sqlite3_column_bytes(statement, position))
        return body(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// A value that the bundle's layout promises.
    func required<Value>(_ value: Value?, _ column: String) throws -> Value {
        guard let value else {
            throw TransitBundleError.damaged(reason: "\(column) has no usable value")
        }
        return value
    }
}

extension Database {
    /// Runs a query and reads its rows one after the other. The statement is kept for the next time.
    func readRows(
        _ sql: String, _ arguments: StatementArguments = [], _ body: (Columns) throws -> Void
    ) throws {
        let statement = try cachedStatement(sql: sql)
        let columns = Columns(statement)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while try rows.next() != nil { try body(columns) }
    }

    /// What becomes of the rows of a query.
    func readAll<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ value: (Columns) throws -> Value?
    ) throws -> [Value] {
        var values: [Value] = []
        try readRows(sql, arguments) { columns in
            if let value = try value(columns) { values.append(value) }
        }
        return values
    }
}
