import GRDB

/// The keys of records whose table is a view in the bundle, so that requests such as
/// `Trip.all().orderByPrimaryKey()` work.
struct RecordKeys: DatabaseSchemaSource {
    // A file without rows is a view as well (`checkTables`).
    private static let keys = [
        "agency": "agency_id", "attributions": "attribution_id", "levels": "level_id",
        "routes": "rid", "stops": "sid", "trips": "trip_id",
    ]

    /// Without a key GRDB throws an error. A key that the view lacks would end the process.
    func columnsForPrimaryKey(
        _ db: Database, inView view: DatabaseObjectID
    ) throws -> [String]? {
        guard let key = Self.keys[view.name],
            try db.columns(in: view.name).contains(where: { $0.name == key })
        else { return nil }
        return [key]
    }
}
