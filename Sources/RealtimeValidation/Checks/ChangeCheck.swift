import FeedReading
import GTFSRealtime
import GTFSSchedule
import TransitBundle
import TransitModel
import TransitRealtime

struct ChangeCheck {
    let log: CheckLog
    let facts: FeedFacts?
    private var entities: [RunName: String] = [:]
    private var starts: [Service: String] = [:]
    private var vehicles: [RunName: VehiclePosition] = [:]

    /// A trip with the vehicle, or else the entity, that tells its runs of a headway apart.
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

    /// Meters that a vehicle must have gone from its stop to have passed it.
    private static let passed = 200.0

    init?(_ log: CheckLog, before: FeedMessage?, facts: FeedFacts?) {
        guard let before else { return nil }
        self.log = log
        self.facts = facts
        for entity in before.entities {
            if let update = entity.tripUpdate {
                if let run = RunName(update.trip) { entities[run] = entity.id }
                if let service = Service(update, entity: entity.id) {
                    starts[service] = update.trip?.startTime
                }
            }
            if let vehicle = entity.vehicle, let run = RunName(vehicle.trip) {
                vehicles[run] = vehicle
            }
        }
    }

    func check(_ update: TripUpdate, in part: MessagePart) {
        if let service = Service(update, entity: part.entity),
            facts?.trip(service.trip.text)?.intervals != nil,
            let start = update.trip?.startTime, let before = starts[service], start != before
        {
            log.note(RunNotices.startChanged, in: part, ["before": before])
        }
        guard let run = RunName(update.trip), let id = UsableValues.id(part.entity),
            let before = UsableValues.id(entities[run]), !isEqual(id, before)
        else { return }
        log.note(EntityNotices.changedID, in: part, ["before": before])
    }

    func check(_ vehicle: VehiclePosition, in part: MessagePart) {
        guard let run = RunName(vehicle.trip), let before = vehicles[run],
            facts?.trip(run.trip.text)?.intervals == nil
        else { return }
        guard let id = UsableValues.id(vehicle.vehicle?.id),
            let earlier = UsableValues.id(before.vehicle?.id)
        else { return }
        guard isEqual(id, earlier) else {
            log.note(VehicleNotices.changed, in: part, ["before": earlier])
            return
        }
        checkStuck(vehicle, before: before, in: part)
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
                VehicleNotices.stuck, in: part,
                ["currentStopSequence": Int(sequence), "meters": meters.rounded()])
        }
    }

    private func isEqual(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.utf8.elementsEqual(right.utf8)
    }
}

extension Position {
    var coordinate: Coordinate? {
        guard let latitude, let longitude else { return nil }
        return Coordinate(latitude: Double(latitude), longitude: Double(longitude))
    }
}
