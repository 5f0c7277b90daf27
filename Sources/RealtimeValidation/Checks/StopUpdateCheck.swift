import BundleCodec
import FeedReading
import GTFSRealtime
import GTFSSchedule
import TransitBundle
import TransitModel
import TransitRealtime

struct StopUpdateCheck {
    let log: CheckLog
    let part: MessagePart
    let trip: TripDescriptor
    let timetable: TripTimetable?
    let times: RunTimes?
    let facts: FeedFacts?
    let ownStops: Set<StopID>
    private(set) var latest: Int?
    private var first: Int?
    private var successive = SuccessiveTimes()

    init(
        log: CheckLog, part: MessagePart, trip: TripDescriptor, timetable: TripTimetable?,
        times: RunTimes?, facts: FeedFacts?, ownStops: Set<StopID>
    ) {
        self.log = log
        self.part = part
        self.trip = trip
        self.timetable = timetable
        self.times = times
        self.facts = facts
        self.ownStops = ownStops
    }

    var stopCount: Int? { timetable?.stops.count }

    mutating func check(_ stops: [TripUpdate.StopTimeUpdate]) throws {
        // The stops of a run that lists its own are not those of the feed.
        let listsOwn =
            switch trip.scheduleRelationship {
            case .new?, .added?, .replacement?: true
            default: false
            }
        var finder: RowFinder?
        if let timetable, let facts, !listsOwn {
            finder = RowFinder(timetable, in: facts.places)
        }
        var before: TripUpdate.StopTimeUpdate?
        var isUnordered = false
        var hasWord = true
        for stop in stops {
            try log.effort.spend()
            var part = part
            part.stop = stop
            let row = try check(stop, &finder, in: part, isUnordered: &isUnordered)
            if let before { compare(before, stop, in: part, isUnordered: &isUnordered) }
            if first == nil { first = row }
            checkWords(stop, in: part)
            checkEvents(stop, row, in: part)
            if stop.scheduleRelationship == nil, hasWord {
                hasWord = false
                log.note(.w009, in: part, ["part": "stop_time_update"])
            }
            before = stop
        }
        if isUnordered { log.note(.e002, in: self.part) }
    }

    // MARK: The row

    private func check(
        _ stop: TripUpdate.StopTimeUpdate, _ finder: inout RowFinder?, in part: MessagePart,
        isUnordered: inout Bool
    ) throws -> Int? {
        let id = UsableValues.id(stop.stopID)
        if id == nil, stop.stopSequence == nil { log.note(.e040, in: part) }
        facts?.check(stop: id, beside: ownStops, log, in: part)
        guard let found = try finder?.next(stop), let timetable, let facts else { return nil }
        switch found {
        case .row(let row):
            let own = timetable.stops[row]
            if let id, let ownID = own.stopID, !ownID.utf8.elementsEqual(id.utf8),
                facts.stops[StopID(id)] != nil
            {
                let place = try facts.places.place(ofStop: id)
                if place == nil || place != own.place {
                    log.note(.e045, in: part, ["expected": ownID])
                }
            }
            if let id, stop.stopSequence == nil, try finder?.visits(id) ?? 0 > 1 {
                log.note(.e009, in: part)
            }
            return row
        case .unknownSequence:
            log.note(.e051, in: part)
        case .outOfOrder: isUnordered = true
        case .none:
            // A stop that is not known has a notice of its own, and another platform may be meant.
            if let id, facts.stops[StopID(id)] != nil {
                let place = try facts.places.place(ofStop: id)
                if try finder?.calls(at: place) == false { isUnordered = true }
            }
        }
        return nil
    }

    private func compare(
        _ before: TripUpdate.StopTimeUpdate, _ stop: TripUpdate.StopTimeUpdate,
        in part: MessagePart, isUnordered: inout Bool
    ) {
        if let sequence = stop.stopSequence, let earlier = before.stopSequence {
            if sequence <= earlier { isUnordered = true }
            if sequence == earlier { log.note(.e036, in: part) }
            guard sequence == earlier else { return }
        }
        // Without sequences that differ; a loop may leave out the stops between.
        if let id = UsableValues.id(stop.stopID), before.stopID?.utf8.elementsEqual(id.utf8) == true
        {
            log.note(.e037, in: part)
        }
    }

