public import GTFSSchedule

/// The things that alerts are asked about.
public enum AlertSubject: Hashable, Sendable {
    /// All alerts, whatever they are about.
    case everything
    /// The feed as a whole: alerts of its only agency.
    case feed
    /// A stop: alerts of it, and of places above and below it.
    case stop(Stop)
    /// A route: alerts of all its runs, or of those in a direction, and of its agency. One about a call of it
    /// is none.
    case route(Route)
    /// A run: alerts of it, of its calls, of the stops where it calls, and of its agency.
    case trip(Trip, on: ServiceDate, startTime: ServiceTime? = nil)
    /// The board of some stops: alerts on its rows, of its stops and of the feed, each once.
    case board(of: [Stop], events: [StopEvent])
}
