import GRDB

/// The feed's rows about a trip's stops.
func stopTimes(of trip: String, in path: String) throws -> [Row] {
    var configuration = Configuration()
    configuration.readonly = true
    let bundle = try DatabaseQueue(path: path, configuration: configuration)
    return try bundle.read { db in
        try Row.fetchAll(
            db, sql: "SELECT * FROM stop_times WHERE trip_id = ?", arguments: [trip])
    }
}
