import BundleCodec
import Foundation
import GTFSRealtime
import GTFSSchedule
import TransitBundle
import TransitModel
import TransitRealtime

struct RunTimes {
    private let trip: TripTimetable
    /// Seconds since 1970 from which the times of the trip count.
    private let origin: Int

    init(_ run: RunMatcher.Run) {
        trip = run.trip
        let clock = ServiceClock(timeZone: run.trip.timeZone)
        let day = clock.startSeconds(of: ServiceDate(dayNumber: run.day))
        let shift = run.start.map { $0 - (run.trip.start ?? 0) } ?? 0
        // A run without a timetable has times in relation to its start only.
        origin = day + shift
    }

    func arrival(_ position: Int) -> Int? { trip.arriving(position).map { origin + $0 } }

    func departure(_ position: Int) -> Int? { trip.leaving(position).map { origin + $0 } }
}

struct RowFinder {
    let trip: TripTimetable
    private let places: PlaceLookup
    /// The row of the previous update; -1 before the first.
    private(set) var before = -1

    init(_ trip: TripTimetable, in places: PlaceLookup) {
        self.trip = trip
        self.places = places
    }

    func visits(_ id: String) throws -> Int {
        try places.rows(of: trip, at: id)?.positions.count ?? 0
    }

    func calls(at place: String?) throws -> Bool {
        try place.flatMap { try places.rows(of: trip, in: StopID($0)) } != nil
    }

    enum Finding {
        case row(Int)
        case unknownSequence
        case outOfOrder
        case none
    }

    mutating func next(_ stop: TripUpdate.StopTimeUpdate) throws -> Finding {
        if let sequence = stop.stopSequence {
            guard let row = row(ofSequence: Int(sequence)) else { return .unknownSequence }
            before = row
            return .row(row)
        }
        guard let id = UsableValues.id(stop.stopID),
            let rows = try places.rows(of: trip, at: id)
        else { return .none }
        let next = rows.first(after: before)
        if next < rows.positions.count {
            before = rows.positions[next]
            return .row(before)
        }
        guard let last = rows.positions.last, before >= 0 else { return .none }
        return last == before ? .row(before) : .outOfOrder
    }

    /// The row of a `stop_sequence`; those of most updates follow each other.
    private func row(ofSequence sequence: Int) -> Int? {
        let stops = trip.stops
        let next = before + 1
        if stops.indices.contains(next), stops[next].sequence == sequence { return next }
        return trip.position(ofSequence: sequence)
    }
}
