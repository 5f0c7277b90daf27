package import BundleCodec
package import Foundation
import TransitModel

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
    private let days: ServiceDays?
    private let times: TripTimes?

    init(
        _ record: TripRecord, routeID: String?, pattern: Pattern, timeZone: TimeZone,
        intervals: [RunInterval]?, days: ServiceDays?
    ) {
        tripID = record.tripID
        self.routeID = routeID
        directionID = record.directionID
        self.pattern = pattern
        self.timeZone = timeZone
        self.intervals = intervals
        self.days = days
        times = record.times
    }

    /// In days since 1970-01-01.
    package func runs(on day: Int) -> Bool { days?.contains(day) ?? false }

    package func position(ofSequence sequence: Int) -> Int? {
        let stops = stops
        let place = stops.indices.bisected { stops[$0].sequence >= sequence }
        return place < stops.count && stops[place].sequence == sequence ? place : nil
    }

    /// In seconds of the service day: as published, else the departure, else interpolated.
    package func arriving(_ position: Int) -> Int? { times?.arriving(position) }

    /// As published, else the arrival, else interpolated.
    package func leaving(_ position: Int) -> Int? { times?.leaving(position) }

    package func arrival(_ position: Int) -> Int? { times?.arrival(position) }

    package func departure(_ position: Int) -> Int? { times?.departure(position) }

    /// The departure from the first stop, else the first time; nil when the feed gives none.
    package var start: Int? { times?.start }
}
