public import Foundation
import GRDB

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
        let facts = facts
        return try await read { db in
            let stops = try StationPlaces.below(stop, facts, db)
            var search = DepartureSearch(db, facts, stops: stops)
            let from = start.timeIntervalSince1970
            return try search.run(from: from, to: from + duration)
        }
    }

    /// The first departures of a stop or station from an instant on, looking a week ahead: seven
    /// times 24 hours, the last instant excluded.
    public func nextDepartures(
        from stop: Stop, at start: Date = Date(), count: Int = 10
    ) async throws -> [Departure] {
        let facts = facts
        return try await read { db in
            let stops = try StationPlaces.below(stop, facts, db)
            var search = DepartureSearch(db, facts, stops: stops)
            let from = start.timeIntervalSince1970
            var found: [Departure] = []
            var begin = from
            var length = 3600.0
            let end = from + 7 * 86_400
            while found.count < count, begin < end {
                let next = min(begin + length, end)
                found += try search.run(from: begin, to: next)
                begin = next
                // A longer window would list the whole next day where there is a night's pause.
                length = min(length * 2, 12 * 3600)
            }
            return Array(found.prefix(count))
        }
    }
}
