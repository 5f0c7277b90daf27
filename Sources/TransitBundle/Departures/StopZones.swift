import Foundation
import GRDB
import TransitModel

/// The time zones of clocks at stops: `stop_timezone` of the station above, or of the stop itself
/// when it has no parent, else the agency's.
struct StopZones {
    /// The zone of a stop's clock.
    struct Zone: Sendable {
        let zone: NamedTimeZone
        /// Whether `stop_timezone` names no existing zone, so that the agency's is used.
        let isAssumed: Bool
    }

    private let agencyZone: NamedTimeZone
    /// By the `stop_id` of the place above stops.
    private let known: BoundedCache<StopID, Zone>

    init(_ facts: BundleFacts) {
        agencyZone = facts.agencyZone
        known = facts.zonesBelowStations
    }

    func zone(of stop: Stop, _ db: Database) throws -> Zone {
        guard let parent = stop.parentStation, !parent.isEmpty else {
            return zone(named: stop.stopTimezone)
        }
        if let zone = known.known(StopID(parent)) { return zone }
        var top = stop
        // Boarding area, platform, station: anything longer is a mistake in the feed.
        for _ in 0..<3 {
            guard let parent = top.parentStation, !parent.isEmpty,
                let next = try StopLookup(db: db).stop(stopID: parent)
            else { break }
            top = next
        }
        let zone = zone(named: top.stopTimezone)
        // Below a parent that does not exist, each stop has its own zone.
        return top.sid == stop.sid ? zone : known.value(for: StopID(parent)) { zone }
    }

    private func zone(named name: String?) -> Zone {
        guard let name else { return Zone(zone: agencyZone, isAssumed: false) }
        let zone = name == agencyZone.name ? agencyZone : NamedTimeZone(name)
        return Zone(zone: zone ?? agencyZone, isAssumed: zone == nil)
    }
}
