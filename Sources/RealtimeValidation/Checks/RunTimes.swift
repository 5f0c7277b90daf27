import BundleCodec
import Foundation
import GTFSRealtime
import GTFSSchedule
import TransitBundle
import TransitModel
import TransitRealtime

/// The instants of a run in the timetable.
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

    /// When the vehicle is planned to arrive.
    func arrival(_ position: Int) -> Int? { trip.arriving(position).map { origin + $0 } }

    /// When it is planned to leave.
    func departure(_ position: Int) -> Int? { trip.leaving(position).map { origin + $0 } }
}

/// Finds the rows of a trip that the stop updates of a trip update name.
struct RowFinder {
    let trip: TripTimetable
    /// Knows the rows of each stop and station.
    private let places: PlaceLookup
    /// The row of the update before; -1 before the first.
    private(set) var before = -1

    init(_ trip: TripTimetable, in places: PlaceLookup) {
        self.trip = trip
        self.places = places
    }

    /// How many calls are at a stop.
    func visits(_ id: String) throws -> Int {
        try places.rows(of: trip, at: id)?.positions.count ?? 0
    }

    /// Whether the trip calls at a place.
    func calls(at place: String?) throws -> Bool {
        try place.flatMap { try places.rows(of: trip, in: StopID($0)) } != nil
    }

    /// How an update names a row.
    enum Finding {
        case row(Int)
        /// Its `stop_sequence` is not one of the trip's.
        case unknownSequence
        /// Its stop comes before that of the update before.
        case outOfOrder
        /// Nothing of it is known to the trip.
        case none
    }

    /// Finds the row of the next update.
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
