import Foundation
import GRDB
import TransitModel

/// Computes the calls of a trip on a service day.
struct TimedCalls {
    let facts: BundleFacts
    let db: Database

    /// - Parameters:
    ///   - run: when the run leaves its first stop; a trip of `frequencies.txt` has instants only
    ///     with it.
    /// - Throws: `TransitSourceError.notFound` when no run of the trip starts then.
    func calls(of row: TripRecord, on date: ServiceDate, run: ServiceTime?) throws -> [TimedCall] {
        let isRepeated = facts.frequencies.headways[row.trip] != nil
        if let run {
            let exists =
                isRepeated
                ? facts.frequencies.headway(of: row.trip, at: run.seconds) != nil
                : run.seconds == row.times?.start
            guard exists else {
                throw TransitSourceError.notFound(kind: "run", id: "\(row.tripID) at \(run)")
            }
        }
        let first = row.times?.start ?? 0
        // Turns a time of the trip into one of the run.
        let shift = isRepeated ? run.map { $0.seconds - first } : 0
        let own = facts.zone(ofRoute: row.rid)
        let clock = ServiceClock(timeZone: own.timeZone)
        let start = clock.startSeconds(of: date)
        func instant(_ time: ServiceTime?, shift: Int?) -> Date? {
            guard let time, let shift else { return nil }
            return Date(
                timeIntervalSince1970: Double(start) + Double(time.seconds) + Double(shift))
        }
        let zones = StopZones(facts)
        return try TripCalls(row, facts: facts, in: db).all().map { call in
            let arrival = call.arrival ?? call.departure ?? call.interpolated
            let zone = try call.stop.map { try zones.zone(of: $0, db) }
            return TimedCall(
                call: call, arrival: instant(arrival, shift: shift),
                departure: instant(call.time, shift: shift),
                arrivalOffsetSeconds: arrival.map { $0.seconds - first },
                departureOffsetSeconds: call.time.map { $0.seconds - first },
                isOffsetOnly: shift == nil,
                windowStart: instant(call.flex?.start, shift: 0),
                windowEnd: instant(call.flex?.end, shift: 0),
                timeZone: (zone?.zone ?? own).timeZone, timeZoneName: (zone?.zone ?? own).name,
                isStopTimeZoneAssumed: zone?.isStopTimeZoneAssumed ?? false)
        }
    }
}
