public import Foundation
public import GTFSSchedule

/// Converts times of service days to instants, and back.
///
/// Times count from noon minus twelve hours, not from midnight. On the two days a year on which
/// clocks change, that differs from midnight by an hour, so that the timetable still agrees with
/// the clock.
///
/// ```swift
/// let clock = ServiceClock(timeZone: zone)
/// let departure = clock.instant(date, ServiceTime(hours: 26, minutes: 5))
/// // 02:05 of the next day; 03:05 where clocks go forward in that night
/// ```
public struct ServiceClock: Hashable, Sendable {
    /// The agency's time zone, in which its service days are counted.
    public let timeZone: TimeZone

    /// Creates a clock for the service days of a zone.
    public init(timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    /// Returns the instant of 00:00:00 of a service day: noon minus twelve hours.
    public func start(of date: ServiceDate) -> Date {
        Date(timeIntervalSince1970: Double(startSeconds(of: date)))
    }

    /// Returns the instant of a time on a service day.
    public func instant(_ date: ServiceDate, _ time: ServiceTime) -> Date {
        Date(timeIntervalSince1970: Double(startSeconds(of: date) + time.seconds))
    }

    /// Returns the calendar date that a clock in the zone shows at an instant.
    ///
    /// Instants before the year 0 or after 9999 count as the first or last that a date can
    /// represent.
    public func date(at instant: Date) -> ServiceDate {
        let earliest = Double(ServiceDate.earliest.dayNumber) * 86_400
        let latest = Double(ServiceDate.latest.dayNumber) * 86_400
        // In this order `max` and `min` also turn NaN into the earliest.
        let seconds = min(max(earliest, instant.timeIntervalSince1970), latest)
        let named = Date(timeIntervalSince1970: seconds)
        let local = seconds + Double(timeZone.secondsFromGMT(for: named))
        return ServiceDate(dayNumber: Int((local / 86_400).rounded(.down)))
    }

    /// What a change of clocks does to a time, on the two days a year on which clocks change.
    public enum ClockChange: Hashable, Sendable {
        /// Clocks go forward over the time: it is interpreted as if they did not.
        case skipped
        /// Clocks go back over the time: it means the first of the two instants.
        case repeated
    }

    /// Returns the instant at which clocks in the zone show a time, in seconds of the calendar day.
    public func instant(
        showing secondOfDay: Int, on date: ServiceDate
    ) -> (instant: Date, change: ClockChange?) {
        let local = date.dayNumber * 86_400 + secondOfDay
        // No zone changes its clock twice within two days.
        let before = offset(at: local - 86_400)
        let after = offset(at: local + 86_400)
        let matches = Set([local - before, local - after]).filter { $0 + offset(at: $0) == local }
            .sorted()
        let change: ClockChange? =
            switch matches.count {
            case 0: .skipped
            case 1: nil
            default: .repeated
            }
        let instant = matches.first ?? local - before
        return (Date(timeIntervalSince1970: Double(instant)), change)
    }

    /// `start(of:)` in whole seconds since 1970.
    package func startSeconds(of date: ServiceDate) -> Int {
        let noon = date.dayNumber * 86_400 + 43_200
        // The offset at noon, found from the offset at what would be noon in Greenwich.
        var seconds = noon - offset(at: noon)
        seconds = noon - offset(at: seconds)
        return seconds - 43_200
    }

    private func offset(at seconds: Int) -> Int {
        timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
}

/// A time zone with the feed's name for it, which Foundation may change: it calls `UTC` `GMT`.
package struct NamedTimeZone: Hashable, Sendable {
    package let name: String
    package let timeZone: TimeZone

    package static let fallback = NamedTimeZone(name: "GMT", timeZone: .gmt)

    private init(name: String, timeZone: TimeZone) {
        self.name = name
        self.timeZone = timeZone
    }

    /// Nil unless the IANA database has the name and this system the zone.
    package init?(_ name: String) {
        guard let timeZone = TimezoneName(name).timeZone else { return nil }
        self.init(name: name, timeZone: timeZone)
    }
}
