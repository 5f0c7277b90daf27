import Foundation
import GRDB
import TransitModel

/// The time zones of clocks at stops: `stop_timezone` of the station above, or of the stop itself
/// when it is part of none, else the agency's.
struct StopZones {
    /// The zone of a stop's clock.
    struct Zone: Sendable {
        let zone: NamedTimeZone
        /// Whether `stop_timezone` names no existing zone, so that the agency's is used.
        let isAssumed: Bool
    }

    private let agencyZone: NamedTimeZone
    /// By the `stop_id` of the station.
    private let ofStations: BoundedCache<StopID, Zone>

    init(_ facts: BundleFacts) {
        agencyZone = facts.agencyZone
        ofStations = facts.zonesOfStations
    }

    func zone(of stop: Stop, _ db: Database) throws -> Zone {
        if let zone = known(stop) { return zone }
        let top = try StopLookup(db: db).top(of: stop)
        let zone = zone(named: top.stopTimezone)
        return top.kind == .station ? ofStations.value(for: StopID(top.stopID)) { zone } : zone
    }

    /// The zone of a stop for which nothing needs to be read; nil for others.
    func known(_ stop: Stop) -> Zone? {
        guard let parent = stop.parentStation, !parent.isEmpty, stop.kind != .station else {
            return zone(named: stop.stopTimezone)
        }
        return ofStations.known(StopID(parent))
    }

    private func zone(named name: String?) -> Zone {
        guard let name else { return Zone(zone: agencyZone, isAssumed: false) }
        let zone = name == agencyZone.name ? agencyZone : NamedTimeZone(name)
        return Zone(zone: zone ?? agencyZone, isAssumed: zone == nil)
    }
}
