public import GRDB

/// A record without a unique index in the bundle: of a small file, or of a view.
///
/// GRDB looks for keys by unique indexes, and ends the process where there is none. Here a key is the
/// values of any columns, such as `try Agency.fetchOne(db, key: ["agency_id": "MTA"])`.
public protocol UnindexedRecord: FetchableRecord, TableRecord {}

extension UnindexedRecord {
    /// The rows that have all values of a key.
    public static func filter(
        key: [String: (any DatabaseValueConvertible)?]?
    ) -> QueryInterfaceRequest<Self> {
        filter(keys: key.map { [$0] } ?? [])
    }

    /// The rows that have all values of one of the keys.
    public static func filter(
        keys: [[String: (any DatabaseValueConvertible)?]]
    ) -> QueryInterfaceRequest<Self> {
        let conditions = keys.map { key in
            key.map { column, value in Column(column) == value }.joined(operator: .and)
        }
        return filter(conditions.joined(operator: .or))
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

    /// Whether a row has all values of a key.
    public static func exists(
        _ db: Database, key: [String: (any DatabaseValueConvertible)?]
    ) throws -> Bool {
        try !filter(key: key).isEmpty(db)
    }
}

/// A record with an id that is no key of its table.
public protocol IdentifiedRecord: UnindexedRecord, Identifiable where ID == String {
    /// The column of the id.
    static var idColumn: String { get }
}

extension IdentifiedRecord {
    /// The row with an id; nil when there is none.
    public static func fetchOne(_ db: Database, id: String) throws -> Self? {
        try fetchOne(db, key: [idColumn: id])
    }

    /// The row with an id.
    ///
    /// - Throws: `RecordError` when there is none.
    public static func find(_ db: Database, id: String) throws -> Self {
        try find(db, key: [idColumn: id])
    }

    /// The rows with some ids.
    public static func fetchAll(_ db: Database, ids: some Collection<String>) throws -> [Self] {
        try fetchAll(db, keys: ids.map { [idColumn: $0] })
    }
}

extension TransitBundle {
    /// Records without a unique index, under a name that nothing else shadows.
    public typealias RecordWithoutIndex = UnindexedRecord
    /// Records with an id, under a name that nothing else shadows.
    public typealias RecordWithID = IdentifiedRecord
}
