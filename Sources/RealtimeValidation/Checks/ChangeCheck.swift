import FeedReading
import GTFSRealtime
import GTFSSchedule
import TransitBundle
import TransitModel
import TransitRealtime

struct ChangeCheck {
    let log: CheckLog
    let facts: FeedFacts?
    private var entities: [RunName: Earlier<Identifier<FeedEntity>>] = [:]
    private var starts: [Service: Earlier<StartTime>] = [:]
    private var vehicles: [RunName: Earlier<VehicleID>] = [:]
    private var positions: [RunName: [VehicleID: VehiclePosition]] = [:]

    private typealias StartTime = Identifier<TripDescriptor>

    /// The values that a name has in the previous message: several, if it occurs there again.
    private struct Earlier<Value: Hashable> {
        let first: Value
        var all: Set<Value>

        init(_ value: Value) {
            first = value
            all = [value]
        }
    }

    /// A trip with the vehicle, or else the entity, which distinguishes its runs of a headway.
    private struct Service: Hashable {
        let trip: TripID
        private let vehicle: VehicleID?
        private let entity: Identifier<FeedEntity>?

        init?(_ update: TripUpdate, entity: String?) {
            guard let id = UsableValues.id(update.trip?.tripID) else { return nil }
            trip = TripID(id)
            vehicle = UsableValues.id(update.vehicle?.id).map { VehicleID($0) }
            self.entity = vehicle == nil ? entity.map { Identifier($0) } : nil
        }
    }

    /// The meters that a vehicle must have gone from its stop to have passed it.
    private static let passed = 200.0

    init?(_ log: CheckLog, before: FeedMessage?, facts: FeedFacts?) {
        guard let before else { return nil }
        self.log = log
        self.facts = facts
        for entity in before.entities {
            if let update = entity.tripUpdate {
                if let run = RunName(update.trip), let id = UsableValues.id(entity.id) {
                    Self.add(Identifier(id), of: run, to: &entities)
                }
                if let service = Service(update, entity: entity.id),
                    let start = update.trip?.startTime
                {
                    Self.add(StartTime(start), of: service, to: &starts)
                }
            }
            if let vehicle = entity.vehicle, let run = RunName(vehicle.trip),
                let id = UsableValues.id(vehicle.vehicle?.id).map({ VehicleID($0) })
            {
                Self.add(id, of: run, to: &vehicles)
                positions[run, default: [:]][id] = vehicle
            }
        }
    }

    private static func add<Name, Value>(
        _ value: Value, of name: Name, to known: inout [Name: Earlier<Value>]
    ) {
        if known[name]?.all.insert(value) == nil { known[name] = Earlier(value) }
    }

    func check(_ update: TripUpdate, in part: MessagePart) {
        if let service = Service(update, entity: part.entity),
            facts?.trip(service.trip.text)?.intervals != nil,
            let start = update.trip?.startTime, let before = starts[service],
            !before.all.contains(StartTime(start))
        {
            log.note(.startChanged, in: part, ["before": before.first.text])
        }
        guard let run = RunName(update.trip), let id = UsableValues.id(part.entity),
            let before = entities[run], !before.all.contains(Identifier(id))
        else { return }
        log.note(.changedEntityID, in: part, ["before": before.first.text])
    }

    func check(_ vehicle: VehiclePosition, in part: MessagePart) {
        guard let run = RunName(vehicle.trip), let before = vehicles[run],
            facts?.trip(run.trip.text)?.intervals == nil,
            let id = UsableValues.id(vehicle.vehicle?.id)
        else { return }
        guard let earlier = positions[run]?[VehicleID(id)] else {
            log.note(.changedVehicle, in: part, ["before": before.first.text])
            return
        }
        checkStuck(vehicle, before: earlier, in: part)
    }

    private func checkStuck(
        _ vehicle: VehiclePosition, before: VehiclePosition, in part: MessagePart
    ) {
        guard let sequence = vehicle.currentStopSequence, sequence == before.currentStopSequence,
            let trip = facts?.trip(vehicle.trip?.tripID),
            let position = trip.position(ofSequence: Int(sequence)),
            let stop = trip.stops[position].stopID,
            let place = facts?.placesOfStops[StopID(stop)],
            let here = vehicle.position?.coordinate, let there = before.position?.coordinate
        else { return }
        let meters = here.meters(to: place)
        let gone = meters - there.meters(to: place)
        if gone > Self.passed {
            log.note(
                .stuckVehicle, in: part,
                ["currentStopSequence": Int(sequence), "meters": meters.rounded()])
        }
    }
}

extension Position {
    var coordinate: Coordinate? {
        guard let latitude, let longitude else { return nil }
        return Coordinate(latitude: Double(latitude), longitude: Double(longitude))
    }
}
