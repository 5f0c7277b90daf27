public import Foundation
package import SQLiteLayer

/// A connection to a bundle, for an app's own SQL: see `TransitBundle.read`.
public struct BundleDatabase {
    let database: Database

    /// Returns the values created from the rows of a query. The statement is kept for the next
    /// time.
    ///
    /// ```swift
    /// let names = try await bundle.read { db in
    ///     try db.rows("SELECT stop_name FROM stops WHERE zone_id = ?", with: [.text("A")]) {
    ///         $0.text(0)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - sql: one statement.
    ///   - values: a value for each `?`.
    ///   - value: creates a value from a row, which is valid only during the call; rows for which
    ///     it returns nil are left out.
    /// - Throws: `BundleSQLError` for a mistake in the SQL, `TransitBundleError.damaged` where SQLite
    ///   finds the file damaged; errors of `value` as they are.
    public func rows<Value>(
        _ sql: String, with values: [BundleValue] = [], _ value: (BundleRow) throws -> Value?
    ) throws -> [Value] {
        do {
            return try database.readAll(sql, arguments: Parameters(values)) { columns in
                try value(BundleRow(columns: columns))
            }
        } catch let failure as SQLiteFailure {
            guard failure.isDamage else {
                throw BundleSQLError(
                    code: Int(failure.code), message: failure.description, sql: sql)
            }
            throw TransitBundleError.damaged(by: failure)
        }
    }
}

/// The current row of a query. A value of another type than requested is nil.
public struct BundleRow {
    let columns: Columns

    /// The number of columns.
    public var count: Int { columns.count }
    /// Returns the name of a column, counted from 0.
    public func name(_ position: Int) -> String { columns.name(position) }
    /// Returns a whole number in a column, counted from 0.
    public func integer(_ position: Int) -> Int? { columns.integer(position) }
    /// Returns a number in a column, counted from 0.
    public func real(_ position: Int) -> Double? { columns.real(position) }
    /// Returns a text in a column, counted from 0.
    public func text(_ position: Int) -> String? { columns.text(position) }
    /// Returns a blob in a column, counted from 0.
    public func blob(_ position: Int) -> Data? {
        columns.isBlob(position) ? Data(columns.blob(position)) : nil
    }
}

/// A value for SQL.
public enum BundleValue: Hashable, Sendable {
    /// A whole number.
    case integer(Int)
    /// A number.
    case real(Double)
    /// A text.
    case text(String)
    /// No value.
    case null
}

extension BundleValue: SQLValue {
    package func bind(_ index: Int32, of statement: Statement) throws(SQLiteFailure) {
        switch self {
        case .integer(let number): try number.bind(index, of: statement)
        case .real(let number): try number.bind(index, of: statement)
        case .text(let text): try text.bind(index, of: statement)
        case .null: try statement.bindNull(index)
        }
    }
}

/// A mistake in an app's own SQL.
public struct BundleSQLError: LocalizedError, Hashable, CustomStringConvertible {
    /// The extended result code, see https://www.sqlite.org/rescode.html.
    public let code: Int
    /// SQLite's message.
    public let message: String
    /// The SQL with the mistake.
    public let sql: String

    public var description: String { "\(message), in: \(sql)" }
    public var errorDescription: String? { description }
}
