/// The departures from a stop, or the arrivals at it.
public struct Board: Codable, Hashable, Sendable, Identifiable {
    /// The requested stop or station.
    public var stop: Stop
    /// The events, by expected time.
    public var events: [StopEvent]
    /// The alerts for the events, the stop and the feed, each once, where the source has live data.
    public var alerts: [ServiceAlert]

    /// Creates a board.
    public init(stop: Stop, events: [StopEvent] = [], alerts: [ServiceAlert] = []) {
        self.stop = stop
        self.events = events
        self.alerts = alerts
    }

    /// The key of the stop.
    public var id: Int64 { stop.sid }
}
