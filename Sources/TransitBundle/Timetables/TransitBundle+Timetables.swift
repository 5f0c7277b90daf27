import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the timetables of a route on a service day: one for each `direction_id`, and one for
    /// trips without any. Directions without trips on that day are left out.
    ///
    /// ```swift
    /// let ferry = try await bundle.route(id: "F1")
    /// let timetables = try await bundle.timetables(of: ferry, on: date)
    /// let stops = timetables.first?.columns.map(\.stop.stopID)  // ["QUAY", "LP_W", "ZW", "FH"]
    /// let rows = timetables.map(\.rows.count)  // [2, 2]
    /// ```
    public func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable] {
        let facts = facts
        return try await question { db in
            let search = TimetableSearch(db, facts, date: date)
            return try search.directions(ofRoute: route.rid)
                .map { try search.timetable(ofRoute: route.rid, direction: $0) }
                .filter { !$0.rows.isEmpty || !$0.flexibleTrips.isEmpty }
        }
    }

    /// Returns the timetable of a route on a service day in one direction; nil for `direction`
    /// means the trips without a `direction_id`. Has no rows when no trip runs.
    public func timetable(
        of route: Route, direction: Int?, on date: ServiceDate
    ) async throws -> Timetable {
        let facts = facts
        return try await question { db in
            try TimetableSearch(db, facts, date: date)
                .timetable(ofRoute: route.rid, direction: direction)
        }
    }

    /// Returns the `trip_id`s of the trips of a route that run on a service day but have no row in
    /// its timetables: those that call only at stops that the feed does not define, and those that
    /// call nowhere.
    public func tripsWithoutRow(
        of route: Route, on date: ServiceDate
    ) async throws -> (withoutStops: [String], withoutCalls: [String]) {
        let hidden = try await hiddenTrips(of: route, on: date)
        return (hidden.withoutStops, hidden.withoutCalls)
    }

    /// Includes those whose rows lack the calls at stops that the feed does not define.
    package func hiddenTrips(
        of route: Route, on date: ServiceDate
    ) async throws -> (withoutStops: [String], withoutCalls: [String], withoutSomeStops: [String]) {
        let facts = facts
        return try await question { db in
            try TimetableSearch(db, facts, date: date).hiddenTrips(ofRoute: route.rid)
        }
    }
}
