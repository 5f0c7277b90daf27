import GRDB
import TransitBundle

/// The names of all routes, through a connection of the app's own.
func routeNames(in path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { db in
        try Route.fetchAll(db).map(\.name)
    }
}

/// The names of an agency's routes, joined with the agencies.
func routeNames(ofAgencyNamed name: String, in bundle: TransitBundle) async throws -> [String] {
    let agency = Route.belongsTo(Agency.self, using: ForeignKey(["agency_id"], to: ["agency_id"]))
    let ferries = Route.joining(required: agency.filter(Column("agency_name") == name))
    let names = try await bundle.read { db in try ferries.fetchAll(db).map(\.name) }
    return names
}

/// The stops and times of a trip.
func times(in bundle: TransitBundle) async throws -> [String] {
    let calls = StopTime.filter(key: ["trip_id": "F1-NYE-E"]).order(Column("stop_sequence"))
    let times = try await bundle.read { db in
        try calls.fetchAll(db).map { "\($0.stopID ?? "?") \($0.departureTime?.description ?? "")" }
    }
    // ["QUAY_W4 24:25:00", "LP_W 24:34:00", "ZW 24:48:00", "FH 25:10:00"]
    return times
}
