public import Foundation
public import TransitModel

extension TransitBundle {
    /// Returns the zone of the clock at a stop: `stop_timezone` of its station, else its own, else
    /// the agency's.
    public func timeZone(at stop: Stop) async throws -> TimeZone {
        try await zone(at: stop).zone.timeZone
    }

    package func zone(at stop: Stop) async throws -> StopZone {
        let facts = facts
        let zones = StopZones(facts)
        if let zone = zones.known(stop) { return zone }
        if let zone = facts.zonesOfPlatforms.known(stop) { return zone }
        return try await question { db in
            try facts.zonesOfPlatforms.value(for: stop) { try zones.zone(of: stop, db) }
        }
    }

    /// `rid` is nil for trips of a route that the feed does not define.
    package func timeZone(ofRoute rid: Int64?) -> NamedTimeZone { facts.zone(ofRoute: rid) }

    /// In seconds since 1970; times of the route's trips count from then. `rid` is nil for trips of
    /// a route that the feed does not define.
    package func startSeconds(of date: ServiceDate, ofRoute rid: Int64?) -> Int {
        ServiceClock(timeZone: facts.zone(ofRoute: rid).timeZone).startSeconds(of: date)
    }
}
