import BundleCodec
import FeedReading
import Foundation
import GTFSRealtime
import GTFSSchedule
import TransitBundle
import TransitModel
import TransitRealtime

struct TripUpdateCheck {
    let log: CheckLog
    let now: Int
    let named: NamedThings
    let facts: FeedFacts?
    private var runs: Set<RunName> = []
    private var canceled: [TripID: Set<ExactText>] = [:]

    init(_ log: CheckLog, now: Int, named: NamedThings, facts: FeedFacts?) {
        self.log = log
        self.now = now
        self.named = named
        self.facts = facts
    }

    mutating func check(
        _ update: TripUpdate, _ kept: KeptUpdate, in part: MessagePart
    ) throws {
        guard let trip = update.trip else {
            log.note(.noTrip, in: part)
            return
        }
        try TripCheck(log: log, named: named, facts: facts).check(trip, of: .update, in: part)
        if UsableValues.id(update.vehicle?.id) == nil { log.note(.w002, in: part) }
        checkRepeats(update, trip, in: part)
        checkProperties(update, trip, in: part)
        let stops = Array(update.stopTimeUpdates)
        if stops.isEmpty {
            switch trip.scheduleRelationship {
            case .canceled?, .deleted?, .duplicated?: break
            default: log.note(.e041, in: part)
            }
        }
        if trip.scheduleRelationship == .new, update.delay != nil {
            log.note(.delayOfNew, in: part)
        }
        if let delay = update.delay, abs(Int(delay)) > StopUpdateCheck.farthest {
            log.note(.farOff, in: part, ["delay": Int(delay)])
        }
        let timetable = facts?.trip(trip.tripID)
        if let timetable, timetable.hasHeadwayOnly, UsableValues.id(update.vehicle?.id) == nil {
            log.note(.w005, in: part)
        }
        let run = try match(kept, in: part)
        var check = StopUpdateCheck(
            log: log, part: part, trip: trip, timetable: timetable, times: run.map(RunTimes.init),
            facts: facts, ownStops: named.ownStops)
        try check.check(stops)
        checkWhole(check, stops, of: trip, now: kept.now, in: part)
    }

    // MARK: The run

    private func match(_ kept: KeptUpdate, in part: MessagePart) throws -> RunMatcher.Run? {
        guard let facts else { return nil }
        switch kept.relationship {
        case .added, .new, .duplicated: return nil
        case .unscheduled where facts.trip(kept.trip.tripID) == nil: return nil
        default: break
        }
        let (outcome, run) = try facts.matcher.match(kept)
        let date = UsableValues.day(kept.trip.startDate)
        if outcome == .notRunning, date != nil { log.note(.notRunning, in: part) }
        if let run, outcome == .matched, date == nil, run.trip.intervals == nil,
            try DayChoice(kept, run.trip, places: facts.places).isGuess(within: Self.margin)
        {
            log.note(.ambiguousDay, in: part)
        }
        guard kept.relationship != .replacement else { return nil }
        // Boards show a run on the day that its times mean; its date is wrong nevertheless.
        if let run, let date, outcome == .matched, run.day != date, !run.isLate {
            if run.trip.runs(on: date) { return run.on(date) }
            log.note(.notRunning, in: part)
        }
        return run
    }

    /// Two days are about equally near when the second is at most an hour farther.
    private static let margin = 3600

    // MARK: Beside other updates

    private mutating func checkRepeats(
        _ update: TripUpdate, _ trip: TripDescriptor, in part: MessagePart
    ) {
        guard let name = RunName(trip) else { return }
        let id = name.trip
        if trip.scheduleRelationship == .canceled, let date = trip.startDate {
            let isNew = canceled[id, default: []].insert(date.exact).inserted
            if isNew, canceled[id]?.count == 2,
                !named.withoutService.contains(
                    trip: id.text, route: trip.routeID ?? facts?.trip(id.text)?.routeID)
            {
                log.note(.canceledDays, in: part)
            }
        }
        // One trip may have many copies.
        guard trip.scheduleRelationship != .duplicated else { return }
        if !runs.insert(name).inserted { log.note(.duplicateUpdate, in: part) }
    }

    // MARK: Properties

    private func checkProperties(
        _ update: TripUpdate, _ trip: TripDescriptor, in part: MessagePart
    ) {
        let properties = update.tripProperties
        TripCheck.check(start: properties?.startTime, date: properties?.startDate, log, in: part)
        let fields = [properties?.tripID, properties?.startDate, properties?.startTime]
        if trip.scheduleRelationship == .duplicated {
            if fields.contains(where: { UsableValues.id($0) == nil }) {
                log.note(.copyIncomplete, in: part)
            }
        } else if fields.contains(where: { $0 != nil }) {
            log.note(.propertiesWithoutCopy, in: part)
        }
        if trip.scheduleRelationship == .new, UsableValues.id(properties?.tripHeadsign) == nil {
            log.note(.newWithoutHeadsign, in: part)
        }
        guard let facts, let properties else { return }
        if let id = UsableValues.id(properties.tripID), facts.trip(id) != nil {
            log.note(.copyExists, in: part, ["newTripId": id])
        }
        if let id = UsableValues.id(properties.shapeID).map({ ShapeID($0) }),
            !facts.shapes.contains(id), !named.ownShapes.contains(id)
        {
            log.note(.unknownShape, in: part, ["shapeId": id.text])
        }
    }

    // MARK: All stops

    private func checkWhole(
        _ check: StopUpdateCheck, _ stops: [TripUpdate.StopTimeUpdate], of trip: TripDescriptor,
        now headerAt: Int, in part: MessagePart
    ) {
        if UsableValues.id(trip.tripID) == nil, trip.modifiedTrip == nil {
            if stops.contains(where: { UsableValues.id($0.stopID) == nil }) {
                log.note(.unnamedStops, in: part)
            }
            if stops.contains(where: { $0.hasDelayOnly }) {
                log.note(.unnamedDelays, in: part)
            }
        }
        switch trip.scheduleRelationship {
        case .canceled?, .deleted?: return
        default: break
        }
        let skipped = stops.count { $0.scheduleRelationship == .skipped }
        // Stops that are not listed are served.
        if skipped > 1, skipped == stops.count, check.stopCount.map({ $0 == skipped }) ?? true {
            log.note(.allSkipped, in: part, ["count": skipped])
        }
        if let latest = check.latest, latest < now {
            log.note(.noTimeAhead, in: part, ["lastTime": latest, "ago": now - latest])
        }
        if let missed = check.missed(at: headerAt) {
            log.note(
                .earlyDropped, in: part,
                ["missedStopSequence": missed.sequence, "scheduled": missed.time])
        }
    }
}

extension TripUpdate.StopTimeUpdate {
    var hasDelayOnly: Bool {
        let events = [arrival, departure].compactMap { $0 }
        return events.contains { $0.delay != nil } && events.allSatisfy { $0.time == nil }
    }
}
