import FeedReading
import GTFSRealtime
import TransitRealtime

struct MessageWalk {
    private let log: CheckLog
    private let now: Int
    private let named: NamedThings
    private let facts: FeedFacts?
    private var updates: TripUpdateCheck
    private var vehicles: VehicleCheck
    private var pairing: PairingCheck
    private var result = RealtimeCheck.Result()
    private var messages = 0

    init(_ log: CheckLog, now: Int, named: NamedThings, facts: FeedFacts?) {
        self.log = log
        self.now = now
        self.named = named
        self.facts = facts
        updates = TripUpdateCheck(log, now: now, named: named, facts: facts)
        vehicles = VehicleCheck(log, now: now, named: named, facts: facts)
        pairing = PairingCheck(log, facts: facts)
    }

    mutating func check(_ message: CheckedMessage) throws {
        log.source = message.name
        messages += 1
        let header = message.message.header
        HeaderCheck(log: log, now: now, facts: facts).check(message)
        let times = TimeCheck(
            log: log, now: now, headerAt: TimeCheck.plausible(header.timestamp))
        times.check(timestamp: header.timestamp, of: nil)
        let changes = ChangeCheck(log, before: message.before, facts: facts)
        let alerts = AlertCheck(log: log, named: named, facts: facts)
        let detours = DetourCheck(log: log, now: now, named: named, facts: facts)
        var entities = EntityCheck(log)
        let isDifferential = header.incrementality == .differential
        for entity in message.message.entities {
            try log.effort.spend()
            entities.check(entity, isDifferential: isDifferential)
            var part = MessagePart(entity: entity.id)
            if let update = entity.tripUpdate {
                part.trip = update.trip
                part.vehicle = update.vehicle?.id
                times.check(timestamp: update.timestamp, of: part)
                try updates.check(update, named.updates[result.tripUpdates], in: part)
                changes?.check(update, in: part)
                pairing.add(update)
                result.tripUpdates += 1
            }
            if let vehicle = entity.vehicle {
                part.trip = vehicle.trip
                part.vehicle = vehicle.vehicle?.id
                times.check(timestamp: vehicle.timestamp, of: part)
                try vehicles.check(vehicle, in: part)
                changes?.check(vehicle, in: part)
                pairing.add(vehicle)
                result.vehicles += 1
            }
            let plain = MessagePart(entity: entity.id)
            if let alert = entity.alert {
                try alerts.check(alert, in: plain)
                result.alerts += 1
            }
            if let shape = entity.shape { detours.check(shape, in: plain) }
            if let modifications = entity.tripModifications {
                detours.check(modifications, in: plain)
            }
        }
    }

    mutating func finish() throws -> RealtimeCheck.Result {
        if messages > 1 { log.source = nil }
        pairing.finish()
        if let facts {
            let report = try MatchReport(
                of: named.counted, by: facts.matcher, over: facts.lookup, places: facts.places)
            if report.isOfOtherVersion {
                log.note(
                    .lowMatchRate,
                    ["percent": report.matchedPercent, "tripUpdates": report.expectedUpdates])
            }
            result.match = report
        }
        result.notices = log.bin.entries
        result.steps = log.effort.steps
        return result
    }
}
