import GTFSRealtime
import TransitBundle
import TransitModel

/// Rules 17 and 23, the delay of the whole trip and runs that end early: the calls of a run or a copy
/// of the timetable.
struct CallMerger {
    let trip: TripTimetable
    /// The instant of 00:00:00 of the service day.
    let dayStart: Int
    /// Seconds from the times of the trip to those of the run.
    let shift: Int
    let isTimeOnly: Bool
    let places: PlaceLookup

    /// The key has the start that the run has or replaces.
    init(_ trip: TripTimetable, _ key: RunKey, isTimeOnly: Bool, places: PlaceLookup) {
        self.trip = trip
        self.isTimeOnly = isTimeOnly
        self.places = places
        dayStart = ServiceClock(timeZone: trip.timeZone)
            .startSeconds(of: ServiceDate(dayNumber: key.day))
        shift = key.start.map { $0 - (trip.start ?? 0) } ?? 0
    }

    /// By the timetable, in seconds since 1970.
    func planned(_ kind: StopEvent.Kind, at position: Int) -> Int? {
        let time = kind == .departure ? trip.leaving(position) : trip.arriving(position)
        return time.map { $0 + dayStart + shift }
    }

    func state(
        _ kind: StopEvent.Kind, at position: Int, _ own: ToldCall?, _ carried: CarriedDelay
    ) -> EventState {
        EventState(own, carried, scheduled: planned(kind, at: position), kind)
    }

    struct Merged {
        var calls: [(position: Int, call: ToldCall)] = []
        var replacing: [Int: (stopID: String, own: ToldCall)] = [:]
        var initial = CarriedDelay.unknown
        var isFinished = false
        var vehicle: CallRealtime.Vehicle?
        var headsign: String?
        var ignored: IgnoredStops

        var skippedCalls: Int { calls.count { $0.call.status == .skipped } }

        /// With what all rows of the run show.
        func hasher(of key: RunKey) -> Hasher {
            var hasher = Hasher()
            hasher.combine(key)
            hasher.combine(vehicle)
            hasher.combine(headsign)
            return hasher
        }

        /// Calls of a finished run without their own update are not shown.
        func forEachCall(
            of trip: TripTimetable,
            _ body: (Int, ToldCall?, CarriedDelay, _ isShown: Bool) throws -> Void
        ) rethrows {
            var carried = initial
            var next = 0
            for position in trip.stops.indices {
                var own: ToldCall?
                if next < calls.count, calls[next].position == position {
                    own = calls[next].call
                    carried = calls[next].call.carried
                    next += 1
                }
                let isTold = own.map { $0.status != .quiet } ?? false
                try body(position, own, carried, isTold || !isFinished)
            }
        }
    }

    func merge(_ kept: KeptUpdate) throws -> Merged {
        let locator = CallLocator(trip: trip, origin: dayStart + shift, places: places)
        let located = try locator.locate(kept.update)
        var merged = Merged(ignored: located.ignored)
        merged.vehicle = CallRealtime.Vehicle(kept.update.vehicle)
        merged.headsign = UsableValues.id(kept.update.tripProperties?.tripHeadsign)
        if !isTimeOnly, let delay = UsableValues.delay(kept.update.delay) {
            merged.initial = CarriedDelay(delay)
        }
        merged.calls.reserveCapacity(located.calls.count)
        var carried = merged.initial
        for (position, stop) in located.calls {
            var call = try told(
                stop, at: trip.stops[position].stopID, position, after: carried)
            if let other = located.replacing[position], let id = other.stopID {
                let own = try told(other, at: id, position, after: call.carried)
                merged.replacing[position] = (id, own)
                call.carried = own.carried
            }
            carried = call.carried
            merged.calls.append((position, call))
        }
        if let last = merged.calls.last, last.position == trip.stops.count - 1 {
            let call = merged.replacing[last.position]?.own ?? last.call
            if call.status == .updated, let end = call.arrival {
                merged.isFinished = end < kept.now
            }
        }
        return merged
    }

    private func told(
        _ stop: TripUpdate.StopTimeUpdate, at stopID: String?, _ position: Int,
        after carried: CarriedDelay
    ) throws -> ToldCall {
        try ToldCall(
            stop, at: stopID, arrival: planned(.arrival, at: position),
            departure: planned(.departure, at: position), after: carried, isTimeOnly: isTimeOnly,
            places)
    }

    /// With all calls and those at other stops: an added run, one of a headway, which has no plan
    /// where a time is expected, or one of the timetable. The steps for the trip's calls have
    /// already been counted.
    func copy(
        _ kept: KeptUpdate, _ merged: Merged, as key: RunKey, _ kind: ListedRun.Kind
    ) throws -> (run: ListedRun, ignored: IgnoredStops) {
        let isCanceled = kept.relationship == .canceled
        let merged = isCanceled ? Merged(ignored: IgnoredStops(listing: 0)) : merged
        var calls: [ListedRun.ListedCall] = []
        try merged.forEachCall(of: trip) { position, own, carried, isShown in
            guard isShown, let stopID = trip.stops[position].stopID else { return }
            calls.append(try call(at: position, stopID, own, carried, kind))
            guard let other = merged.replacing[position],
                !merged.isFinished || other.own.status != .quiet
            else { return }
            try places.effort.spend(MatchEffort.keptCall)
            var call = try call(at: position, other.stopID, other.own, carried, kind)
            call.isElsewhere = true
            calls.append(call)
        }
        var run = try ListedRun(
            kept, key, like: trip, kind, isCopy: true, vehicle: merged.vehicle, calls: calls,
            counting: places.effort)
        if isCanceled { run.cancel() }
        return (run, merged.ignored)
    }

    private func call(
        at position: Int, _ stopID: String, _ own: ToldCall?, _ carried: CarriedDelay,
        _ kind: ListedRun.Kind
    ) throws -> ListedRun.ListedCall {
        let row = trip.stops[position]
        var call = try ListedRun.ListedCall(
            own, carried, sequence: row.sequence, stopID: stopID,
            arrival: planned(.arrival, at: position), departure: planned(.departure, at: position),
            isAdded: kind == .added, places)
        call.pickup = row.pickup
        call.dropOff = row.dropOff
        // Without a time in the timetable a call is on no board.
        let hasTime = trip.leaving(position) != nil
        call.hasArrival = hasTime && position > 0
        call.hasDeparture = hasTime && position < trip.stops.count - 1
        for event in StopEvent.Kind.allCases where isTimeOnly && call[event].expected != nil {
            call[event].scheduled = nil
        }
        return call
    }
}
