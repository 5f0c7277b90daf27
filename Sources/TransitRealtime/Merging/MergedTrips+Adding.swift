import TransitBundle
import TransitModel

extension MergedTrips {
    /// Adds a run of the timetable.
    ///
    /// - Parameter key: the run as the timetable names it.
    mutating func add(
        _ merged: CallMerger.Merged, _ key: RunKey, of merger: CallMerger
    ) throws {
        let (trip, shift, places) = (merger.trip, merger.shift, merger.places)
        let first = Int32(clamping: calls.count)
        let origin = merger.dayStart + shift
        var most = TimeShift(late: 0, early: 0)
        func note(_ expected: Int?, _ scheduled: Int?) {
            guard let expected, let scheduled else { return }
            most.late = max(most.late, expected - scheduled)
            most.early = max(most.early, scheduled - expected)
        }
        func note(_ carried: CarriedDelay) {
            most.late = max(most.late, carried.delay ?? 0)
            most.early = max(most.early, -(carried.delay ?? 0))
        }
        note(merged.initial)
        for (position, call, extra) in merged.calls {
            if !extra.isEmpty { extras[Int32(clamping: calls.count)] = extra }
            if let platform = extra.platform, let stopID = trip.stops[position].stopID {
                let above = try places.places(ofStop: platform)
                movedTo[above.last ?? platform, default: []].append(
                    MovedCall(
                        run: key, sequence: trip.stops[position].sequence, stopID: stopID,
                        places: above, from: try places.places(ofStop: stopID),
                        arrival: trip.arriving(position).map { $0 + origin },
                        departure: trip.leaving(position).map { $0 + origin }))
            }
            note(call.time(.arrival), trip.arriving(position).map { $0 + shift })
            note(call.time(.departure), trip.leaving(position).map { $0 + shift })
            note(call.carried)
            calls.append(call)
        }
        var run = MergedRun(
            course: merged.isFinished ? .finished : .running, dayStart: merger.dayStart,
            calls: first..<Int32(clamping: calls.count), initial: merged.initial)
        if let vehicle = merged.vehicle {
            run.vehicle = Int32(clamping: vehicles.count)
            vehicles.append(vehicle)
        }
        runs[key] = run
        report.ignoredStopUpdates += merged.ignored
        report.stopUpdates += merged.calls.count
        widen(trip.stops, by: most)
    }

    /// Notes that calls at some stops may be far from the timetable.
    private mutating func widen(_ stops: [TripTimetable.Stop], by shift: TimeShift) {
        guard shift.late > TimeShift.usual.late || shift.early > TimeShift.usual.early else {
            return
        }
        var shift = shift
        shift.cap()
        for place in Set(stops.compactMap(\.place)) {
            shifts[place, default: .usual].include(shift)
        }
    }

    /// Adds a run that lists its calls.
    mutating func add(_ run: ListedRun) {
        let index = Int32(clamping: listed.count)
        let tops = run.calls.flatMap { [$0.places.last, $0.platform.last] }.compactMap { $0 }
        for place in Set(tops) { listedAt[place, default: []].append(index) }
        listed.append(run)
    }
}
