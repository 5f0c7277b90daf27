import Foundation
import SQLiteLayer
import TransitModel

/// `stop_timezone` of the station above, or of the stop itself when it is part of none, else the
/// agency's.
struct StopZones {
    private let agencyZone: NamedTimeZone
    private let isAgencyZoneAssumed: Bool
    private let ofStations: BoundedCache<StopID, StopZone>

    init(_ facts: BundleFacts) {
        agencyZone = facts.agencyZone
        isAgencyZoneAssumed = facts.assumedZones.contains(nil)
        ofStations = facts.zonesOfStations
    }

    func zone(of stop: Stop, _ db: Database) throws -> StopZone {
        if let zone = known(stop) { return zone }
        let top = try StopLookup(db: db).top(of: stop)
        let zone = zone(named: top.stopTimezone)
        return top.kind == .station ? ofStations.value(for: StopID(top.stopID)) { zone } : zone
    }

    /// Nil where something must be read.
    func known(_ stop: Stop) -> StopZone? {
        guard let parent = stop.parentStation, !parent.isEmpty, stop.kind != .station else {
            return zone(named: stop.stopTimezone)
        }
        return ofStations.known(StopID(parent))
    }

    private func zone(named name: String?) -> StopZone {
        let zone = name.flatMap { $0 == agencyZone.name ? agencyZone : NamedTimeZone($0) }
        return StopZone(
            zone: zone ?? agencyZone, isStopTimeZoneAssumed: name != nil && zone == nil,
            isTimeZoneAssumed: zone == nil && isAgencyZoneAssumed)
    }
}

package struct StopZone: Sendable {
    package let zone: NamedTimeZone
    /// `stop_timezone` names no existing zone, so the agency's is used.
    package let isStopTimeZoneAssumed: Bool
    /// The zone is the agency's and is itself assumed.
    package let isTimeZoneAssumed: Bool
}
