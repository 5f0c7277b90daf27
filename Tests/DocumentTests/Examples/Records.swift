import TransitBundle

/// The names of an agency's routes.
func routeNames(of agency: String, in bundle: TransitBundle) async throws -> [String] {
    try await bundle.read { db in
        try Route.fetchAll(db, "WHERE agency_id = ?", with: [.text(agency)]).map(\.name)
    }
}

/// The names of the routes of one agency, in any order.
func routeNames(in bundle: TransitBundle) async throws -> [String] {
    let names = try await bundle.read { db in
        try Route.fetchAll(db, "WHERE agency_id = ? ORDER BY rid", with: [.text("PLT")]).map(\.name)
    }
    return names
}

/// The names of the stops in a zone.
func stopNames(in bundle: TransitBundle) async throws -> [String] {
    let names = try await bundle.read { db in
        try db.rows("SELECT stop_name FROM stops WHERE zone_id = ?", with: [.text("A")]) {
            $0.text(0)
        }
    }
    return names
}

/// The stops and times of a trip.
func times(in bundle: TransitBundle) async throws -> [String] {
    let times = try await bundle.read { db in
        try StopTime.fetchAll(
            db, "WHERE trip_id = ? ORDER BY stop_sequence", with: [.text("F1-NYE-E")]
        )
        .map { "\($0.stopID ?? "?") \($0.departureTime?.description ?? "")" }
    }
    // ["QUAY_W4 24:25:00", "LP_W 24:34:00", "ZW 24:48:00", "FH 25:10:00"]
    return times
}
