import TransitBundle
import TransitModel

extension MergedTrips {
    mutating func add(
        _ merged: CallMerger.Merged, _ key: RunKey, of merger: CallMerger, measured: Int
    ) throws {
        let first = Int32(clamping: calls.count)
        for (position, call) in merged.calls {
            extras.add(call.extra, at: calls.count)
            let sequence = merger.trip.stops[position].sequence
            calls.append(MergedCall(call, sequence: sequence, dayStart: merger.dayStart))
        }
        var run = MergedRun(
            merged.isFinished ? .finished : .running, source: marks.source,
            dayStart: merger.dayStart, calls: first..<Int32(clamping: calls.count),
            initial: merged.initial)
        if let vehicle = merged.vehicle {
            run.vehicle = Int32(clamping: vehicles.count)
            vehicles.append(vehicle)
            self.measured.append(measured)
        }
        if let headsign = merged.headsign {
            run.headsign = Int32(clamping: headsigns.count)
            headsigns.append(headsign)
        }
        runs.add(run, key)
        skippedCalls += merged.skippedCalls
        try addRows(merged, key, of: merger)
    }

    private mutating func addRows(
        _ merged: CallMerger.Merged, _ key: RunKey, of merger: CallMerger
    ) throws {
        let (trip, places) = (merger.trip, merger.places)
        let ofRun = merged.hasher(of: key)
        try merged.forEachCall(of: trip) { position, own, carried, isShown in
            let stop = trip.stops[position]
            let arrival = merger.state(.arrival, at: position, own, carried)
            let departure = merger.state(.departure, at: position, own, carried)
            var hasher = ofRun
            hasher.combine(stop.sequence)
            if isShown {
                hasher.combine(arrival.expected)
                hasher.combine(departure.expected)
                hasher.combine(carried == .noData)
                own?.addShown(to: &hasher)
            }
            // A detour, which is read before, changes the row also at a platform elsewhere.
            hasher.combine(modified.status(of: key, at: stop.sequence))
            let hash = hasher.finalize()
            if let place = stop.place {
                marks.add(hash, at: place)
                for kind in StopEvent.Kind.allCases where isShown {
                    let event = kind == .departure ? departure : arrival
                    guard let expected = event.expected, let scheduled = event.scheduled,
                        far.add(expected: expected, scheduled: scheduled, at: place)
                    else { continue }
                    try places.effort.spend(Self.stepsOfFar)
                }
            }
            guard let platform = own?.extra.platform, let stopID = stop.stopID else { return }
            try places.effort.spend(Self.stepsOfMoved)
            let above = try places.places(ofStop: platform)
            marks.add(hash, at: above.last ?? platform)
            movedTo[StopID(above.last ?? platform), default: []].append(
                MovedCall(
                    run: key, sequence: stop.sequence, stopID: stopID, places: above,
                    from: try places.places(ofStop: stopID), arrival: arrival.scheduled,
                    departure: departure.scheduled))
        }
    }

    private static let stepsOfFar = 5
    private static let stepsOfMoved = 20

    mutating func add(
        _ course: MergedRun.Course, _ key: RunKey, dayStart: Int, at trip: TripTimetable
    ) {
        runs.add(MergedRun(course, source: marks.source, dayStart: dayStart), key)
        if course == .canceled { canceledRuns += 1 }
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(course)
        let hash = hasher.finalize()
        for case let place? in trip.stops.lazy.map(\.place) { marks.add(hash, at: place) }
    }

    mutating func add(_ run: ListedRun, measured: Int) {
        let index = Int32(clamping: listed.count)
        let ofRun = run.hasherOfRows
        var tops: Set<StopID> = []
        for call in run.calls {
            var hasher = ofRun
            hasher.combine(call)
            let hash = hasher.finalize()
            for case let top? in [call.places.last, call.placesOfPlatform.last] {
                marks.add(hash, at: top)
                tops.insert(StopID(top))
            }
        }
        for place in tops { listedAt[place, default: []].append(index) }
        listed.append(run)
        listedMeasured.append(measured)
        listedSources.append(marks.source)
    }
}
