import GRDB

/// The places of a station: platforms, entrances, nodes, boarding areas, and the station itself.
enum StationPlaces {
    /// All places of the station that a stop belongs to.
    static func around(_ stop: Stop, _ db: Database) throws -> [Stop] {
        var top = stop
        // Boarding area, platform, station: anything longer is a mistake of the feed.
        for _ in 0..<3 {
            guard let parent = top.parentStation, !parent.isEmpty,
                let next = try StopLookup(db: db).stop(stopID: parent)
            else { break }
            top = next
        }
        return try TransitBundle.boardingPlaces(of: top, db)
    }

    /// Their `stop_id`s as a JSON array, for `json_each`.
    static func json(around stop: Stop, _ db: Database) throws -> String {
        JSONList.texts(try around(stop, db).map(\.stopID))
    }
}
