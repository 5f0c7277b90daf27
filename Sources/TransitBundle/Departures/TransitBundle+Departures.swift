public import Foundation
public import TransitModel

extension TransitBundle {
    /// The departures from a stop, or from any platform of a station, in a window of time.
    ///
    /// Lists trips that run on their service day, including exceptions, trips after midnight and
    /// repeated trips (`frequencies.txt`). The last stop of a trip is not a departure, nor is a
    /// stop without boarding.
    ///
    /// ```swift
    /// let cafe = try await bundle.stop(id: "CO")
    /// let window = try await bundle.departures(from: cafe, at: now, for: 2 * 3600)
    /// let headsigns = window.compactMap(\.headsign)  // ["Quayside", "South Beach", "South Beach"]
    /// ```
    ///
    /// - Parameters:
    ///   - stop: a stop, platform or station.
    ///   - start: the window's first instant.
    ///   - duration: the window's length in seconds; its end is excluded.
    /// - Returns: departures sorted by time, trip and place in the trip.
    public func departures(
        from stop: Stop, at start: Date = Date(), for duration: TimeInterval = 3600
    ) async throws -> [Departure] {
        try await departures(from: [stop], at: start, for: duration, matching: .all)
    }

    /// The zone of the clock at a stop: `stop_timezone` of its station, else its own, else the
    /// agency's.
    public func timeZone(at stop: Stop) async throws -> TimeZone {
        try await zone(at: stop).zone.timeZone
    }

    /// The same with the feed's name for it, and whether it is assumed.
    package func zone(at stop: Stop) async throws -> StopZone {
        let facts = facts
        let zones = StopZones(facts)
        if let zone = zones.known(stop) { return zone }
        if let zone = facts.zonesOfPlatforms.known(stop) { return zone }
        return try await question { db in
            try facts.zonesOfPlatforms.value(for: stop) { try zones.zone(of: stop, db) }
        }
    }

    /// The zone in which the times of a route's trips count.
    ///
    /// - Parameter rid: nil for trips of a route that the feed does not define.
    package func timeZone(ofRoute rid: Int64?) -> NamedTimeZone { facts.zone(ofRoute: rid) }

    /// When a service day begins for a route, in seconds since 1970: times of its trips count from
    /// then.
    ///
    /// - Parameter rid: nil for trips of a route that the feed does not define.
    package func startSeconds(of date: ServiceDate, ofRoute rid: Int64?) -> Int {
        ServiceClock(timeZone: facts.zone(ofRoute: rid).timeZone).startSeconds(of: date)
    }

    /// The first departures of a stop or station from an instant on, looking a week ahead: seven
    /// times 24 hours, excluding the last instant.
    ///
    /// ```swift
    /// let platform = try await bundle.stop(id: "CJ_P1")
    /// let next = try await bundle.nextDepartures(from: platform, at: now, count: 1)
    /// let lines = next.map { "\($0.route?.name ?? "?") \($0.headsign ?? "")" }
    /// // ["T1 North Shelf via Quayside"]
    /// ```
    public func nextDepartures(
        from stop: Stop, at start: Date = Date(), count: Int = 10
    ) async throws -> [Departure] {
        try await nextDepartures(from: [stop], at: start, count: count, matching: .all)
    }
}
