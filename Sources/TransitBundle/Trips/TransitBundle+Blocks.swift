import GRDB
public import TransitModel

extension TransitBundle {
    /// What the vehicle of a trip goes on as after the trip's last stop, on a service day.
    ///
    /// Trips that `transfers.txt` links (`transfer_type` 4 and 5) come first; else it is the trip of
    /// the same block (`block_id`) that starts next. Riders may stay on board unless the feed says
    /// otherwise, or the vehicle goes elsewhere first. Which run of `frequencies.txt` follows which,
    /// a block does not say.
    ///
    /// - Returns: nil when the vehicle's work ends, or the feed says nothing about it.
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip.
    public func nextTrip(
        inBlockOf trip: Trip, on date: ServiceDate
    ) async throws -> Continuation? {
        let facts = facts
        return try await read { db in
            try BlockSearch(facts: facts, db: db, date: date)
                .continuation(of: TripRow.known(trip.tripID, db))
        }
    }

    /// What the vehicle that leaves there goes on as; see ``nextTrip(inBlockOf:on:)``.
    public func continuation(of departure: Departure) async throws -> Continuation? {
        let facts = facts
        return try await read { db in
            try BlockSearch(facts: facts, db: db, date: departure.serviceDate)
                .continuation(of: TripRow.known(departure.tripID, db))
        }
    }
}
