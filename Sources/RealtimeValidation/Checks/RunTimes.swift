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

    init(_ trip: TripTimetable) {
        self.trip = trip
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
        func isNamed(_ row: Int) -> Bool {
            trip.stops[row].stopID?.utf8.elementsEqual(id.utf8) == true
        }
        if let row = trip.stops.indices.dropFirst(before + 1).first(where: isNamed) {
            before = row
            return .row(row)
        }
        guard before >= 0, trip.stops.indices.contains(where: isNamed) else { return .none }
        return isNamed(before) ? .row(before) : .outOfOrder
    }

    /// The row of a `stop_sequence`; those of most updates follow each other.
    private func row(ofSequence sequence: Int) -> Int? {
        let stops = trip.stops
        let next = before + 1
        if stops.indices.contains(next), stops[next].sequence == sequence { return next }
        var low = 0
        var high = stops.count
        while low < high {
            let middle = (low + high) / 2
            if stops[middle].sequence < sequence { low = middle + 1 } else { high = middle }
        }
        return low < stops.count && stops[low].sequence == sequence ? low : nil
    }
}
