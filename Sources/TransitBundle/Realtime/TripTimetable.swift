package import BundleCodec
package import Foundation
package import TransitModel

/// As needed to match messages of GTFS Realtime.
package struct TripTimetable: Sendable {
    /// In bytes, for ids that live data may name. A feed's ids may have megabytes, and each run
    /// that live data names would compare them.
    package static let longestID = 1024

    package struct Stop: Sendable {
        package let sequence: Int
        /// Nil for flexible service without a stop.
        package let stopID: String?
        /// The `stop_id` of the station that the stop is part of, else its own.
        package let place: String?
        package let pickup: Int
        package let dropOff: Int

        package init(
            sequence: Int, stopID: String?, place: String?, pickup: Int, dropOff: Int
        ) {
            self.sequence = sequence
            self.stopID = stopID
            self.place = place
            self.pickup = pickup
            self.dropOff = dropOff
        }

        package func isAt(_ id: String) -> Bool { stopID?.exact == id.exact }

        package var station: StopID? { place.map { StopID($0) } }
    }

    package final class Pattern: Sendable {
        package let stops: [Stop]

        init(_ stops: [Stop]) {
            self.stops = stops
        }
    }

    package let tripID: String
    package let routeID: String?
    package let directionID: Int?
    package let pattern: Pattern
    package var stops: [Stop] { pattern.stops }
    package let timeZone: TimeZone
    package let intervals: [RunInterval]?
    private let days: Days
    private let times: Times

    private enum Days: Sendable {
        case service(ServiceDays?)
        case listed(Set<Int>)
    }

    private enum Times: Sendable {
        case none
        case stored(TripTimes)
        case listed(arrivals: [Int?], departures: [Int?])
    }

    init(
        _ record: TripRecord, routeID: String?, directionID: Int?, pattern: Pattern,
        timeZone: TimeZone,
        intervals: [RunInterval]?, days: ServiceDays?
    ) {
        tripID = record.tripID
        self.routeID = routeID
        self.directionID = directionID
        self.pattern = pattern
        self.timeZone = timeZone
        self.intervals = intervals
        self.days = .service(days)
        times = record.times.map(Times.stored) ?? .none
    }

    /// For a run that another source supplied. `days` are those on which it is known to run, in
    /// days since 1970-01-01.
    package init(
        _ trip: Trip, stops: [Stop], arrivals: [Int?], departures: [Int?], timeZone: TimeZone,
        days: Set<Int>, intervals: [RunInterval]?
    ) {
        tripID = trip.tripID
        routeID = trip.routeID
        directionID = trip.directionID
        pattern = Pattern(stops)
        self.timeZone = timeZone
        self.intervals = intervals
        self.days = .listed(days)
        times = .listed(arrivals: arrivals, departures: departures)
    }

    /// In days since 1970-01-01.
    package func runs(on day: Int) -> Bool {
        switch days {
        case .service(let days): days?.contains(day) ?? false
        case .listed(let days): days.contains(day)
        }
    }

    package func position(ofSequence sequence: Int) -> Int? {
        var low = 0
        var high = stops.count
        while low < high {
            let middle = (low + high) / 2
            if stops[middle].sequence < sequence { low = middle + 1 } else { high = middle }
        }
        return low < stops.count && stops[low].sequence == sequence ? low : nil
    }

    /// In seconds of the service day: as published, else the departure, else interpolated.
    package func arriving(_ position: Int) -> Int? {
        switch times {
        case .none: nil
        case .stored(let times): times.arriving(position)
        case .listed(let arrivals, _):
            arrivals.indices.contains(position) ? arrivals[position] : nil
        }
    }

    /// As published, else the arrival, else interpolated.
    package func leaving(_ position: Int) -> Int? {
        switch times {
        case .none: nil
        case .stored(let times): times.leaving(position)
        case .listed(_, let departures):
            departures.indices.contains(position) ? departures[position] : nil
        }
    }

    package func arrival(_ position: Int) -> Int? {
        guard case .stored(let times) = times else { return arriving(position) }
        return times.arrival(position)
    }

    package func departure(_ position: Int) -> Int? {
        guard case .stored(let times) = times else { return leaving(position) }
        return times.departure(position)
    }

    /// The departure from the first stop, else the first time; nil when the feed gives none.
    package var start: Int? {
        switch times {
        case .none: nil
        case .stored(let times): times.start
        case .listed(let arrivals, let departures):
            departures.first.flatMap { $0 } ?? (departures + arrivals).compactMap { $0 }.min()
        }
    }
}
