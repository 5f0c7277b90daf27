public import Foundation
public import GTFSSchedule

/// An instant in whole seconds, with the offset of a clock from UTC: that of the stop for times of
/// the timetable and expected times, that of the feed for alerts and positions of vehicles.
///
/// Apps get a `Date` in one word, and the text is the one that the API sends.
///
/// ```swift
/// let instant = LocalInstant(seconds: 1_795_379_400, offsetSeconds: 39_600)
/// let text = instant.description  // "2026-11-23T07:30:00+11:00"
/// let wait = instant.date.timeIntervalSince(now)
/// ```
public struct LocalInstant: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970 in UTC.
    public let seconds: Int
    /// The number of seconds that the clock is ahead of UTC; whole minutes.
    public let offsetSeconds: Int

    /// Creates an instant with the offset of a clock, which is cut to whole minutes.
    ///
    /// Instants before the year 0 or after 9999 on that clock count as the first or last that RFC
    /// 3339 can express.
    public init(seconds: Int, offsetSeconds: Int) {
        // RFC 3339 has no seconds in offsets; zones had them before 1972.
        let offset = offsetSeconds / 60 * 60
        self.seconds = min(max(Self.earliest - offset, seconds), Self.latest - offset)
        self.offsetSeconds = offset
    }

    /// Creates an instant with a zone's offset at that time; a fraction of a second is dropped.
    public init(_ instant: Date, in zone: TimeZone) {
        // In this order `max` and `min` also turn NaN into the earliest.
        let seconds = min(
            max(Double(Self.earliest), instant.timeIntervalSince1970), Double(Self.latest))
        self.init(
            seconds: Int(seconds.rounded(.down)),
            offsetSeconds: zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    }

    fileprivate static let earliest = ServiceDate.earliest.dayNumber * 86_400
    fileprivate static let latest = (ServiceDate.latest.dayNumber + 1) * 86_400 - 1

    /// The instant without the offset.
    public var date: Date { Date(timeIntervalSince1970: Double(seconds)) }

    /// The date that the clock shows.
    public var localDate: ServiceDate {
        let local = seconds + offsetSeconds
        return ServiceDate(dayNumber: (local - (local % 86_400 + 86_400) % 86_400) / 86_400)
    }

    /// Returns the same instant with the offset of a zone's clock.
    public func converted(to zone: TimeZone) -> LocalInstant { LocalInstant(date, in: zone) }

    /// A text such as `2026-11-21T08:00:00+11:00`: RFC 3339.
    public var description: String { Timestamp.text(seconds, offset: offsetSeconds) }

    /// Orders by the instant. Two clocks at one instant are in the order of their offsets.
    public static func < (left: LocalInstant, right: LocalInstant) -> Bool {
        (left.seconds, left.offsetSeconds) < (right.seconds, right.offsetSeconds)
    }
}

/// The offset of a zone's clock, looked up anew only where it may have changed: the lookup costs
/// more than writing a departure.
package struct OffsetMemory {
    private var zone: TimeZone?
    private var span = 0..<0
    private var offset = 0

    package init() {}

    /// - Parameter seconds: the instant, in seconds since 1970.
    package mutating func instant(_ seconds: Int, in zone: TimeZone) -> LocalInstant {
        let seconds = min(max(LocalInstant.earliest, seconds), LocalInstant.latest)
        if !span.contains(seconds) || zone != self.zone { look(at: seconds, in: zone) }
        return LocalInstant(seconds: seconds, offsetSeconds: offset)
    }

    /// No zone changes its clock twice within a day, and if it does, then at a whole quarter of an
    /// hour.
    private mutating func look(at seconds: Int, in zone: TimeZone) {
        func span(_ length: Int) -> Range<Int> {
            let start = seconds - (seconds % length + length) % length
            return start..<start + length
        }
        func offset(at seconds: Int) -> Int {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        }
        let day = span(86_400)
        self.zone = zone
        self.offset = offset(at: seconds)
        let ends = [day.lowerBound, day.upperBound].map(offset)
        self.span = ends.allSatisfy { $0 == self.offset } ? day : span(900)
    }
}
