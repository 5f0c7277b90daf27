import GTFSRealtime
import GTFSSchedule
import TransitBundle
import TransitRealtime

/// Everything that messages name, to ask a feed about it at once, and what they say about each other.
struct NamedThings {
    var trips: Set<TripID> = []
    var stops: Set<StopID> = []
    var shapes: Set<ShapeID> = []
    var placedTrips: Set<TripID> = []
    private var sequences: [TripID: Int] = [:]
    var alertStops: Set<StopID> = []
    var added: Set<TripID> = []
    var copies: Set<TripID> = []
    var replaced: Set<TripID> = []
    var ownShapes: Set<ShapeID> = []
    var ownStops: Set<StopID> = []
    var detours = InformedTrips()
    var withoutService = InformedTrips()
    var hasTripUpdates = false
    var hasVehicles = false
    /// In the order of the messages.
    var updates: [KeptUpdate] = []
    /// Those whose entities are not deleted.
    var counted: [KeptUpdate] = []

    init(_ messages: [CheckedMessage], now: Int) {
        for message in messages {
            for entity in message.message.entities {
                add(entity, of: message, now: now)
            }
        }
    }

    private mutating func add(_ entity: FeedEntity, of message: CheckedMessage, now: Int) {
        if let update = entity.tripUpdate {
            add(update)
            let kept = KeptUpdate(
                update, source: message.name, now: message.at ?? now, number: updates.count)
            updates.append(kept)
            if entity.isDeleted != true { counted.append(kept) }
        }
        if let vehicle = entity.vehicle { add(vehicle) }
        if let alert = entity.alert { add(alert) }
        if let id = UsableValues.id(entity.shape?.shapeID) {
            ownShapes.insert(ShapeID(id))
            shapes.insert(ShapeID(id))
        }
        if let id = UsableValues.id(entity.stop?.stopID) { ownStops.insert(StopID(id)) }
        if let modifications = entity.tripModifications { add(modifications) }
    }

    private mutating func add(_ update: TripUpdate) {
        hasTripUpdates = true
        add(update.trip)
        let properties = update.tripProperties
        if let id = UsableValues.id(properties?.tripID) { trips.insert(TripID(id)) }
        if let id = UsableValues.id(properties?.shapeID) { shapes.insert(ShapeID(id)) }
        if let id = UsableValues.id(update.trip?.tripID) {
            switch update.trip?.scheduleRelationship {
            case .added?, .new?: added.insert(TripID(id))
            case .replacement?: replaced.insert(TripID(id))
            default: break
            }
        }
        if update.trip?.scheduleRelationship == .duplicated,
            let id = UsableValues.id(properties?.tripID) ?? UsableValues.id(update.trip?.tripID)
        {
            copies.insert(TripID(id))
        }
        for stop in update.stopTimeUpdates {
            for id in [stop.stopID, stop.stopTimeProperties?.assignedStopID] {
                if let id = UsableValues.id(id) { stops.insert(StopID(id)) }
            }
        }
    }

    private mutating func add(_ trip: TripDescriptor?) {
        for id in [trip?.tripID, trip?.modifiedTrip?.affectedTripID] {
            if let id = UsableValues.id(id) { trips.insert(TripID(id)) }
        }
    }

    private mutating func add(_ vehicle: VehiclePosition) {
        hasVehicles = true
        add(vehicle.trip)
        if let id = UsableValues.id(vehicle.stopID) { stops.insert(StopID(id)) }
        if vehicle.position != nil, let id = UsableValues.id(vehicle.trip?.tripID) {
            placedTrips.insert(TripID(id))
            sequences[TripID(id)] = vehicle.currentStopSequence.map { Int($0) }
        }
    }

    func passedStops(in trips: [TripID: TripTimetable]) -> Set<StopID> {
        let stops = sequences.compactMap { id, sequence -> String? in
            guard let trip = trips[id] else { return nil }
            return trip.position(ofSequence: sequence).flatMap { trip.stops[$0].stopID }
        }
        return Set(stops.map { StopID($0) })
    }

    private mutating func add(_ alert: Alert) {
        var named: Set<StopID> = []
        for selector in alert.informedEntities {
            add(selector.trip)
            if let id = UsableValues.id(selector.stopID) {
                stops.insert(StopID(id))
                if selector.isOfStopAlone { named.insert(StopID(id)) }
            }
            if alert.effect == .detour { detours.add(selector) }
            if alert.effect == .noService { withoutService.add(selector) }
        }
        if named.count > 1 { alertStops.formUnion(named) }
    }

    private mutating func add(_ modifications: TripModifications) {
        for selected in modifications.selectedTrips {
            if let id = UsableValues.id(selected.shapeID) { shapes.insert(ShapeID(id)) }
        }
        for modification in modifications.modifications {
            let selectors = [modification.startStopSelector, modification.endStopSelector]
            for id in selectors.map({ $0?.stopID }) + modification.replacementStops.map(\.stopID) {
                if let id = UsableValues.id(id) { stops.insert(StopID(id)) }
            }
        }
    }
}

struct InformedTrips {
    private var trips: Set<TripID> = []
    private var routes: Set<RouteID> = []

    mutating func add(_ selector: EntitySelector) {
        if let id = UsableValues.id(selector.trip?.tripID) {
            trips.insert(TripID(id))
        } else if let id = UsableValues.id(selector.routeID ?? selector.trip?.routeID) {
            routes.insert(RouteID(id))
        }
    }

    func contains(trip: String?, route: String?) -> Bool {
        trip.map { trips.contains(TripID($0)) } == true
            || route.map { routes.contains(RouteID($0)) } == true
    }
}

extension EntitySelector {
    var isOfStopAlone: Bool {
        UsableValues.id(stopID) != nil && agencyID == nil && routeID == nil && routeType == nil
            && trip == nil && directionID == nil
    }
}
