public import Foundation
import GRDB
public import TransitModel

extension TransitBundle {
    /// The run in a trip descriptor of GTFS Realtime.
    ///
    /// - Parameters:
    ///   - tripID: the `trip_id`.
    ///   - startDate: the service day; if the descriptor has none, the day on which the trip runs
    ///     nearest to `now`.
    ///   - startTime: when the run leaves its first stop. A trip of `frequencies.txt` needs it: the
    ///     time of a run (`exact_times` 1), or a time within a headway (0). For other trips it must
    ///     equal the timetable's, if given.
    ///   - now: the instant for finding the nearest day.
    /// - Returns: the run; nil when the trip has none on that day or at that time.
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip.
    public func instance(
        tripID: String, startDate: ServiceDate? = nil, startTime: ServiceTime? = nil,
        now: Date = Date()
    ) async throws -> TripInstance? {
        let facts = facts
        return try await question { db in
            try InstanceSearch(facts: facts, db: db)
                .find(tripID, date: startDate, time: startTime, now: now)
        }
    }
}
