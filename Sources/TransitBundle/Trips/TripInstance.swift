public import GTFSSchedule

/// One run of a trip: what a trip descriptor of GTFS Realtime names.
public struct TripInstance: Codable, Hashable, Sendable {
    public var trip: Trip
    /// The service day: `start_date` of the descriptor.
    public var serviceDate: ServiceDate
    /// When this run leaves its first stop: `start_time` of the descriptor. Nil when the feed gives
    /// the trip no times.
    public var startTime: ServiceTime?
    /// For a trip of `frequencies.txt`: the seconds between runs.
    public var headwaySecs: Int?
    /// For a trip of `frequencies.txt`: whether runs leave exactly then (1), or about every
    /// `headwaySecs` (0).
    public var exactTimes: Int?
    /// The calls, with this run's instants.
    public var calls: [TimedCall]
}
