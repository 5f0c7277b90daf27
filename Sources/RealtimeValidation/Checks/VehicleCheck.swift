import FeedReading
import Foundation
import GTFSRealtime
import GTFSSchedule
import TransitBundle
import TransitModel
import TransitRealtime

struct VehicleCheck {
    let log: CheckLog
    let now: Int
    let named: NamedThings
    let facts: FeedFacts?
    private var ids: Set<VehicleID> = []
    private var runs: [RunName: VehicleID] = [:]
    private var area: FeedArea?
    private var paths: [ShapeID: PathIndex] = [:]

    /// Meters that a vehicle may be away from the shape of its trip.
    private static let farthestFromShape = 200.0
    /// The most meters per second of a bus.
    private static let fastest: Float = 26

    init(_ log: CheckLog, now: Int, named: NamedThings, facts: FeedFacts?) {
        self.log = log
        self.now = now
        self.named = named
        self.facts = facts
        area = facts.map { FeedArea($0.lookup) }
    }

    mutating func check(_ vehicle: VehiclePosition, in part: MessagePart) throws {
        checkID(vehicle, in: part)
        if let trip = vehicle.trip { try checkTrip(trip, vehicle, in: part) }
        facts?.check(stop: vehicle.stopID, beside: named.ownStops, log, in: part)
        if let at = TimeCheck.plausible(vehicle.timestamp),
            Double(now - at) > RealtimeLimits.liveAge
        {
            log.note(.oldPosition, in: part, ["ageSeconds": now - at])
        }
        checkCarriages(vehicle, in: part)
        if let position = vehicle.position {
            try check(position, of: vehicle, in: part)
        } else {
            log.note(.noPosition, in: part)
        }
    }

    private mutating func checkID(_ vehicle: VehiclePosition, in part: MessagePart) {
        guard let id = UsableValues.id(vehicle.vehicle?.id) else {
            log.note(.w002, in: part)
            return
        }
        if !ids.insert(VehicleID(id)).inserted { log.note(.e052, in: part) }
    }

    private mutating func checkTrip(
        _ trip: TripDescriptor, _ vehicle: VehiclePosition, in part: MessagePart
    ) throws {
        try TripCheck(log: log, named: named, facts: facts).check(trip, of: .vehicle, in: part)
        guard let name = RunName(trip) else { return }
        let id = name.trip
        if trip.scheduleRelationship == .duplicated, named.hasTripUpdates,
            !named.copies.contains(id)
        {
            log.note(.unknownCopy, in: part)
        }
        // Many vehicles may serve a headway, and nothing tells their runs apart without a start.
        if facts?.trip(id.text)?.intervals != nil, trip.startTime == nil { return }
        let own = VehicleID(vehicle.vehicle?.id ?? "")
        guard let other = runs[name] else {
            runs[name] = own
            return
        }
        if other != own { log.note(.severalVehicles, in: part) }
    }

    private func checkCarriages(_ vehicle: VehiclePosition, in part: MessagePart) {
        var ids: Set<Identifier<VehiclePosition.CarriageDetails>> = []
        var isInOrder = true
        for (index, carriage) in vehicle.multiCarriageDetails.enumerated() {
            if let id = UsableValues.id(carriage.id), !ids.insert(Identifier(id)).inserted {
                log.note(.carriageID, in: part, ["carriageId": id])
            }
            if carriage.carriageSequence.map({ Int($0) }) != index + 1 { isInOrder = false }
        }
        if !isInOrder { log.note(.carriageOrder, in: part) }
    }

    // MARK: Positions

