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
        ownShapes.insert(named: entity.shape?.shapeID)
        shapes.insert(named: entity.shape?.shapeID)
        ownStops.insert(named: entity.stop?.stopID)
        if let modifications = entity.tripModifications { add(modifications) }
    }

    private mutating func add(_ update: TripUpdate) {
        hasTripUpdates = true
        add(update.trip)
        let properties = update.tripProperties
        trips.insert(named: properties?.tripID)
        shapes.insert(named: properties?.shapeID)
        switch update.trip?.scheduleRelationship {
        case .added?, .new?: added.insert(named: update.trip?.tripID)
        case .replacement?: replaced.insert(named: update.trip?.tripID)
        case .duplicated?:
            copies.insert(named: UsableValues.id(properties?.tripID) ?? update.trip?.tripID)
        default: break
        }
        for stop in update.stopTimeUpdates {
            stops.insert(named: stop.stopID)
            stops.insert(named: stop.stopTimeProperties?.assignedStopID)
        }
    }

    private mutating func add(_ trip: TripDescriptor?) {
        trips.insert(named: trip?.tripID)
        trips.insert(named: trip?.modifiedTrip?.affectedTripID)
    }

    private mutating func add(_ vehicle: VehiclePosition) {
        hasVehicles = true
        add(vehicle.trip)
        stops.insert(named: vehicle.stopID)
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
            stops.insert(named: selector.stopID)
            if selector.isOfStopAlone { named.insert(named: selector.stopID) }
            if alert.effect == .detour { detours.add(selector) }
            if alert.effect == .noService { withoutService.add(selector) }
        }
        if named.count > 1 { alertStops.formUnion(named) }
    }

    private mutating func add(_ modifications: TripModifications) {
        for selected in modifications.selectedTrips {
            shapes.insert(named: selected.shapeID)
        }
        for modification in modifications.modifications {
            stops.insert(named: modification.startStopSelector?.stopID)
            stops.insert(named: modification.endStopSelector?.stopID)
            for stop in modification.replacementStops { stops.insert(named: stop.stopID) }
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

extension Set {
    /// Inserts an id, unless it is of no use.
    mutating func insert<Subject>(named id: String?) where Element == Identifier<Subject> {
        if let id = UsableValues.id(id) { insert(Identifier(id)) }
    }
}

extension EntitySelector {
    var isOfStopAlone: Bool {
        UsableValues.id(stopID) != nil && agencyID == nil && routeID == nil && routeType == nil
            && trip == nil && directionID == nil
    }
}
