import Foundation
import GRDB

/// The time zones in which clocks at stops go: `stop_timezone` of the station above, or of the stop
/// itself when it has no parent, else the agency's.
struct StopZones {
    let agencyZone: TimeZone
    private var known: [String: TimeZone] = [:]

    init(agencyZone: TimeZone) {
        self.agencyZone = agencyZone
    }

    mutating func zone(of stop: Stop, _ db: Database) throws -> TimeZone {
        if let zone = known[stop.stopID] { return zone }
        var top = stop
        // Boarding area, platform, station: anything longer is a mistake of the feed.
        for _ in 0..<3 {
            guard let parent = top.parentStation, !parent.isEmpty,
                let next = try Stop.fetchOne(
                    db.cachedStatement(sql: Self.byID), arguments: [parent])
            else { break }
            top = next
        }
        let zone = top.stopTimezone.flatMap(TimeZone.init(identifier:)) ?? agencyZone
        known[stop.stopID] = zone
        return zone
    }

    private static let byID = "SELECT * FROM stops WHERE stop_id = ?"
}
