import GRDB
public import GTFSSchedule

extension TransitBundle {
    /// The ways to change at a stop, or at any place of its station: rows of `transfers.txt` that
    /// begin or end there. Linked trips (`transfer_type` 4 and 5), which name trips, are among them.
    public func transfers(at stop: Stop) async throws -> [Transfer] {
        try await read { db in
            try Transfer.fetchAll(
                db,
                """
                WHERE from_stop_id IN (SELECT value FROM json_each(?1))
                OR to_stop_id IN (SELECT value FROM json_each(?1))
                """, arguments: [try StationPlaces.json(around: stop, db)])
        }
    }

    /// The ways on foot at a stop, or in its whole station: rows of `pathways.txt` that begin or
    /// end there. One that is not bidirectional leads from its `fromStopID` only.
    public func pathways(at stop: Stop) async throws -> [Pathway] {
        try await read { db in
            try Pathway.touching(StationPlaces.json(around: stop, db), db)
        }
    }
}
