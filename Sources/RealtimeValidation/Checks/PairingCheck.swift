import FeedReading
import GTFSRealtime
import GTFSSchedule
import TransitRealtime

struct PairingCheck {
    let log: CheckLog
    let facts: FeedFacts?
    private var updates = Pairs()
    private var vehicles = Pairs()

    private struct Pairs {
        var vehicleOfTrip: [TripID: VehicleID] = [:]
        var tripOfVehicle: [VehicleID: TripID] = [:]
        var trips: Set<TripID> = []
        var vehicles: Set<VehicleID> = []

        mutating func add(_ trip: TripID?, _ vehicle: VehicleID?) {
            switch (trip, vehicle) {
            case (let trip?, let vehicle?):
                vehicleOfTrip[trip] = vehicle
                tripOfVehicle[vehicle] = trip
            case (let trip?, nil): trips.insert(trip)
            case (nil, let vehicle?): vehicles.insert(vehicle)
            case (nil, nil): break
            }
        }

        func has(_ trip: TripID) -> Bool { vehicleOfTrip[trip] != nil || trips.contains(trip) }
        func has(_ vehicle: VehicleID) -> Bool {
            tripOfVehicle[vehicle] != nil || vehicles.contains(vehicle)
        }
        var hasTrips: Bool { !vehicleOfTrip.isEmpty || !trips.isEmpty }
        var hasVehicles: Bool { !tripOfVehicle.isEmpty || !vehicles.isEmpty }
    }

    init(_ log: CheckLog, facts: FeedFacts?) {
        self.log = log
        self.facts = facts
    }

    mutating func add(_ update: TripUpdate) {
        // A copy goes by the id that it is given; a canceled trip needs no vehicle.
        if update.trip?.scheduleRelationship == .canceled
            || update.trip?.scheduleRelationship == .deleted
        {
            return
        }
        let id = UsableValues.id(update.tripProperties?.tripID) ?? update.trip?.tripID
        updates.add(trip(id), vehicle(update.vehicle))
    }

    mutating func add(_ position: VehiclePosition) {
        guard let vehicle = vehicle(position.vehicle) else { return }
        vehicles.add(trip(position.trip?.tripID), vehicle)
    }

    private func trip(_ id: String?) -> TripID? { UsableValues.id(id).map { TripID($0) } }

    private func vehicle(_ vehicle: VehicleDescriptor?) -> VehicleID? {
        UsableValues.id(vehicle?.id).map { VehicleID($0) }
    }

    func finish() {
        guard updates.hasTrips, vehicles.hasVehicles else { return }
        for (trip, vehicle) in sorted(updates.vehicleOfTrip) {
            if !vehicles.has(trip) || !vehicles.has(vehicle) {
                log.note(
                    .w003,
                    ["tripId": trip.text, "vehicleId": vehicle.text, "missing": "vehicle"])
            }
            if let other = vehicles.vehicleOfTrip[trip], other != vehicle {
                log.note(
                    .e047,
                    ["tripId": trip.text, "vehicleId": vehicle.text, "otherVehicleId": other.text])
            }
        }
        for (trip, vehicle) in sorted(vehicles.vehicleOfTrip) {
            if !updates.has(trip) {
                log.note(
                    .w003,
                    ["tripId": trip.text, "vehicleId": vehicle.text, "missing": "trip_update"])
            }
            if let other = updates.tripOfVehicle[vehicle], other != trip,
                updates.vehicleOfTrip[trip] == nil, !areOfOneBlock(trip, other)
            {
                log.note(
                    .e047,
                    ["tripId": trip.text, "vehicleId": vehicle.text, "otherTripId": other.text])
            }
        }
        for trip in updates.trips.sorted(by: { $0.text < $1.text }) where !vehicles.has(trip) {
            log.note(.w003, ["tripId": trip.text, "missing": "vehicle"])
        }
    }

    /// A vehicle that is still on the previous trip has updates for the next one of its block.
    private func areOfOneBlock(_ trip: TripID, _ other: TripID) -> Bool {
        guard let blocks = facts?.blocks, let block = blocks[trip] else { return false }
        return block == blocks[other]
    }

    private func sorted(_ pairs: [TripID: VehicleID]) -> [(TripID, VehicleID)] {
        pairs.sorted { $0.key.text < $1.key.text }.map { ($0.key, $0.value) }
    }
}
