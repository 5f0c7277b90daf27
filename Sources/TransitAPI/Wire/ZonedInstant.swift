public import Foundation
import GTFSSchedule

/// An instant as in answers: RFC 3339 in whole seconds, with the offset of the clock at the stop.
///
/// ```swift
/// let instant = Date(timeIntervalSince1970: 1_795_379_400)
/// let text = ZonedInstant(instant, in: sydney).description  // "2026-11-23T07:30:00+11:00"
/// let date = ZonedInstant(text: text)?.date
/// ```
public struct ZonedInstant: Hashable, Sendable, CustomStringConvertible {
    /// Seconds since 1970 in UTC.
    public var seconds: Int
    /// The number of seconds that the clock is ahead of UTC; whole minutes.
    public var offsetSeconds: Int

    static let epoch = ZonedInstant(seconds: 0, offsetSeconds: 0)

    /// Creates an instant with the offset in its text.
    public init(seconds: Int, offsetSeconds: Int) {
        self.seconds = seconds
        // RFC 3339 has no seconds in offsets; zones had them before 1972.
        self.offsetSeconds = offsetSeconds / 60 * 60
    }

    /// Creates an instant with a zone's offset at that time; a fraction of a second is dropped.
    public init(_ instant: Date, in zone: TimeZone) {
        self.init(
            seconds: Int(instant.timeIntervalSince1970.rounded(.down)),
            offsetSeconds: zone.secondsFromGMT(for: instant))
    }

    /// Creates an instant from a text; nil unless it is RFC 3339.
    public init?(text: String) {
        guard let read = AskedInstant.read(text), case .instant(let instant) = read.asked else {
            return nil
        }
        self.init(
            seconds: Int(instant.timeIntervalSince1970.rounded(.down)), offsetSeconds: read.offset)
    }

    /// The instant without the offset.
    public var date: Date { Date(timeIntervalSince1970: Double(seconds)) }

    /// A text such as `2026-11-21T08:00:00+11:00`.
    public var description: String { Timestamp.text(seconds, offset: offsetSeconds) }
}
