/// The departures from a stop, or the arrivals at it.
public struct Board: Codable, Hashable, Sendable, Identifiable {
    /// The kind of the events.
    public var kind: StopEvent.Kind
    /// The requested stop or station.
    public var stop: Stop
    /// The feed's name for the zone of the clock at the stop, such as `Australia/Sydney`; nil where
    /// only events were wanted.
    public var timeZoneName: String?
    /// The events, by expected time.
    public var events: [StopEvent]
    /// The alerts for the events, the stops and the feed that riders see at the first instant, each
    /// once, the most severe first; none for a source without live data.
    public var alerts: [ServiceAlert]

    /// Creates a board.
    public init(
        _ kind: StopEvent.Kind = .departure, stop: Stop, timeZoneName: String? = nil,
        events: [StopEvent] = [], alerts: [ServiceAlert] = []
    ) {
        self.kind = kind
        self.stop = stop
        self.timeZoneName = timeZoneName
        self.events = events
        self.alerts = alerts
    }

    /// The key of the stop.
    public var id: Int64 { stop.sid }
}