    // MARK: Words

    private func checkWords(_ stop: TripUpdate.StopTimeUpdate, in part: MessagePart) {
        let hasEvents = stop.arrival != nil || stop.departure != nil
        let isUnscheduledTrip = trip.scheduleRelationship == .unscheduled
        switch stop.scheduleRelationship ?? .scheduled {
        case .noData:
            let events = [stop.arrival, stop.departure].compactMap { $0 }
            // A run of its own has a plan also where nothing is known.
            if events.contains(where: { !(hasOwnPlan && $0.hasPlanOnly) }) {
                log.note(.e042, in: part)
            }
        case .skipped:
            if [stop.arrival, stop.departure].contains(where: {
                $0?.time != nil || $0?.delay != nil
            }) {
                log.note(.skippedTime, in: part)
            }
        case .unscheduled:
            if !isUnscheduledTrip { log.note(.unscheduledStop, in: part) }
            if let timetable, !timetable.hasHeadwayOnly {
                log.note(.unscheduledTimetable, in: part)
            }
            if !hasEvents { log.note(.e043, in: part) }
        default:
            if timetable?.hasHeadwayOnly == true {
                log.note(.scheduledHeadway, in: part)
            }
            if !hasEvents { log.note(.e043, in: part) }
        }
        if isUnscheduledTrip, stop.scheduleRelationship != .unscheduled {
            log.note(.scheduledStop, in: part)
        }
        if stop.departureOccupancyStatus != nil, !hasEvents, stop.scheduleRelationship != .noData {
            log.note(.occupancyWithoutTimes, in: part)
        }
        guard let assigned = UsableValues.id(stop.stopTimeProperties?.assignedStopID) else {
            return
        }
        if let id = UsableValues.id(stop.stopID), !id.utf8.elementsEqual(assigned.utf8) {
            log.note(.twoStops, in: part, ["assignedStopId": assigned])
        }
        if let facts, facts.stops[StopID(assigned)] == nil, !ownStops.contains(StopID(assigned)) {
            log.note(.unknownAssigned, in: part, ["assignedStopId": assigned])
        }
    }

    private var hasOwnPlan: Bool {
        switch trip.scheduleRelationship {
        case .new?, .replacement?, .duplicated?: true
        default: false
        }
    }

    // MARK: Events

    private mutating func checkEvents(
        _ stop: TripUpdate.StopTimeUpdate, _ row: Int?, in part: MessagePart
    ) {
        let isSkipped = stop.scheduleRelationship == .skipped
        let hasNoData = stop.scheduleRelationship == .noData
        let clock = TimeCheck(log: log, now: 0, headerAt: nil)
        for (event, name) in [(stop.arrival, "arrival"), (stop.departure, "departure")] {
            guard let event else { continue }
            clock.check(time: event.time, named: name + ".time", of: part)
            if event.time == nil, event.delay == nil, !isSkipped, !hasNoData {
                log.note(.e044, in: part, ["event": name])
            }
            if event.scheduledTime != nil, !hasOwnPlan {
                log.note(.forbiddenPlan, in: part, ["event": name])
            }
            if event.scheduledTime == nil,
                trip.scheduleRelationship == .new || trip.scheduleRelationship == .replacement
            {
                log.note(.missingPlan, in: part, ["event": name])
            }
            if event.delay != nil, timetable?.hasHeadwayOnly == true {
                log.note(.headwayDelay, in: part, ["event": name])
            }
        }
        guard !isSkipped, !hasNoData else { return }
        if let timetable, let row { checkTimes(stop, in: timetable, row: row, of: part) }
        checkDistances(stop, row, of: part)
        let arrival = expected(stop.arrival, times: times, row.flatMap { times?.arrival($0) })
        let departure = expected(stop.departure, times: times, row.flatMap { times?.departure($0) })
        for found in [arrival, departure] {
            if let found { latest = max(latest ?? found.time, found.time) }
        }
        if let arrival, let departure, departure.time < arrival.time {
            log.note(.e025, in: part, ["arrival": arrival.time, "departure": departure.time])
        }
        if let fault = successive.next(arrival: arrival, departure: departure, row: row) {
            log.note(.e022, in: part, ["time": fault.time, "before": fault.before])
        }
    }

