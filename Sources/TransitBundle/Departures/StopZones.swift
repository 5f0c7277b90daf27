import Foundation
import GRDB

/// The time zones in which clocks at stops go: `stop_timezone` of the station above, or of the stop
/// itself when it has no parent, else the agency's.
struct StopZones {
    let agencyZone: TimeZone
    private var known: [Int64: TimeZone] = [:]

    init(agencyZone: TimeZone) {
        self.agencyZone = agencyZone
    }

    mutating func zone(of stop: Stop, _ db: Database) throws -> TimeZone {
        if let zone = known[stop.sid] { return zone }
        var top = stop
        // Boarding area, platform, station: anything longer is a mistake of the feed.
        for _ in 0..<3 {
            guard let parent = top.parentStation, !parent.isEmpty,
                let next = try StopLookup(db: db).stop(stopID: parent)
            else { break }
            top = next
        }
        let zone = top.stopTimezone.flatMap(TimeZone.init(identifier:)) ?? agencyZone
        known[stop.sid] = zone
        return zone
    }
}
