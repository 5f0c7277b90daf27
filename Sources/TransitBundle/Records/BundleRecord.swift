public import GRDB

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
