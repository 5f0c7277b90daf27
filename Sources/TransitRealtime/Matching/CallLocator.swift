import GTFSRealtime
package import TransitBundle
import TransitModel

/// Finds the calls of a trip that the stop updates of an update are about.
struct CallLocator {
    let trip: TripTimetable
    /// Seconds since 1970 at which the times of the trip count from.
    let origin: Int
    let places: PlaceLookup

    /// Positions with the update of each, in the order of the trip; of several for a call the last. The
    /// number of updates that no call fits is beside.
    func locate(
        _ update: TripUpdate
    ) throws -> (calls: [(position: Int, stop: TripUpdate.StopTimeUpdate)], ignored: Int) {
        var calls: [(position: Int, stop: TripUpdate.StopTimeUpdate)] = []
        var ignored = 0
        var isInOrder = true
        var before = -1
        for stop in update.stopTimeUpdates {
            guard let position = try position(of: stop, after: before) else {
                ignored += 1
                continue
            }
            if position <= before { isInOrder = false }
            calls.append((position, stop))
            before = position
        }
        guard !isInOrder else { return (calls, ignored) }
        var last: [Int: TripUpdate.StopTimeUpdate] = [:]
        for call in calls { last[call.position] = call.stop }
        return (last.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, ignored)
    }

    private func position(
        of stop: TripUpdate.StopTimeUpdate, after before: Int
    ) throws -> Int? {
        let id = UsableValues.id(stop.stopID)
        if let sequence = stop.stopSequence,
            let position = self.position(ofSequence: Int(sequence), near: before + 1)
        {
            let row = trip.stops[position]
            guard let id, !row.isAt(id) else { return position }
            if id.exact == stop.stopTimeProperties?.assignedStopID?.exact { return position }
            if let station = row.station, try places.station(ofStop: id) == station {
                return position
            }
        }
        guard let id else { return nil }
        var found = trip.stops.indices.filter { trip.stops[$0].isAt(id) }
        if found.isEmpty, let station = try places.station(ofStop: id) {
            found = trip.stops.indices.filter { trip.stops[$0].station == station }
        }
        let later = found.filter { $0 > before }
        if !later.isEmpty { found = later }
        guard found.count > 1 else { return found.first }
        // The stop is visited again: only a time can tell.
        guard !stop.isSkipped, !stop.hasNoData else { return nil }
        for (event, time) in [(stop.arrival, trip.arriving), (stop.departure, trip.leaving)] {
            guard let instant = UsableValues.instant(event?.time) else { continue }
            let timed = found.compactMap { position in time(position).map { (position, $0) } }
            let nearest = timed.min { abs(origin + $0.1 - instant) < abs(origin + $1.1 - instant) }
            if let nearest { return nearest.0 }
        }
        return nil
    }

    /// The position of a `stop_sequence`; the numbers of most messages follow those of the trip.
    private func position(ofSequence sequence: Int, near expected: Int) -> Int? {
        if trip.stops.indices.contains(expected), trip.stops[expected].sequence == sequence {
            return expected
        }
        var low = 0
        var high = trip.stops.count
        while low < high {
            let middle = (low + high) / 2
            if trip.stops[middle].sequence < sequence { low = middle + 1 } else { high = middle }
        }
        return low < trip.stops.count && trip.stops[low].sequence == sequence ? low : nil
    }

    /// The platform in use where it is not the timetable's: as assigned, else as the update has it.
    func platform(_ stop: TripUpdate.StopTimeUpdate, at position: Int) throws -> String? {
        try Self.platform(stop, in: trip.stops[position].stopID, places)
    }

    /// The platform of an update for a call at a stop; nil where it is the stop itself, or a place that the
    /// stop is part of, or none that the feed knows.
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

/// The stations of stops, each asked for once.
package final class PlaceLookup {
    private let lookup: any TimetableLookup
    private var known: [StopID: [String]] = [:]

    /// Asks a timetable.
    package init(_ lookup: any TimetableLookup) {
        self.lookup = lookup
    }

    /// The `stop_id` of the station that a stop is part of, else its own; nil for an unknown stop.
    package func place(ofStop id: String) throws -> String? { try places(ofStop: id).last }

    /// The same to compare.
    func station(ofStop id: String) throws -> StopID? {
        try place(ofStop: id).map { StopID($0) }
    }

    /// Whether a stop is part of a place.
    func isPart(_ id: String, of place: String) throws -> Bool {
        try places(ofStop: id).dropFirst().contains { StopID($0) == StopID(place) }
    }

    /// A stop and the places that it is part of, its station last; none for an unknown stop.
    func places(ofStop id: String) throws -> [String] {
        if let places = known[StopID(id)] { return places }
        let places = try lookup.places(ofStop: id)
        known[StopID(id)] = places
        return places
    }
}
