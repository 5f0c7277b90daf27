import GTFSRealtime
import TransitBundle
import TransitModel

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
        _ kind: StopEvent.Kind, at position: Int, _ own: OwnCall?, _ carried: CarriedDelay
    ) -> EventState {
        EventState(
            own?.call, carried, scheduled: planned(kind, at: position), dayStart: dayStart,
            kind: kind)
    }

    struct Merged {
        var calls: [(position: Int, call: MergedCall, extra: CallExtra)] = []
        var replacing: [Int: (stopID: String, own: OwnCall)] = [:]
        var initial = CarriedDelay.unknown
        var isFinished = false
        var vehicle: CallRealtime.Vehicle?
        var headsign: String?
        var ignored: IgnoredStops

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
            _ body: (Int, OwnCall?, CarriedDelay, _ isShown: Bool) throws -> Void
        ) rethrows {
            var carried = initial
            var next = 0
            for position in trip.stops.indices {
                var own: OwnCall?
                if next < calls.count, calls[next].position == position {
                    own = (calls[next].call, calls[next].extra)
                    carried = calls[next].call.carried
                    next += 1
                }
                let isTold = own.map { $0.call.status != .quiet } ?? false
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
            var call = self.call(stop, at: position, &carried)
            var extra = CallExtra(stop, hasTimes: call.status == .updated)
            if call.status != .skipped {
                extra.platform = try locator.platform(stop, at: position)
            }
            if let other = located.replacing[position], let id = other.stopID {
                let own = self.call(other, at: position, &carried)
                var extra = CallExtra(other, hasTimes: own.status == .updated)
                extra.platform = try CallLocator.platform(other, in: id, places)
                merged.replacing[position] = (id, (own, extra))
                call.carried = carried
            }
            merged.calls.append((position, call, extra))
        }
        if let last = merged.calls.last, last.position == trip.stops.count - 1 {
            let call = merged.replacing[last.position]?.own.call ?? last.call
            if call.status == .updated, let end = call.time(.arrival) {
                merged.isFinished = dayStart + end < kept.now
            }
        }
        return merged
    }

    /// The delay is that of the calls before, and becomes that of the calls after.
    private func call(
        _ stop: TripUpdate.StopTimeUpdate, at position: Int, _ carried: inout CarriedDelay
    ) -> MergedCall {
        func finished(_ call: MergedCall) -> MergedCall {
            var call = call
            call.carried = carried
            call.occupancy = stop.occupancy
            call.hasNoPickup = stop.isForbidden(.departure)
            call.hasNoDropOff = stop.isForbidden(.arrival)
            return call
        }
        let sequence = trip.stops[position].sequence
        if stop.isSkipped { return finished(MergedCall(sequence: sequence, status: .skipped)) }
        if stop.hasNoData {
            carried = .noData
            return finished(MergedCall(sequence: sequence, status: .noData))
        }
        let times = ExpectedTimes(
            stop, arrival: planned(.arrival, at: position),
            departure: planned(.departure, at: position), isTimeOnly: isTimeOnly,
            carried: carried.delay)
        guard let times else { return finished(MergedCall(sequence: sequence, status: .quiet)) }
        // The delay of the last event goes on; one without a plan leaves the delay as it was.
        if let delay = times.delay {
            carried = CarriedDelay(delay)
        } else if carried == .noData {
            carried = .unknown
        }
        var call = MergedCall(sequence: sequence, status: .updated)
        call.arrival = Int32(clamping: times.arrival - dayStart)
        call.departure = Int32(clamping: times.departure - dayStart)
        return finished(call)
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
            calls.append(
                try call(at: position, stopID, own, carried, kind, isCanceled: isCanceled))
            guard let other = merged.replacing[position],
                !merged.isFinished || other.own.call.status != .quiet
            else { return }
            try places.effort.spend(MatchEffort.keptCall)
            var call = try call(
                at: position, other.stopID, other.own, carried, kind, isCanceled: false)
            call.isElsewhere = true
            calls.append(call)
        }
        let properties = kept.update.tripProperties
        let run = ListedRun(
            tripID: key.tripID.text, template: trip.tripID, routeID: trip.routeID,
            directionID: trip.directionID, day: key.day, start: key.start,
            headway: kind == .added
                ? nil : try RunMatcher.interval(of: key, trip, counting: places.effort),
            headsign: UsableValues.id(properties?.tripHeadsign),
            shortName: UsableValues.id(properties?.tripShortName), kind: kind, isCopy: true,
            vehicle: merged.vehicle, calls: calls)
        return (run, merged.ignored)
    }

    private func call(
        at position: Int, _ stopID: String, _ own: OwnCall?, _ carried: CarriedDelay,
        _ kind: ListedRun.Kind, isCanceled: Bool
    ) throws -> ListedRun.ListedCall {
        let row = trip.stops[position]
        var call = ListedRun.ListedCall(
            sequence: row.sequence, stopID: stopID, places: try places.places(ofStop: stopID))
        call.pickup = row.pickup
        call.dropOff = row.dropOff
        call.hasArrival = position > 0
        call.hasDeparture = position < trip.stops.count - 1
        // Without a time in the timetable a call is on no board.
        if trip.leaving(position) == nil { (call.hasArrival, call.hasDeparture) = (false, false) }
        if let own {
            call.occupancy = own.call.occupancy
            call.extra = own.extra
            if let platform = own.extra.platform {
                call.placesOfPlatform = try places.places(ofStop: platform)
            }
        }
        for event in StopEvent.Kind.allCases {
            var known = state(event, at: position, own, carried)
            if isCanceled {
                known.status = .canceled
            } else if kind == .added, known.status != .skipped {
                known.status = .added
            }
            if isTimeOnly, known.expected != nil { known.scheduled = nil }
            call[event] = known
        }
        return call
    }
}
