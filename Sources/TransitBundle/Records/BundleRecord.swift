import SQLiteLayer
public import TransitModel

/// A row of a table or view of a bundle, for an app's own SQL.
///
/// ```swift
/// let names = try await bundle.read { db in
///     try Route.fetchAll(db, "WHERE agency_id = ? ORDER BY rid", with: [.text("PLT")]).map(\.name)
/// }
/// ```
public protocol BundleRecord {
    /// The table or view.
    static var bundleTable: String { get }
    /// The columns that ``init(row:)`` reads, in that order.
    static var bundleColumns: [String] { get }
    /// Creates the values of a row.
    init(row: BundleRow) throws
}

extension BundleRecord {
    /// Returns the rows that satisfy a condition; without one, all rows.
    ///
    /// - Parameters:
    ///   - condition: what follows the table in SQL, such as `WHERE stop_id = ?` or `ORDER BY sid`.
    ///   - values: a value for each `?`.
    /// - Throws: `BundleSQLError` for a mistake in the condition.
    public static func fetchAll(
        _ db: BundleDatabase, _ condition: String = "", with values: [BundleValue] = []
    ) throws -> [Self] {
        try db.rows(query(condition), with: values) { try Self(row: $0) }
    }

    /// Returns the first row that satisfies a condition; nil when there is none.
    ///
    /// - Throws: `BundleSQLError` for a mistake in the condition.
    public static func fetchOne(
        _ db: BundleDatabase, _ condition: String = "", with values: [BundleValue] = []
    ) throws -> Self? {
        try fetchAll(db, condition + " LIMIT 1", with: values).first
    }

    static func fetchAll(
        _ db: Database, _ condition: String = "", arguments: Parameters = []
    ) throws -> [Self] {
        try db.readAll(query(condition), arguments: arguments) {
            try Self(row: BundleRow(columns: $0))
        }
    }

    private static func query(_ condition: String) -> String {
        let columns = bundleColumns.map { "\"\($0)\"" }.joined(separator: ", ")
        return "SELECT \(columns) FROM \(bundleTable) \(condition)"
    }
}

/// The stops and times of trips: the view `stop_times`.
///
/// ```swift
/// let times = try await bundle.read { db in
///     try StopTime.fetchAll(
///         db, "WHERE trip_id = ? ORDER BY stop_sequence", with: [.text("F1-NYE-E")]
///     )
///     .map { "\($0.stopID ?? "?") \($0.departureTime?.description ?? "")" }
/// }
/// // ["QUAY_W4 24:25:00", "LP_W 24:34:00", "ZW 24:48:00", "FH 25:10:00"]
/// ```
extension StopTime: BundleRecord {
    public static let bundleTable = String(tableName)
    public static let bundleColumns = fields.map(\.spec.name)
    /// Creates a record; a value that is invalid for its field is nil.
    public init(row: BundleRow) {
        self.init(row.columns, Self.fields.enumerated().map { ($1, $0) })
    }
}