    private mutating func check(
        _ position: Position, of vehicle: VehiclePosition, in part: MessagePart
    ) throws {
        for (value, field) in [
            (position.latitude, "position.latitude"), (position.longitude, "position.longitude"),
        ] where value == nil {
            log.note(.missingField, in: part, ["field": field])
        }
        if let bearing = position.bearing, !(0...360 ~= bearing) {
            log.note(.e027, in: part, ["bearing": Double(bearing)])
        }
        checkSpeed(position, of: vehicle, in: part)
        guard let latitude = position.latitude, let longitude = position.longitude else { return }
        let values: NoticeFields = [
            "latitude": Double(latitude), "longitude": Double(longitude),
        ]
        let place = Coordinate(latitude: Double(latitude), longitude: Double(longitude))
        guard place.isOnGlobe else {
            log.note(.e026, in: part, values)
            return
        }
        if try area?.isOutside(place) == true {
            log.note(.e028, in: part, values)
            return
        }
        try checkPath(place, of: vehicle, in: part)
    }

    private func checkSpeed(
        _ position: Position, of vehicle: VehiclePosition, in part: MessagePart
    ) {
        guard let speed = position.speed else { return }
        let route =
            UsableValues.id(vehicle.trip?.routeID) ?? facts?.trip(vehicle.trip?.tripID)?.routeID
        let mode = route.flatMap { facts?.routes[RouteID($0)] }?.type.mode
        let isBus =
            switch mode {
            case nil, .bus?, .trolleybus?, .coach?: true
            default: false
            }
        if speed < 0 || (isBus && speed > Self.fastest) {
            log.note(.w004, in: part, ["speed": Double(speed)])
        }
    }

    private mutating func checkPath(
        _ place: Coordinate, of vehicle: VehiclePosition, in part: MessagePart
    ) throws {
        guard let facts, let id = UsableValues.id(vehicle.trip?.tripID),
            let path = facts.paths[TripID(id)]
        else { return }
        guard !path.points.isEmpty else {
            log.note(.noShapeOfTrip, in: part, ["shapeId": path.shapeID])
            return
        }
        let route = vehicle.trip?.routeID ?? facts.trip(id)?.routeID
        let shape = ShapeID(path.shapeID)
        if paths[shape] == nil {
            try log.effort.spend(path.points.count)
            paths[shape] = PathIndex([path.coordinates])
        }
        if let meters = try paths[shape]?.nearest(to: place, counting: log.effort)?.meters,
            meters > Self.farthestFromShape, !named.detours.contains(trip: id, route: route)
        {
            log.note(.e029, in: part, ["meters": meters.rounded(), "shapeId": path.shapeID])
        }
    }
}

struct FeedArea {
    private let lookup: any FeedLookup
    private var ofStops: BoundingBox?
    private var ofShapes: BoundingBox?

    /// A mile.
    private static let margin = 1609.0

    init(_ lookup: any FeedLookup) {
        self.lookup = lookup
    }

    /// Whether a place is too far outside; false for a feed without places.
    ///
    /// Shapes are read only for a vehicle that is outside of the stops, as hardly any is.
    mutating func isOutside(_ place: Coordinate) throws -> Bool {
        if ofStops == nil {
            var box = BoundingBox.empty
            for stop in try lookup.places() { box.add(stop) }
            ofStops = box
        }
        guard ofStops?.isFarther(place, than: Self.margin) == true else { return false }
        if ofShapes == nil {
            var box = BoundingBox.empty
            try lookup.pathPoints { box.add($0) }
            ofShapes = box
        }
        return ofShapes == .empty || ofShapes?.isFarther(place, than: Self.margin) == true
    }
}

extension BoundingBox {
    fileprivate static let empty = BoundingBox(
        south: .infinity, west: .infinity, north: -.infinity, east: -.infinity)

    fileprivate mutating func add(_ place: Coordinate) {
        south = min(south, place.latitude)
        north = max(north, place.latitude)
        west = min(west, place.longitude)
        east = max(east, place.longitude)
    }

    /// False for an empty box. One that seems to span more than half of the Earth crosses the
    /// antimeridian, and nothing is outside of it.
    fileprivate func isFarther(_ place: Coordinate, than meters: Double) -> Bool {
        guard self != .empty, east - west <= 180 else { return false }
        let nearest = Coordinate(
            latitude: min(max(place.latitude, south), north),
            longitude: min(max(place.longitude, west), east))
        return place.meters(to: nearest) > meters
    }
}
