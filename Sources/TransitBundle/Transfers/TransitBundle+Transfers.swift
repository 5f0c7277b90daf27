import GRDB
public import TransitModel

extension TransitBundle {
    /// The transfers at a stop, or at any place of its station: rows of `transfers.txt` that begin
    /// or end there. This includes linked trips (`transfer_type` 4 and 5), which name trips.
    public func transfers(at stop: Stop) async throws -> [Transfer] {
        let facts = facts
        return try await question { db in
            let places = try StationPlaces.around(stop, facts: facts, in: db)
            return try Transfer.fetchAll(
                db,
                """
                WHERE from_stop_id IN (SELECT value FROM json_each(?1))
                OR to_stop_id IN (SELECT value FROM json_each(?1))
                """, arguments: [JSONList.texts(places.map(\.stopID))])
        }
    }

    /// The pathways at a stop, or in its whole station: rows of `pathways.txt` that begin or end
    /// there. One that is not bidirectional leads only from its `fromStopID`.
    public func pathways(at stop: Stop) async throws -> [Pathway] {
        let facts = facts
        return try await question { db in
            let places = try StationPlaces.around(stop, facts: facts, in: db)
            return try facts.pathways.value(for: places[0]) {
                try Pathway.touching(JSONList.texts(places.map(\.stopID)), db)
            }
        }
    }
}
