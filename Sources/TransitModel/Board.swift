/// The departures from a stop, or the arrivals there.
public struct Board: Codable, Hashable, Sendable, Identifiable {
    /// The requested stop or station.
    public var stop: Stop
    /// The events, by expected time.
    public var events: [StopEvent]
    /// The alerts of its events, of the stop and of the feed, each once, where the source has live data.
    public var alerts: [ServiceAlert]

    /// One that an app makes itself, for previews and tests.
    public init(stop: Stop, events: [StopEvent] = [], alerts: [ServiceAlert] = []) {
        self.stop = stop
        self.events = events
        self.alerts = alerts
    }

    /// The key of the stop.
    public var id: Int64 { stop.sid }
}
