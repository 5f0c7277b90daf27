import GRDB

/// The keys of records whose table is a view in the bundle, so that requests such as
/// `Trip.all().filter(id:)` work. Without it GRDB ends the process.
struct RecordKeys: DatabaseSchemaSource {
    func columnsForPrimaryKey(_ db: Database, inView view: DatabaseObjectID) -> [String]? {
        // A file without rows is a view as well (`checkTables`).
        switch view.name {
        case "agency": ["agency_id"]
        case "attributions": ["attribution_id"]
        case "levels": ["level_id"]
        case "routes": ["rid"]
        case "stops": ["sid"]
        case "trips": ["trip_id"]
        default: nil
        }
    }
}
