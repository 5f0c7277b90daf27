import GRDB
public import GTFSSchedule

extension TransitBundle {
    /// A trip.
    ///
    /// - Throws: `TransitBundleError.notFound` when the bundle has no trip of that `trip_id`.
    public func trip(id: String) async throws -> Trip {
        try await read { db in
            guard let trip = try Trip.find(id, db) else {
                throw TransitBundleError.notFound(kind: "trip", id: id)
            }
            return trip
        }
    }

    /// What a trip does at its stops, in order; empty when the feed says nothing.
    ///
    /// - Throws: `TransitBundleError.notFound` when the bundle has no such trip.
    public func calls(of trip: Trip) async throws -> [Call] {
        try await read { db in try TripCalls(TripRow.known(trip.tripID, db), db).all() }
    }

    /// What a trip does at its stops on a service day, in order.
    ///
    /// Whether the trip runs on that day is not asked; ``instance(tripID:startDate:startTime:now:)``
    /// does. Times count from noon minus twelve hours in the zone of the trip's agency.
    ///
    /// - Throws: `TransitBundleError.notFound` when the bundle has no such trip.
    public func calls(of trip: Trip, on date: ServiceDate) async throws -> [TimedCall] {
        let facts = facts
        return try await read { db in
            try TimedCalls(facts: facts, db: db)
                .calls(of: TripRow.known(trip.tripID, db), on: date)
        }
    }
}

extension Trip {
    static func find(_ tripID: String, _ db: Database) throws -> Trip? {
        try Trip.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM trips WHERE trip_id = ?"), arguments: [tripID])
    }
}

extension TripRow {
    static func known(_ tripID: String, _ db: Database) throws -> TripRow {
        guard let row = try find(tripID, db) else {
            throw TransitBundleError.notFound(kind: "trip", id: tripID)
        }
        return row
    }
}
