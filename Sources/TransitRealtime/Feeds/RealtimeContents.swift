import Foundation
import GTFSRealtime
import TransitBundle
import TransitModel

/// Rule 29, one URL for all kinds: each source may have any of them.
struct RealtimeContents: Sendable {
    /// Selectors and alerts of a few bytes take many here. Countries have some thousands of each;
    /// more are left out.
    private static let mostSelectors = 200_000
    private static let mostAlerts = 20_000
    private static let mostVehicles = 200_000
    private static let mostDetours = 20_000

    private(set) var updates: [KeptUpdate] = []
    private(set) var alerts: [(alert: HeldAlert, informed: [InformedEntity], source: String)] = []
    private(set) var alertTags = AlertTags()
    private var alerted: [InformedEntity.Trip: KeptUpdate] = [:]
    private(set) var vehicles: [KeptVehicle] = []
    /// Vehicles that have no place on Earth and name no call either, as far as they are listed.
    private(set) var placeless: [MatchReport.Sample] = []
    private(set) var detours: [KeptDetour] = []
    private(set) var leftOut = 0
    private(set) var alertsHash = 0
    private var alertIDs = NumberedIDs()
    private var vehicleIDs = NumberedIDs()
    private var selectors = 0

    private let mostPlaceless: Int
    private let zone: TimeZone
    private var clock = OffsetMemory()

    /// `zone` is that of the feed's clock.
    init(_ current: RealtimeMessages.Current, in zone: TimeZone, listing most: Int = 0) {
        mostPlaceless = most
        self.zone = zone
        for applied in current.applied {
            let now = Int(applied.kept.at.timeIntervalSince1970)
            for entity in applied.kept.message.entities where entity.isDeleted != true {
                if let alert = entity.alert {
                    add(alert, UsableValues.id(entity.id), source: applied.kept.name)
                }
                guard !applied.isForAlertsOnly else { continue }
                if let detour = entity.tripModifications { add(detour, applied.kept.name) }
                if let update = entity.tripUpdate {
                    updates.append(
                        KeptUpdate(
                            update, source: applied.kept.name, now: now, number: updates.count))
                }
                if let vehicle = entity.vehicle {
                    add(vehicle, UsableValues.id(entity.id), source: applied.kept.name, now: now)
                }
            }
        }
    }

    var informed: [InformedEntity] { alerts.flatMap(\.informed) }

    /// Of alerts about trips without a `trip_id`.
    func alertedRuns(
        in lookup: any TimetableLookup, counting effort: MatchEffort
    ) throws -> [InformedEntity.Trip: RunKey] {
        guard !alerted.isEmpty else { return [:] }
        let matcher = try RunMatcher(
            Array(alerted.values), over: lookup, places: PlaceLookup(lookup, effort))
        var runs: [InformedEntity.Trip: RunKey] = [:]
        for (trip, update) in alerted {
            effort.begin(update.source)
            runs[trip] = try matcher.match(update).run?.key
        }
        return runs
    }

    private mutating func add(
        _ vehicle: VehiclePosition, _ id: String?, source: String, now: Int
    ) {
        guard vehicles.count < Self.mostVehicles else {
            leftOut += 1
            return
        }
        let measured = UsableValues.instant(vehicle.timestamp).map {
            clock.instant($0, in: zone)
        }
        let kept = KeptVehicle(
            vehicle, at: measured, source: source, now: now, number: vehicles.count,
            id: { vehicleIDs.unique(id) })
        if let kept {
            vehicles.append(kept)
        } else if placeless.count < mostPlaceless {
            var sample = MatchReport.Sample(source: source, trip: vehicle.trip)
            (sample.entityID, sample.vehicleID) = (id, vehicle.vehicle?.id)
            placeless.append(sample)
        }
    }

    private mutating func add(_ detour: TripModifications, _ source: String) {
        guard detours.count < Self.mostDetours else {
            leftOut += 1
            return
        }
        detours.append(KeptDetour(detour: detour, source: source))
    }

    private mutating func add(_ alert: Alert, _ id: String?, source: String) {
        guard alerts.count < Self.mostAlerts else {
            leftOut += 1
            return
        }
        var informed: [InformedEntity] = []
        for selector in alert.informedEntities {
            guard selectors < Self.mostSelectors else {
                leftOut += 1
                continue
            }
            let part = InformedEntity(selector)
            if let trip = part.trip, trip.tripID == nil {
                alerted[trip] = KeptUpdate(
                    TripUpdate(of: selector.trip, timestamp: nil), source: source, now: 0,
                    number: 0)
            }
            informed.append(part)
            selectors += 1
        }
        let held = HeldAlert(
            alert, id: alertIDs.unique(id), informed: informed, tags: &alertTags, in: zone)
        var hasher = Hasher()
        hasher.combine(alertsHash)
        held.add(to: &hasher)
        alertsHash = hasher.finalize()
        alerts.append((held, informed, source))
    }
}

private struct NumberedIDs {
    private var counts: [ExactText: Int] = [:]

    mutating func unique(_ id: String?) -> String {
        let id = id ?? ""
        var name = id
        repeat {
            let count = counts[id.exact, default: 0] + 1
            counts[id.exact] = count
            name = count == 1 ? id : "\(id)#\(count)"
        } while name.exact != id.exact && counts[name.exact] != nil
        if name.exact != id.exact { counts[name.exact] = 1 }
        return name
    }
}
