public import GRDB
import SQLiteLayer
import TransitModel

/// A record of a bundle, for SQL of an app's own.
///
/// A key is the values of any columns, such as `try Agency.fetchOne(db, key: ["agency_id": "MTA"])`.
/// GRDB alone looks for keys in unique indexes, which small files and views do not have, and ends the
/// process where there is none. Its own functions are still those of `Table("agency")`, and of
/// generic code for any `TableRecord`.
///
/// Bundles declare no foreign keys either, and GRDB ends the process where it has to infer one. So
/// associations name the columns of both sides:
///
/// ```swift
/// let agency = Route.belongsTo(Agency.self, using: ForeignKey(["agency_id"], to: ["agency_id"]))
/// let ferries = Route.joining(required: agency.filter(Column("agency_name") == name))
/// let names = try await bundle.read { db in try ferries.fetchAll(db).map(\.name) }
/// ```
public protocol BundleRecord: FetchableRecord, TableRecord {}

extension DerivableRequest where RowDecoder: BundleRecord {
    /// The rows that have all values of a key; none for nil.
    public func filter(key: [String: (any DatabaseValueConvertible)?]?) -> Self {
        filter(keys: key.map { [$0] } ?? [])
    }

    /// The rows that have all values of one of the keys.
    public func filter(keys: [[String: (any DatabaseValueConvertible)?]]) -> Self {
        let conditions = keys.map { key in
            key.map { column, value in Column(column) == value }.joined(operator: .and)
        }
        return filter(conditions.joined(operator: .or))
    }
}

extension BundleRecord {
    /// The rows that have all values of a key; none for nil.
    public static func filter(
        key: [String: (any DatabaseValueConvertible)?]?
    ) -> QueryInterfaceRequest<Self> {
        all().filter(key: key)
    }

    /// The rows that have all values of one of the keys.
    public static func filter(
        keys: [[String: (any DatabaseValueConvertible)?]]
    ) -> QueryInterfaceRequest<Self> {
        all().filter(keys: keys)
    }

    /// The first row that has all values of a key; nil when there is none.
    public static func fetchOne(
        _ db: Database, key: [String: (any DatabaseValueConvertible)?]?
    ) throws -> Self? {
        try filter(key: key).fetchOne(db)
    }

    /// The first row that has all values of a key.
    ///
    /// - Throws: `RecordError` when there is none.
    public static func find(
        _ db: Database, key: [String: (any DatabaseValueConvertible)?]
    ) throws -> Self {
        guard let found = try fetchOne(db, key: key) else { throw recordNotFound(key: key) }
        return found
    }

    /// The rows that have all values of one of the keys.
    public static func fetchAll(
        _ db: Database, keys: [[String: (any DatabaseValueConvertible)?]]
    ) throws -> [Self] {
        try filter(keys: keys).fetchAll(db)
    }

    /// The rows that have all values of one of the keys, one after the other.
    public static func fetchCursor(
        _ db: Database, keys: [[String: (any DatabaseValueConvertible)?]]
    ) throws -> RecordCursor<Self> {
        try filter(keys: keys).fetchCursor(db)
    }

    /// Whether a row has all values of a key.
    public static func exists(
        _ db: Database, key: [String: (any DatabaseValueConvertible)?]
    ) throws -> Bool {
        try !filter(key: key).isEmpty(db)
    }

    /// Deletes rows by keys, which the connections of a bundle refuse.
    ///
    /// - Throws: `DatabaseError` where the file is read-only.
    @discardableResult
    public static func deleteAll(
        _ db: Database, keys: [[String: (any DatabaseValueConvertible)?]]
    ) throws -> Int {
        try filter(keys: keys).deleteAll(db)
    }

    /// Deletes rows by a key, which the connections of a bundle refuse.
    ///
    /// - Throws: `DatabaseError` where the file is read-only.
    @discardableResult
    public static func deleteOne(
        _ db: Database, key: [String: (any DatabaseValueConvertible)?]
    ) throws -> Bool {
        try deleteAll(db, keys: [key]) > 0
    }
}

extension BundleRecord where Self: Hashable {
    /// The rows that have all values of one of the keys.
    public static func fetchSet(
        _ db: Database, keys: [[String: (any DatabaseValueConvertible)?]]
    ) throws -> Set<Self> {
        try filter(keys: keys).fetchSet(db)
    }
}

/// A record with an id that is no key of its table.
public protocol IdentifiedRecord: BundleRecord, Identifiable where ID == String {
    /// The column of the id.
    static var idColumn: String { get }
}

extension DerivableRequest where RowDecoder: IdentifiedRecord {
    /// The row with an id.
    public func filter(id: String) -> Self { filter(ids: [id]) }

    /// The rows with some ids.
    public func filter(ids: some Collection<String>) -> Self {
        filter(keys: ids.map { [RowDecoder.idColumn: $0] })
    }
}

extension IdentifiedRecord {
    /// The row with an id.
    public static func filter(id: String) -> QueryInterfaceRequest<Self> { all().filter(id: id) }

    /// The rows with some ids.
    public static func filter(ids: some Collection<String>) -> QueryInterfaceRequest<Self> {
        all().filter(ids: ids)
    }

