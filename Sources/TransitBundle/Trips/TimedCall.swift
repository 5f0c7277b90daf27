public import Foundation

/// A call of a trip on one of its days.
///
/// A trip of `frequencies.txt` runs many times a day. Unless one of its runs was asked for, nothing
/// happens at any instant: ``isOffsetOnly`` is true, ``arrival`` and ``departure`` are nil, and the
/// offsets say how long after its start a run is here.
public struct TimedCall: Codable, Hashable, Sendable {
    /// The call as the timetable has it; its times belong to the trip, not to a run of
    /// `frequencies.txt`.
    public var call: Call
    /// When the vehicle arrives; interpolated where the feed gives no time, nil where there is none.
    public var arrival: Date?
    /// When the vehicle leaves; interpolated where the feed gives no time, nil where there is none.
    public var departure: Date?
    /// Seconds from when the run leaves its first stop to when it arrives here.
    public var arrivalOffsetSeconds: Int?
    /// Seconds from when the run leaves its first stop to when it leaves this one.
    public var departureOffsetSeconds: Int?
    /// The trip is one of `frequencies.txt` and no run was named: there are offsets, but no instants.
    public var isOffsetOnly: Bool
    /// For flexible service: from when the vehicle may come.
    public var windowStart: Date?
    /// For flexible service: until when the vehicle may come.
    public var windowEnd: Date?
    /// The zone of the clock at the stop.
    public var timeZone: TimeZone
    /// `stop_timezone` of the stop, or of its station, names no zone that exists: ``timeZone`` is the
    /// agency's.
    public var isStopTimeZoneAssumed: Bool
    /// The trip's agency gives no time zone, or none that exists: instants were counted in the zone
    /// of another agency, or in UTC, and may be hours off.
    public var isTimeZoneAssumed: Bool
}

/// What the vehicle of a trip does next.
public struct Continuation: Codable, Hashable, Sendable {
    /// The trip that the vehicle goes on as.
    public var trip: Trip
    /// Whether riders may stay on board; false where the feed says that they must alight
    /// (`transfer_type` 5).
    public var canStayOnBoard: Bool
}
