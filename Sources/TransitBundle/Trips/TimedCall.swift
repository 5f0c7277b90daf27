public import Foundation

/// A call of a trip on one of its days.
public struct TimedCall: Codable, Hashable, Sendable {
    /// The call as the timetable has it; its times belong to the trip, not to a run of
    /// `frequencies.txt`.
    public var call: Call
    /// When the vehicle arrives; interpolated where the feed gives no time, nil where there is none.
    public var arrival: Date?
    /// When the vehicle leaves; interpolated where the feed gives no time, nil where there is none.
    public var departure: Date?
    /// For flexible service: from when the vehicle may come.
    public var windowStart: Date?
    /// For flexible service: until when the vehicle may come.
    public var windowEnd: Date?
    /// The zone of the clock at the stop.
    public var timeZone: TimeZone
}
