import Foundation
import GRDB
import GTFSSchedule

/// Puts the calls of a trip on a service day.
struct TimedCalls {
    let facts: BundleFacts
    let db: Database

    /// - Parameters:
    ///   - shift: seconds that this run is later than the trip's own times, for `frequencies.txt`.
    func calls(of row: TripRow, on date: ServiceDate, shift: Int = 0) throws -> [TimedCall] {
        let clock = ServiceClock(timeZone: facts.zone(ofRoute: row.rid))
        let start = clock.startSeconds(of: date)
        func instant(_ time: ServiceTime?, shift: Int = shift) -> Date? {
            time.map {
                Date(timeIntervalSince1970: Double(start) + Double($0.seconds) + Double(shift))
            }
        }
        var zones = StopZones(agencyZone: facts.agencyZone)
        return try TripCalls(row, db).all().map { call in
            TimedCall(
                call: call,
                arrival: instant(call.arrival ?? call.departure ?? call.interpolated),
                departure: instant(call.time),
                windowStart: instant(call.flex?.start, shift: 0),
                windowEnd: instant(call.flex?.end, shift: 0),
                timeZone: try call.stop.map { try zones.zone(of: $0, db) } ?? clock.timeZone)
        }
    }
}