    private func checkTimes(
        _ stop: TripUpdate.StopTimeUpdate, in timetable: TripTimetable, row: Int,
        of part: MessagePart
    ) {
        let own = (arrival: timetable.arrival(row), departure: timetable.departure(row))
        for (event, published, name) in [
            (stop.arrival, own.arrival ?? own.departure, "arrival"),
            (stop.departure, own.departure ?? own.arrival, "departure"),
        ] {
            if let event, event.time == nil, event.delay != nil, published == nil {
                log.note(.e046, in: part, ["event": name])
            }
        }
        if (stop.arrival == nil) != (stop.departure == nil), let arrival = own.arrival,
            let departure = own.departure, arrival != departure, row > 0,
            row < timetable.stops.count - 1
        {
            log.note(.halfOfTwo, in: part)
        }
    }

    private func checkDistances(
        _ stop: TripUpdate.StopTimeUpdate, _ row: Int?, of part: MessagePart
    ) {
        for (event, planned, name) in [
            (stop.arrival, row.flatMap { times?.arrival($0) }, "arrival"),
            (stop.departure, row.flatMap { times?.departure($0) }, "departure"),
        ] {
            if let time = TimeCheck.plausible(event?.time), let planned,
                abs(time - planned) > Self.farthest
            {
                log.note(.farOff, in: part, ["event": name, "time": time, "scheduled": planned])
            } else if let delay = event?.delay, abs(Int(delay)) > Self.farthest {
                log.note(.farOff, in: part, ["event": name, "delay": Int(delay)])
            }
        }
    }

    static let farthest = 12 * 3600

    private func expected(
        _ event: TripUpdate.StopTimeEvent?, times: RunTimes?, _ planned: Int?
    ) -> SuccessiveTimes.Time? {
        guard let event else { return nil }
        if event.time != nil {
            return TimeCheck.plausible(event.time).map { .init(time: $0, planned: planned) }
        }
        guard let delay = UsableValues.delay(event.delay), let planned else { return nil }
        return .init(time: planned + delay, planned: planned)
    }

    // MARK: The start

    /// Riders are at a stop this long before departure.
    private static let soon = 3600

    /// The last stop before the first update, when its scheduled time is still to come.
    func missed(at now: Int) -> (sequence: Int, time: Int)? {
        guard let first, first > 0, let times, let timetable,
            let planned = times.departure(first - 1), planned > now, planned - now <= Self.soon
        else { return nil }
        return (timetable.stops[first - 1].sequence, planned)
    }
}

struct SuccessiveTimes {
    struct Time {
        let time: Int
        let planned: Int?
    }

    private var arrival: Time?
    private var departure: Time?
    private var row: Int?

    /// Takes the times of a stop; returns a time that is not after one of the stops before.
    mutating func next(
        arrival: Time?, departure: Time?, row: Int?
    ) -> (time: Int, before: Int)? {
        defer {
            self.arrival = arrival ?? self.arrival
            self.departure = departure ?? self.departure
            self.row = row ?? self.row
        }
        // Stops that are out of order have a notice of their own.
        if let row, let earlier = self.row, row <= earlier { return nil }
        for time in [arrival, departure].compactMap({ $0 }) {
            for before in [self.arrival, self.departure].compactMap({ $0 })
            where Self.isFault(time, after: before) {
                return (time.time, before.time)
            }
        }
        return nil
    }

    /// The timetable itself may have equal times, which equal delays, and times beside them, keep.
    private static func isFault(_ time: Time, after before: Time) -> Bool {
        if let planned = time.planned, let earlier = before.planned, planned <= earlier {
            return time.time < before.time
        }
        return time.time <= before.time
    }
}

extension TripUpdate.StopTimeEvent {
    var hasPlanOnly: Bool { scheduledTime != nil && time == nil && delay == nil }
}
