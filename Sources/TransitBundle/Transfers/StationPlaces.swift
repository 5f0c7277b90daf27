import GRDB
import TransitModel

/// The places of a station: platforms, entrances, nodes, boarding areas, and the station itself.
enum StationPlaces {
    /// The stop itself and all places below it: platforms of a station, boarding areas.
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

    /// All places of the station that a stop belongs to.
    static func around(_ stop: Stop, facts: BundleFacts, in db: Database) throws -> [Stop] {
        try below(StopLookup(db: db).top(of: stop), facts: facts, in: db)
    }
}
