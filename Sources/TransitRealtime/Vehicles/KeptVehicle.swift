import Foundation
import GTFSRealtime
import TransitModel

struct KeptVehicle: Sendable {
    let position: LiveVehicle
    let update: KeptUpdate
    let stopSequence: Int?
    let stopID: String?
    let status: VehiclePosition.VehicleStopStatus

    /// Nil for a vehicle that has no place on Earth, unless it names a run with a call.
    init?(
        _ vehicle: VehiclePosition, at measured: LocalInstant?, source: String, now: Int,
        number: Int, id: () -> String
    ) {
        let coordinate = vehicle.position.flatMap { Coordinate($0) }
        let run = UsableValues.id(vehicle.trip?.tripID) ?? UsableValues.id(vehicle.trip?.routeID)
        let hasCall =
            vehicle.currentStopSequence != nil || UsableValues.id(vehicle.stopID) != nil
        guard coordinate != nil || (run != nil && hasCall) else { return nil }
        let position = coordinate == nil ? nil : vehicle.position
        update = KeptUpdate(
            TripUpdate(of: vehicle.trip, timestamp: vehicle.timestamp), source: source, now: now,
            number: number)
        stopSequence = vehicle.currentStopSequence.map(Int.init)
        stopID = UsableValues.id(vehicle.stopID)
        let status = vehicle.currentStatus ?? .inTransitTo
        self.status = status.word == nil ? .inTransitTo : status
        self.position = LiveVehicle(
            id: id(), vehicle: CallRealtime.Vehicle(vehicle.vehicle),
            licensePlate: UsableValues.id(vehicle.vehicle?.licensePlate), coordinate: coordinate,
            bearing: UsableValues.decimal(position?.bearing),
            speed: UsableValues.decimal(position?.speed),
            at: measured,
            tripID: UsableValues.id(vehicle.trip?.tripID),
            routeID: UsableValues.id(vehicle.trip?.routeID),
            directionID: vehicle.trip?.directionID.map(Int.init),
            occupancyStatus: vehicle.occupancyStatus?.word,
            occupancyPercentage: vehicle.occupancyPercentage.map(Int.init),
            congestionLevel: vehicle.congestionLevel?.word,
            carriages: Self.carriages(vehicle))
    }

    /// The carriages; empty unless their numbers are 1, 2, 3 and so on: otherwise the reference
    /// requires all of them to be dropped.
    private static func carriages(
        _ vehicle: VehiclePosition
    ) -> [LiveVehicle.Carriage] {
        var carriages: [LiveVehicle.Carriage] = []
        for details in vehicle.multiCarriageDetails {
            guard details.carriageSequence.map(Int.init) == carriages.count + 1 else { return [] }
            carriages.append(
                LiveVehicle.Carriage(
                    id: UsableValues.id(details.id), label: UsableValues.id(details.label),
                    occupancyStatus: details.occupancyStatus?.word,
                    occupancyPercentage: details.occupancyPercentage
                        .flatMap { $0 < 0 ? nil : Int($0) }))
        }
        return carriages
    }
}

extension Coordinate {
    /// Nil for a place that is not on Earth, and for 0, 0, which receivers without a fix send.
    fileprivate init?(_ position: Position) {
        guard let latitude = UsableValues.decimal(position.latitude),
            let longitude = UsableValues.decimal(position.longitude),
            latitude != 0 || longitude != 0
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
        guard isOnGlobe else { return nil }
    }
}

extension CallRealtime.Vehicle {
    func isLike(_ other: Self) -> Bool {
        if let id, let other = other.id { return id.exact == other.exact }
        if let label, let other = other.label { return label.exact == other.exact }
        return true
    }

    func completed(by other: Self?) -> Self {
        guard let other, isLike(other) else { return self }
        return Self(
            id: id ?? other.id, label: label ?? other.label,
            wheelchairAccessible: wheelchairAccessible ?? other.wheelchairAccessible)
    }

    init?(_ vehicle: VehicleDescriptor?) {
        let id = UsableValues.id(vehicle?.id)
        let label = UsableValues.id(vehicle?.label)
        // The codes of `wheelchair_accessible` in trips.txt: unknown, yes, no.
        let wheelchairs: Int? =
            switch vehicle?.wheelchairAccessible {
            case .unknown: 0
            case .wheelchairAccessible: 1
            case .wheelchairInaccessible: 2
            default: nil
            }
        guard id != nil || label != nil || wheelchairs != nil else { return nil }
        self.init(id: id, label: label, wheelchairAccessible: wheelchairs)
    }
}
