/// `query_plans`: the queries that clients depend on must find their rows through an index.
///
/// A bundle that answers them by reading whole tables works, but drains batteries.
package enum QueryPlanGuard: BundleGuard {
    static let name = GuardName.queryPlans

    static func reasons(_ situation: GuardCase) throws -> [GuardReason] {
        try scans(in: situation.candidate).map { GuardReason($0) }
    }

    /// The queries that read a whole table of a bundle, one line each.
    package static func scans(in bundle: BundleSummary) throws -> [String] {
        try queries.compactMap { query in
            // SQLite may well read a smaller table whole.
            guard try bundle.rows(of: query.table) >= smallest else { return nil }
            let plan = try bundle.plan(of: query.sql)
            guard let scan = plan.first(where: { isScan($0, of: query.table) }) else { return nil }
            return "\(query.name) reads all of a table: \(scan)"
        }
    }

    private static let smallest = 500

    private static func isScan(_ step: String, of table: String) -> Bool {
        step == "SCAN \(table)" || step.hasPrefix("SCAN \(table) ")
    }

    /// Queries over plain tables, so that plans name the tables.
    private static let queries: [(name: String, table: String, sql: String)] = [
        ("a stop by its id", "stops", "SELECT * FROM stops WHERE stop_id = 'x'"),
        ("a route by its id", "routes", "SELECT * FROM routes WHERE route_id = 'x'"),
        ("a trip by its id", "trip", "SELECT * FROM trip WHERE trip_id = 'x'"),
        (
            "trips of a group in a window", "trip",
            "SELECT * FROM trip WHERE trip_group = 1 AND origin BETWEEN 0 AND 3600"
        ),
        ("patterns of a route", "pattern", "SELECT * FROM pattern WHERE rid = 1"),
        ("calls at a stop", "pattern_stops", "SELECT * FROM pattern_stops WHERE sid = 1"),
        ("groups of a pattern", "trip_group", "SELECT * FROM trip_group WHERE pattern = 1"),
        ("a service by its id", "service", "SELECT * FROM service WHERE service_id = 'x'"),
    ]
}
