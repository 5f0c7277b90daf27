import TransitBundle
import TransitModel

extension MergedTrips {
    mutating func add(
        _ merged: CallMerger.Merged, _ key: RunKey, of merger: CallMerger, measured: Int
    ) throws {
        let (trip, places) = (merger.trip, merger.places)
        let first = Int32(clamping: calls.count)
        let hash = merged.hash(of: key)
        for (position, call, extra) in merged.calls {
            extras.add(extra, at: calls.count)
            if let platform = extra.platform, let stopID = trip.stops[position].stopID {
                try places.effort.spend(Self.stepsOfMoved)
                let above = try places.places(ofStop: platform)
                marks.add(hash, at: [above.last ?? platform])
                movedTo[StopID(above.last ?? platform), default: []].append(
                    MovedCall(
                        run: key, sequence: trip.stops[position].sequence, stopID: stopID,
                        places: above, from: try places.places(ofStop: stopID),
                        arrival: merger.planned(.arrival, at: position),
                        departure: merger.planned(.departure, at: position)))
            }
            calls.append(call)
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
        marks.add(hash, at: trip.stops.lazy.compactMap(\.place))
        skippedCalls += merged.calls.count { $0.call.status == .skipped }
        try addFar(merged, of: merger)
    }

    private mutating func addFar(_ merged: CallMerger.Merged, of merger: CallMerger) throws {
        let trip = merger.trip
        try merged.forEachCall(of: trip) { position, own, carried in
            guard let place = trip.stops[position].place else { return }
            for kind in StopEvent.Kind.allCases {
                let state = merger.state(kind, at: position, own, carried)
                if let expected = state.expected, let scheduled = state.scheduled,
                    far.add(expected: expected, scheduled: scheduled, at: place)
                {
                    try merger.places.effort.spend(Self.stepsOfFar)
                }
            }
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
        marks.add(hasher.finalize(), at: trip.stops.lazy.compactMap(\.place))
    }

    mutating func add(_ run: ListedRun, measured: Int) {
        let index = Int32(clamping: listed.count)
        let tops = run.calls.flatMap { [$0.places.last, $0.placesOfPlatform.last] }.compactMap {
            $0
        }
        for place in Set(tops.map { StopID($0) }) { listedAt[place, default: []].append(index) }
        marks.add(run.hashValue, at: tops)
        listed.append(run)
        listedMeasured.append(measured)
        listedSources.append(marks.source)
    }
}
