import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the trip that a trip's vehicle continues as after its last stop, on a service day.
    ///
    /// Trips that `transfers.txt` links (`transfer_type` 4 and 5) come first; otherwise it is the
    /// trip of the same block (`block_id`) that starts next. Riders may stay on board unless the
    /// feed says otherwise, or the vehicle goes elsewhere first. A block does not say which runs of
    /// `frequencies.txt` follow each other.
    ///
    /// - Returns: nil when the vehicle's work ends, or the feed says nothing about it.
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip.
    public func continuation(
        ofTrip id: String, on date: ServiceDate
    ) async throws -> Continuation? {
        let facts = facts
        return try await question { db in
            try BlockSearch(facts: facts, db: db, date: date)
                .continuation(of: TripRecord.known(id, db))
        }
    }
}

struct BlockSearch {
    let facts: BundleFacts
    let db: Database
    let date: ServiceDate

    func continuation(of row: TripRecord) throws -> Continuation? {
        if let linked = try linkedTrip(row) { return linked }
        // The feed publishes no order between the runs of frequencies.
        let repeated = facts.frequencies.headways
        guard let block = row.block, repeated[row.trip] == nil, let end = row.times?.end
        else { return nil }
        let next = try TripRecord.ofBlock(block, services: try running(), db)
            .filter { $0.trip != row.trip && repeated[$0.trip] == nil }
            .compactMap { other in other.times.map { (start: $0.start, row: other) } }
            .filter { $0.start >= end }
            .min { ($0.start, TripID($0.row.tripID)) < ($1.start, TripID($1.row.tripID)) }
        guard let next, let trip = try Trip.find(next.row.tripID, db) else { return nil }
        let last = try station(ofCall: row.lastCall)
        return Continuation(
            trip: trip,
            canStayOnBoard: try last != nil && last == station(ofCall: next.row.firstCall))
    }

    /// Nil if the linked trip does not run on the day.
    private func linkedTrip(_ row: TripRecord) throws -> Continuation? {
        let links = try db.readAll(
            """
            SELECT to_trip_id, transfer_type FROM transfers
            WHERE from_trip_id = ? AND transfer_type IN (4, 5)
            ORDER BY transfer_type, to_trip_id
            """, arguments: [row.tripID]
        ) { link in link.text(0).map { (tripID: $0, type: link.integer(1)) } }
        for (tripID, type) in links {
            guard let next = try TripRecord.find(tripID, db),
                try next.service.map(running().contains) ?? false,
                let trip = try Trip.find(tripID, db)
            else { continue }
            return Continuation(trip: trip, canStayOnBoard: type == 4)
        }
        return nil
    }

    private func running() throws -> Set<Int64> {
        try facts.activeServices.keys(on: date, db)
    }

    /// The stop itself when it belongs to no station.
    private func station(ofCall call: Int) throws -> Int64? {
        let sid = try db.first("SELECT sid FROM pattern_stops WHERE call = ?", arguments: [call]) {
            $0.key(0)
        }
        return try sid.flatMap { try facts.stopStations.entries(of: [$0], db)[$0]?.station }
    }
}
