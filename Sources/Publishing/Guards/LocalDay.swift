import Foundation
import GTFSSchedule

/// The date on a wall somewhere.
enum LocalDay {
    /// The date of an instant in a time zone; in UTC when there is no such zone.
    static func date(at now: Double, zone: String?) -> ServiceDate {
        let zone = zone.flatMap(TimeZone.init(identifier:)) ?? TimeZone(secondsFromGMT: 0)
        let instant = Date(timeIntervalSince1970: now)
        let local = now + Double(zone?.secondsFromGMT(for: instant) ?? 0)
        return ServiceDate(dayNumber: Int((local / 86_400).rounded(.down)))
    }
}
