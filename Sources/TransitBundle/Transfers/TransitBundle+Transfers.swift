import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the transfers at a stop, or at any place of its station: rows of `transfers.txt`
    /// that begin or end there. This includes linked trips (`transfer_type` 4 and 5), which name
    /// trips.
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

    /// Returns the pathways at a stop, or in its whole station: rows of `pathways.txt` that begin
    /// or end there. One that is not bidirectional leads only from its `fromStopID`.
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

enum StationPlaces {
    /// Platforms of a station, boarding areas.
    static func below(_ stop: Stop, facts: BundleFacts, in db: Database) throws -> [Stop] {
        if facts.childless.known(StopID(stop.stopID)) != nil { return [stop] }
        return try facts.places.value(for: stop) {
            var places = [stop]
            var level = [stop]
            var seen: Set = [stop.sid]
            while !level.isEmpty {
                level = try StopLookup(db: db).children(of: level)
                    .filter { seen.insert($0.sid).inserted }
                places += level
            }
            if places.count == 1 {
                _ = facts.childless.value(for: StopID(stop.stopID)) { true }
            }
            return places
        }
    }

    static func around(_ stop: Stop, facts: BundleFacts, in db: Database) throws -> [Stop] {
        try below(StopLookup(db: db).top(of: stop), facts: facts, in: db)
    }
}

extension Pathway {
    /// `places` are `stop_id`s as a JSON array.
    static func touching(_ places: String, _ db: Database) throws -> [Pathway] {
        try db.readAll(touching, arguments: [places]) { Pathway($0) }
    }

    private static let touching = """
        SELECT pathway_id, from_stop_id, to_stop_id, pathway_mode, is_bidirectional, length,
          traversal_time, stair_count, max_slope, min_width, signposted_as, reversed_signposted_as
        FROM pathways
        WHERE from_stop_id IN (SELECT value FROM json_each(?1))
          OR to_stop_id IN (SELECT value FROM json_each(?1))
        """

    /// By position: large stations have hundreds.
    private init(_ row: Columns) {
        self.init()
        pathwayID = row.text(0).map { PathwayID($0) }
        fromStopID = row.text(1).map { StopID($0) }
        toStopID = row.text(2).map { StopID($0) }
        pathwayMode = row.integer(3).map(PathwayMode.init(code:))
        isBidirectional = row.integer(4).map(YesNo.init(code:))
        length = row.real(5)
        traversalTime = row.integer(6)
        stairCount = row.integer(7)
        maxSlope = row.real(8)
        minWidth = row.real(9)
        signpostedAs = row.text(10)
        reversedSignpostedAs = row.text(11)
    }
}
