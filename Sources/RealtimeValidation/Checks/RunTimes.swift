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
    /// The row of the update before; -1 before the first.
    private(set) var before = -1
    /// The rows of each stop, and the stations and stops without one that the trip calls at. They are made
    /// for the first update without a sequence, so that long trips are not gone over for each.
    private lazy var rowsOfStops = Dictionary(
        grouping: trip.stops.indices.filter { trip.stops[$0].stopID != nil },
        by: { StopID(trip.stops[$0].stopID ?? "") })
    private lazy var places = Set(trip.stops.compactMap { $0.place.map { StopID($0) } })

    init(_ trip: TripTimetable) {
        self.trip = trip
    }

    /// How many calls are at a stop.
    mutating func visits(_ id: String) -> Int { rowsOfStops[StopID(id)]?.count ?? 0 }

    /// Whether the trip calls at a place.
    mutating func calls(at place: String?) -> Bool {
        place.map { places.contains(StopID($0)) } ?? false
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
    mutating func next(_ stop: TripUpdate.StopTimeUpdate) -> Finding {
        if let sequence = stop.stopSequence {
            guard let row = row(ofSequence: Int(sequence)) else { return .unknownSequence }
            before = row
            return .row(row)
        }
        guard let id = UsableValues.id(stop.stopID) else { return .none }
        let rows = rowsOfStops[StopID(id)] ?? []
        let next = rows.partitioningIndex { $0 > before }
        if next < rows.count {
            before = rows[next]
            return .row(before)
        }
        guard let last = rows.last, before >= 0 else { return .none }
        return last == before ? .row(before) : .outOfOrder
    }

    /// The row of a `stop_sequence`; those of most updates follow each other.
    private func row(ofSequence sequence: Int) -> Int? {
        let stops = trip.stops
        let next = before + 1
        if stops.indices.contains(next), stops[next].sequence == sequence { return next }
        let row = stops.partitioningIndex { $0.sequence >= sequence }
        return row < stops.count && stops[row].sequence == sequence ? row : nil
    }
}

extension Array {
    /// The first index of an element that belongs to the second part, in a list that has two parts.
    fileprivate func partitioningIndex(where isSecond: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
