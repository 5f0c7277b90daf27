import GTFSRealtime
import TransitBundle
import TransitModel

/// Rules 7 to 10: the call by its number or stop, where these disagree, and the platform in use.
struct CallLocator {
    let trip: TripTimetable
    /// In seconds since 1970.
    let origin: Int
    let places: PlaceLookup

    struct Located {
        /// In the order of the trip; if a call has several updates, the last one.
        var calls: [(position: Int, stop: TripUpdate.StopTimeUpdate)] = []
        /// The updates at other stops.
        var replacing: [Int: TripUpdate.StopTimeUpdate] = [:]
        /// Updates that fit no call, or that a later one for the same call supersedes.
        var ignored: IgnoredStops

        fileprivate mutating func settle() {
            var last: [Int: TripUpdate.StopTimeUpdate] = [:]
            for call in calls {
                if let other = last.updateValue(call.stop, forKey: call.position) {
                    ignored.add(.superseded, other)
                }
            }
            calls = last.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }

    private enum Finding {
        case call(Int)
        case none(StopMismatch)
    }

    func locate(_ update: TripUpdate) throws -> Located {
        var located = Located(ignored: IgnoredStops(listing: places.mostListed))
        var isInOrder = true
        var before = -1
        var last: (position: Int, stop: TripUpdate.StopTimeUpdate)?
        var rest = update.stopTimeUpdates.makeIterator()
        var next = rest.next()
        while var stop = next {
            next = rest.next()
            try places.effort.spend()
            if let last, try isInPlace(stop, of: last) {
                located.replacing[last.position] = stop
                continue
            }
            // Some producers put the stop that stands in before the skipped one.
            if let skipped = next, skipped.isSkipped, !stop.isSkipped,
                skipped.stopSequence == stop.stopSequence,
                case .call(let position) = try position(of: skipped, after: before),
                try isInPlace(stop, of: (position, skipped))
            {
                (stop, next) = (skipped, stop)
            }
            switch try position(of: stop, after: before) {
            case .none(let reason): located.ignored.add(reason, stop)
            case .call(let position):
                if position <= before { isInOrder = false }
                located.calls.append((position, stop))
                last = (position, stop)
                before = position
                // A message may name the same calls again and again.
                if located.calls.count > 2 * trip.stops.count { located.settle() }
            }
        }
        guard !isInOrder else { return located }
        located.settle()
        for (position, stop) in located.calls where !stop.isSkipped {
            located.replacing[position] = nil
        }
        return located
    }

    /// Whether an update is for a stop at another station, in place of the previous call, which is
    /// skipped: both have its number.
    private func isInPlace(
        _ stop: TripUpdate.StopTimeUpdate,
        of last: (position: Int, stop: TripUpdate.StopTimeUpdate)
    ) throws -> Bool {
        guard last.stop.isSkipped, !stop.isSkipped, let number = stop.stopSequence,
            number == last.stop.stopSequence, let id = UsableValues.id(stop.stopID),
            let station = try places.station(ofStop: id)
        else { return false }
        let row = trip.stops[last.position]
        return row.sequence == Int(number) && !row.isAt(id) && station != row.station
            && id.exact != stop.stopTimeProperties?.assignedStopID?.exact
    }

    private func position(
        of stop: TripUpdate.StopTimeUpdate, after before: Int
    ) throws -> Finding {
        let id = UsableValues.id(stop.stopID)
        if let sequence = stop.stopSequence,
            let position = self.position(ofSequence: Int(sequence), near: before + 1)
        {
            let row = trip.stops[position]
            guard let id, !row.isAt(id) else { return .call(position) }
            if id.exact == stop.stopTimeProperties?.assignedStopID?.exact {
                return .call(position)
            }
            if let station = row.station, try places.station(ofStop: id) == station {
                return .call(position)
            }
        }
        guard let id else {
            return .none(stop.stopSequence == nil ? .noStop : .unknownSequence)
        }
        var rows = try places.rows(of: trip, at: id)
        if rows == nil {
            guard let station = try places.station(ofStop: id) else {
                return .none(.unknownStop)
            }
            rows = try places.rows(of: trip, in: station)
        }
        guard let rows else { return .none(.otherStop) }
        let later = rows.first(after: before)
        let first = later < rows.positions.count ? later : 0
        guard rows.positions.count - first > 1 else { return .call(rows.positions[first]) }
        // The stop is visited again: only a time can tell.
        guard !stop.isSkipped, !stop.hasNoData else { return .none(.ambiguous) }
        for (event, isArrival) in [(stop.arrival, true), (stop.departure, false)] {
            guard let instant = UsableValues.instant(event?.time) else { continue }
            let times = try places.times(of: trip, at: rows, isArrival: isArrival)
            if let nearest = try times.nearest(
                to: instant - origin, from: rows.positions[first], counting: places.effort)
            {
                return .call(nearest)
            }
        }
        return .none(.ambiguous)
    }

    /// The numbers of most messages follow those of the trip.
    private func position(ofSequence sequence: Int, near expected: Int) -> Int? {
        if trip.stops.indices.contains(expected), trip.stops[expected].sequence == sequence {
            return expected
        }
        return trip.position(ofSequence: sequence)
    }

    /// As assigned, else as in the update. Nil if the platform is the stop itself, a place that the
    /// stop is part of, or unknown to the feed.
    static func platform(
        _ stop: TripUpdate.StopTimeUpdate, in own: String?, _ places: PlaceLookup
    ) throws -> String? {
        guard let own else { return nil }
        func isKnown(_ id: String) throws -> Bool { try places.place(ofStop: id) != nil }
        var platform = UsableValues.id(stop.stopID)
        if let assigned = UsableValues.id(stop.stopTimeProperties?.assignedStopID),
            try isKnown(assigned)
        {
            platform = assigned
        }
        guard let platform, platform.exact != own.exact, try isKnown(platform), try isKnown(own),
            try !places.isPart(own, of: platform)
        else { return nil }
        return platform
    }
}
