public import Foundation
public import TransitModel

extension TransitBundle {
    /// What leaves a stop, or any platform of a station, in a window of time.
    ///
    /// Listed are trips that run on their service day, exceptions, trips after midnight and
    /// repeated trips (`frequencies.txt`) included. The last stop of a trip is no departure, nor is
    /// one where nobody may board.
    ///
    /// - Parameters:
    ///   - stop: a stop, platform or station.
    ///   - start: the window's first instant.
    ///   - duration: the window's length in seconds; an instant at its end is not in it.
    /// - Returns: departures in the order of time, trip and place in the trip.
    public func departures(
        from stop: Stop, at start: Date = Date(), for duration: TimeInterval = 3600
    ) async throws -> [Departure] {
        try await departures(from: [stop], at: start, for: duration, matching: .all)
    }

    /// The first departures of a stop or station from an instant on, looking a week ahead: seven
    /// times 24 hours, the last instant excluded.
    public func nextDepartures(
        from stop: Stop, at start: Date = Date(), count: Int = 10
    ) async throws -> [Departure] {
        try await nextDepartures(from: [stop], at: start, count: count, matching: .all)
    }
}
