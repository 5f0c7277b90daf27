import GRDB
public import TransitModel

extension TransitBundle {
    /// The trip as which a trip's vehicle continues after the last stop, on a service day.
    ///
    /// Trips that `transfers.txt` links (`transfer_type` 4 and 5) come first; else it is the trip
    /// of the same block (`block_id`) that starts next. Riders may stay on board unless the feed
    /// says otherwise, or the vehicle goes elsewhere first. A block does not say which runs of
    /// `frequencies.txt` follow each other.
    ///
    /// - Returns: nil when the vehicle's work ends, or the feed says nothing about it.
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip.
    public func nextTrip(
        inBlockOf trip: Trip, on date: ServiceDate
    ) async throws -> Continuation? {
        let facts = facts
        return try await question { db in
            try BlockSearch(facts: facts, db: db, date: date)
                .continuation(of: TripRecord.known(trip.tripID, db))
        }
    }

    /// The trip as which the departing vehicle continues; see ``nextTrip(inBlockOf:on:)``.
    public func continuation(of departure: Departure) async throws -> Continuation? {
        let facts = facts
        return try await question { db in
            try BlockSearch(facts: facts, db: db, date: departure.serviceDate)
                .continuation(of: TripRecord.known(departure.tripID, db))
        }
    }
}
