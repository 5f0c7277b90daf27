import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the flexible services that pick up or set down at a stop on a service day, sorted by
    /// window: those that name the stop, a group that contains it (`location_groups.txt`), or an
    /// area around it (`locations.geojson`).
    public func flexibleServices(
        at stop: Stop, on date: ServiceDate
    ) async throws -> [FlexibleService] {
        let facts = facts
        return try await question { db in
            try FlexSearch(facts: facts, db: db).services(at: stop, on: date)
        }
    }

    /// Returns how a stop, or any platform of a station, is served on demand on whatever days: each
    /// combination of route, place, window and booking rules once, sorted by route and window.
    public func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess] {
        let facts = facts
        return try await question { db in
            let stops = try StationPlaces.below(stop, facts: facts, in: db)
            return try FlexSearch(facts: facts, db: db).accesses(at: stops)
        }
    }

    /// Returns a row of `booking_rules.txt`: how to book on-demand service.
    ///
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such rule.
    public func bookingRule(id: String) async throws -> BookingRule {
        try await question { db in
            try BookingRule.fetchAll(db, "WHERE booking_rule_id = ? LIMIT 1", arguments: [id]).first
                .orNotFound("booking rule", id)
        }
    }
}
