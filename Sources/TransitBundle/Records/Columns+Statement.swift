import GRDB
import SQLiteLayer
import TransitModel

/// Reads the current row of a GRDB statement.
///
/// GRDB's own rows look up each value by name and box it, which takes longer than finding the row.
extension Columns {
    init(_ statement: GRDB.Statement) {
        self.init(statement.sqliteStatement)
    }

    /// An integer key.
    func key(_ position: Int) -> Int64? { int64(position) }

    /// A value that the bundle's layout guarantees.
    func required<Value>(_ value: Value?, _ column: String) throws -> Value {
        guard let value else {
            throw TransitBundleError.damaged(reason: "\(column) has no usable value")
        }
        return value
    }
}

extension Database {
    /// Runs a query and reads its rows one after the other. The statement is cached.
    ///
    /// - Throws: `CancellationError` when the caller has stopped waiting for the rows.
    func readRows(
        _ sql: String, arguments: StatementArguments = [], _ body: (Columns) throws -> Void
    ) throws {
        try Task.checkCancellation()
        let statement = try cachedStatement(sql: sql)
        let columns = Columns(statement)
        // The first column as a number, whatever it is; the value is ignored. A GRDB row would have
        // the names of all columns.
        let rows = try Int64?.fetchCursor(statement, arguments: arguments)
        while try rows.next() != nil { try body(columns) }
    }

    /// The values made from the rows of a query.
    func readAll<Value>(
        _ sql: String, arguments: StatementArguments = [], _ value: (Columns) throws -> Value?
    ) throws -> [Value] {
        var values: [Value] = []
        try readRows(sql, arguments: arguments) { columns in
            if let value = try value(columns) { values.append(value) }
        }
        return values
    }
}

/// Under a name that records do not shadow: GRDB gives them a `Columns` of their own.
typealias RowColumns = SQLiteLayer.Columns
