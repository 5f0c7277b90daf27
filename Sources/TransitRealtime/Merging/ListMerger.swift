import GTFSRealtime
import TransitBundle
import TransitModel

struct ListMerger {
    let places: PlaceLookup

    static func stopID(_ stop: TripUpdate.StopTimeUpdate) -> String? {
        UsableValues.id(stop.stopID) ?? UsableValues.id(stop.stopTimeProperties?.assignedStopID)
    }

    static func firstTime(_ update: TripUpdate) -> Int? {
        for stop in update.stopTimeUpdates where stopID(stop) != nil {
            for event in [stop.arrival, stop.departure] {
                if let time = UsableValues.instant(event?.scheduledTime) { return time }
                if let time = UsableValues.instant(event?.time) { return time }
            }
        }
        return nil
    }

    func run(
        _ kept: KeptUpdate, _ key: RunKey, replacing template: TripTimetable? = nil
    ) throws -> (run: ListedRun, ignored: IgnoredStops) {
        var calls: [ListedRun.ListedCall] = []
        var ignored = IgnoredStops(listing: places.mostListed)
        let isReplacement = template != nil
        let own = Set(template?.stops.compactMap { $0.stopID.map { StopID($0) } } ?? [])
        for stop in kept.update.stopTimeUpdates {
            guard let id = Self.stopID(stop) else {
                ignored.add(.noStop, stop)
                continue
            }
            try places.effort.spend(MatchEffort.keptCall)
            var call = try call(
                stop, at: id, number: calls.count + 1, isReplacement: isReplacement)
            call.isElsewhere = isReplacement && !own.contains(StopID(id))
            calls.append(call)
        }
        calls.indices.first.map { calls[$0].hasArrival = false }
        calls.indices.last.map { calls[$0].hasDeparture = false }
        if !isReplacement { calls.endOfAdded.map { calls[$0].hasDeparture = false } }
        let properties = kept.update.tripProperties
        let run = ListedRun(
            tripID: key.tripID.text, template: template?.tripID,
            routeID: template?.routeID ?? UsableValues.id(kept.trip.routeID),
            directionID: template?.directionID ?? kept.trip.directionID.map(Int.init), day: key.day,
            start: key.start,
            headway: try RunMatcher.interval(of: key, template, counting: places.effort),
            headsign: UsableValues.id(properties?.tripHeadsign),
            shortName: UsableValues.id(properties?.tripShortName),
            kind: isReplacement ? .replacement : .added, isCopy: false,
            vehicle: CallRealtime.Vehicle(kept.update.vehicle), calls: calls)
        return (run, ignored)
    }

    private func call(
        _ stop: TripUpdate.StopTimeUpdate, at id: String, number: Int, isReplacement: Bool
    ) throws -> ListedRun.ListedCall {
        let plain: CallRealtime.Status = isReplacement ? .scheduled : .added
        let arrival = Self.planned(stop.arrival, isReplacement: isReplacement)
        let departure = Self.planned(stop.departure, isReplacement: isReplacement)
        var call = ListedRun.ListedCall(
            sequence: stop.stopSequence.map(Int.init) ?? number, stopID: id,
            places: try places.places(ofStop: id),
            arrival: EventState(status: plain, scheduled: arrival ?? departure),
            departure: EventState(status: plain, scheduled: departure ?? arrival))
        let isTold = !stop.isSkipped && !stop.hasNoData
        let times =
            isTold
            ? ExpectedTimes(
                stop, arrival: call.arrival.scheduled, departure: call.departure.scheduled) : nil
        call.extra = CallExtra(stop, hasTimes: times != nil)
        call.occupancy = stop.occupancy
        if stop.isSkipped {
            (call.arrival.status, call.departure.status) = (.skipped, .skipped)
            return call
        }
        if let platform = try CallLocator.platform(stop, in: id, places) {
            call.extra.platform = platform
            call.placesOfPlatform = try places.places(ofStop: platform)
        }
        if stop.hasNoData {
            let status: CallRealtime.Status = isReplacement ? .noData : .added
            (call.arrival.status, call.departure.status) = (status, status)
        }
        if let times {
            (call.arrival.expected, call.departure.expected) = (times.arrival, times.departure)
            let status: CallRealtime.Status = isReplacement ? .updated : .added
            (call.arrival.status, call.departure.status) = (status, status)
        }
        for kind in StopEvent.Kind.allCases where stop.isForbidden(kind) {
            call[kind] = EventState(status: .skipped, scheduled: call[kind].scheduled)
        }
        return call
    }

    /// As given or, for a replacement, computed from the delay.
    private static func planned(
        _ event: TripUpdate.StopTimeEvent?, isReplacement: Bool
    ) -> Int? {
        if let time = UsableValues.instant(event?.scheduledTime) { return time }
        guard isReplacement, let time = UsableValues.instant(event?.time),
            let delay = UsableValues.delay(event?.delay)
        else { return nil }
        return time - delay
    }
}
