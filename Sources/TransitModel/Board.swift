/// The departures from a stop, or the arrivals there.
public struct Board: Codable, Hashable, Sendable, Identifiable {
    /// The requested stop or station.
    public var stop: Stop
    /// The events, by time.
    public var events: [StopEvent]

    /// One that an app makes itself, for previews and tests.
    public init(stop: Stop, events: [StopEvent] = []) {
        self.stop = stop
        self.events = events
    }

    /// The key of the stop.
    public var id: Int64 { stop.sid }
}