    /// The row with an id; nil when there is none.
    public static func fetchOne(_ db: Database, id: String) throws -> Self? {
        try filter(id: id).fetchOne(db)
    }

    /// The row with an id.
    ///
    /// - Throws: `RecordError` when there is none.
    public static func find(_ db: Database, id: String) throws -> Self {
        try find(db, key: [idColumn: id])
    }

    /// The rows with some ids.
    public static func fetchAll(_ db: Database, ids: some Collection<String>) throws -> [Self] {
        try filter(ids: ids).fetchAll(db)
    }

    /// Whether a row has an id.
    public static func exists(_ db: Database, id: String) throws -> Bool {
        try !filter(id: id).isEmpty(db)
    }
}

extension TransitBundle {
    /// Records of bundles, under a name that nothing else shadows.
    public typealias RecordOfBundle = BundleRecord
    /// Records with an id, under a name that nothing else shadows.
    public typealias RecordWithID = IdentifiedRecord
}

/// The keys of records whose table is a view in the bundle, so that requests such as
/// `Trip.all().orderByPrimaryKey()` work.
struct RecordKeys: DatabaseSchemaSource {
    // A file without rows is a view as well (`checkTables`).
    private static let keys = [
        "agency": ["agency_id"], "attributions": ["attribution_id"], "levels": ["level_id"],
        "routes": ["rid"], "stop_times": StopTime.file.primaryKey, "stops": ["sid"],
        "trips": ["trip_id"],
    ]

    /// Without a key GRDB throws an error. A key that the view lacks would end the process.
    func columnsForPrimaryKey(
        _ db: Database, inView view: DatabaseObjectID
    ) throws -> [String]? {
        guard let key = Self.keys[view.name],
            try Set(db.columns(in: view.name).map(\.name)).isSuperset(of: key)
        else { return nil }
        return key
    }
}

/// Rows of a file as records: of the table or view with the file's name, in the columns of the
/// reference.
extension BundleRecord where Self: FeedRow {
    /// The file's name without `.txt`.
    public static var databaseTableName: String { String(tableName) }
    /// The columns of the reference.
    public static var databaseSelection: [any SQLSelectable] {
        fields.map { Column($0.spec.name) }
    }

    /// A row of the table. A value that is invalid for its field is nil.
    public init(row: Row) throws {
        self.init()
        for field in Self.fields {
            let value: DatabaseValue? = row[field.spec.name]
            guard
                var cell = value.text ?? value.integer.map({ String($0) })
                    ?? value.real.map({ String($0) }), !cell.isEmpty
            else { continue }
            cell.withUTF8 { _ = field.read(UnsafeRawBufferPointer($0), &self) }
        }
    }
}

/// A record of GRDB, of the view `stop_times`.
///
/// ```swift
/// let calls = StopTime.filter(key: ["trip_id": "F1-NYE-E"]).order(Column("stop_sequence"))
/// let times = try await bundle.read { db in
///     try calls.fetchAll(db).map { "\($0.stopID ?? "?") \($0.departureTime?.description ?? "")" }
/// }
/// // ["QUAY_W4 24:25:00", "LP_W 24:34:00", "ZW 24:48:00", "FH 25:10:00"]
/// ```
extension StopTime: BundleRecord {}

extension FeedRow {
    /// All rows of the file's table that satisfy an SQL condition. A value that is invalid for its
    /// field is nil.
    static func fetchAll(
        _ db: Database, _ condition: String = "", arguments: StatementArguments = []
    ) throws -> [Self] {
        var found: [Self] = []
        try readAll(db, "SELECT * FROM \(tableName) \(condition)", arguments: arguments) { row, _ in
            found.append(row)
        }
        return found
    }

    /// The same rows with their places in the table, from 1 on.
    static func fetchAllPlaced(
        _ db: Database, _ condition: String, arguments: StatementArguments
    ) throws -> [(position: Int64, row: Self)] {
        var found: [(position: Int64, row: Self)] = []
        let sql = "SELECT rowid, * FROM \(tableName) \(condition)"
        try readAll(db, sql, arguments: arguments) { row, columns in
            found.append((try columns.required(columns.key(0), "rowid"), row))
        }
        return found
    }

    fileprivate static var tableName: Substring { file.name.prefix { $0 != "." } }

    private static func readAll(
        _ db: Database, _ sql: String, arguments: StatementArguments,
        body: (Self, Columns) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(sql: sql)
        let positions = Dictionary(
            zip(statement.columnNames, 0...), uniquingKeysWith: { first, _ in first })
        let fields = fields.map { ($0, position: positions[$0.spec.name]) }
        let columns = Columns(statement)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while try rows.next() != nil {
            var row = Self()
            for (field, position) in fields {
                guard let position else { continue }
                columns.withCell(position) { cell in
                    if !cell.isEmpty { _ = field.read(cell, &row) }
                }
            }
            try body(row, columns)
        }
    }
}

extension Columns {
    /// A value in the form of the feed's file; blank when there is none.
    fileprivate func withCell(_ position: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        if withText(position, body) != nil { return }
        guard let number = real(position) else { return }
        var text = integer(position).map { String($0) } ?? String(number)
        text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
