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
        let offset = min(max(1 - Self.day, offsetSeconds), Self.day - 1) / 60 * 60
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

    /// Decodes within the same bounds.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            seconds: try values.decode(Int.self, forKey: .seconds),
            offsetSeconds: try values.decode(Int.self, forKey: .offsetSeconds))
    }

    fileprivate static let day = 86_400
    fileprivate static let earliest = ServiceDate.earliest.dayNumber * day
    fileprivate static let latest = (ServiceDate.latest.dayNumber + 1) * day - 1

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

    /// No zone changes its clock twice within a day of UTC, and all do at a whole minute. The ends of
    /// longer spans are looked up where the next instant shows that they are of use.
    private mutating func look(at seconds: Int, in zone: TimeZone) {
        func span(_ length: Int) -> Range<Int> {
            let start = seconds - (seconds % length + length) % length
            return start..<start + length
        }
        func offset(at seconds: Int) -> Int {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        }
        let lengths =
            zone == self.zone && span(LocalInstant.day).overlaps(self.span)
            ? [LocalInstant.day, 900] : []
        let found = offset(at: seconds)
        self.zone = zone
        self.offset = found
        self.span =
            lengths.lazy.map(span).first {
                offset(at: $0.lowerBound) == found && offset(at: $0.upperBound) == found
            } ?? span(60)
    }
}
