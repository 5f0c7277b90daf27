public import GTFSSchedule

/// What alerts are requested for.
public enum AlertSubject: Hashable, Sendable {
    /// All alerts, whatever they are about.
    case everything
    /// The feed as a whole: alerts for its only agency.
    case feed
    /// A stop: alerts for it and for the places above and below it.
    case stop(Stop)
    /// A route: alerts for all its runs, for those in one direction, and for its agency, but not
    /// for single calls.
    case route(Route)
    /// A run: alerts for it, its calls, the stops where it calls, and its agency.
    case trip(Trip, on: ServiceDate, startTime: ServiceTime? = nil)
}
