import BundleCodec
public import Foundation
import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the run that a trip descriptor of GTFS Realtime names.
    ///
    /// - Parameters:
    ///   - tripID: the `trip_id`.
    ///   - startDate: the service day; if the descriptor has none, the day on which the trip runs
    ///     nearest to `now`.
    ///   - startTime: when the run leaves its first stop. A trip of `frequencies.txt` needs it: the
    ///     time of a run (`exact_times` 1), or a time within a headway (0). For other trips it must
    ///     equal the timetable's, if given.
    ///   - now: the instant from which to find the nearest day.
    /// - Returns: the run; nil when the trip has none on that day or at that time.
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip.
    public func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun? {
        let facts = facts
        return try await question { db in
            try RunSearch(facts: facts, db: db)
                .find(tripID, date: startDate, time: startTime, now: now)
        }
    }
}

struct RunSearch {
    let facts: BundleFacts
    let db: Database

    func find(
        _ tripID: String, date: ServiceDate?, time: ServiceTime?, now: Date
    ) throws -> TripRun? {
        let row = try TripRecord.known(tripID, db)
        let headway = time.flatMap { facts.frequencies.headway(of: row.trip, at: $0.seconds) }
        if facts.frequencies.headways[row.trip] != nil {
            guard headway != nil else { return nil }
        } else if let time, time.seconds != row.times?.start {
            return nil
        }
        let start = time?.seconds ?? row.times?.start
        let lookup = ServiceCalendarLookup(db: db)
        guard let days = try lookup.days(of: row.service) else { return nil }
        let end = (start ?? 0) + (row.times.map { $0.end - $0.start } ?? 0)
        let zone = facts.zone(ofRoute: row.rid).timeZone
        let day =
            date?.dayNumber
            ?? nearest(days, zone: zone, from: start ?? 0, to: end, now: now)
        guard let day, days.contains(day), let trip = try Trip.find(tripID, db) else { return nil }
        let date = ServiceDate(dayNumber: day)
        return TripRun(
            trip: trip, serviceDate: date, startTime: start.map(ServiceTime.init(seconds:)),
            headwaySecs: headway?.seconds, exactTimes: headway?.exactTimes,
            calls: try TimedCalls(facts: facts, db: db).calls(of: row, on: date, run: time))
    }

    /// The earlier of two equally near days.
    private func nearest(
        _ days: ServiceDays, zone: TimeZone, from start: Int, to end: Int, now: Date
    ) -> Int? {
        let clock = ServiceClock(timeZone: zone)
        let today = clock.date(at: now).dayNumber
        let middle = min(max(today, days.first), days.last)
        // A run may be so long after its service day that the nearest is not the first one found.
        let steps = end / ServiceTime.secondsPerDay + 2
        var best: (day: Int, distance: Double)?
        var before = days.day(until: middle)
        var after = days.day(from: middle + 1)
        var farthest: Int?
        while let day = [before, after].compactMap({ $0 }).min(by: {
            abs($0 - middle) < abs($1 - middle)
        }) {
            let step = abs(day - middle)
            guard step < farthest ?? .max else { break }
            farthest = farthest ?? step + steps
            let origin = Double(clock.startSeconds(of: ServiceDate(dayNumber: day)))
            let instant = now.timeIntervalSince1970
            let distance = max(
                origin + Double(start) - instant, instant - (origin + Double(end)), 0)
            if best.map({ distance < $0.distance }) ?? true { best = (day, distance) }
            if day <= middle {
                before = days.day(until: day - 1)
            } else {
                after = days.day(from: day + 1)
            }
        }
        return best?.day
    }
}
