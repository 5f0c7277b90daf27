public import TransitModel

/// The live data of a feed, and how it fits the timetable.
public struct RealtimeReportDTO: WireObject, DTO {
    /// How fresh the data is; a word of a later server keeps its text.
    public var state: WireWord<RealtimeState.Freshness> = WireWord(.expired)
    /// The time of the oldest of the applied messages; RFC 3339.
    public var at: String?
    /// The sources of live data.
    public var sources: [RealtimeSourceDTO] = []
    /// Trip updates by outcome.
    public var tripUpdates: [OutcomeDTO] = []
    /// The stop updates of all trip updates.
    public var stopUpdates = 0
    /// Stop updates that no call of their trip fits.
    public var stopUpdatesIgnored = 0
    /// Trips of which a detour replaces calls; detours are not applied.
    public var modifiedTrips = 0
    /// Alerts that count.
    public var alerts = 0
    /// Vehicles that count.
    public var vehicles = 0
    /// Vehicles on a known run.
    public var vehiclesMatched = 0

    /// How many of the runs under way the live data covers; nil without messages that count.
    public var coverage: CoverageDTO?

    /// How much live data tells of the runs that are under way by the timetable.
    public struct CoverageDTO: WireObject, DTO {
        /// The moment, the minute of the answer; RFC 3339.
        public var at = ""
        /// Runs between their first time and their last one, but canceled and deleted ones.
        public var runs = 0
        /// Runs with a trip update.
        public var updated = 0
        /// Runs with a vehicle.
        public var positioned = 0
        /// The number of routes with such runs.
        public var routeCount = 0
        /// At most a hundred of these routes, those with the most runs without an update first.
        public var routes: [RouteCoverageDTO] = []

        /// Creates a coverage of no runs.
        public init() {}

        mutating func visit(_ wire: inout some Wire) {
            wire.key("at", &at)
            wire.key("runs", &runs)
            wire.key("updated", &updated)
            wire.key("positioned", &positioned)
            wire.key("route_count", &routeCount)
            wire.key("routes", &routes)
        }
    }

    /// How much live data tells of the runs of a route.
    public struct RouteCoverageDTO: WireObject, DTO {
        /// The `route_id`; nil for trips that name none.
        public var routeID: String?
        /// Runs that are under way.
        public var runs = 0
        /// Runs with a trip update.
        public var updated = 0
        /// Runs with a vehicle.
        public var positioned = 0

        /// Creates a coverage of no runs.
        public init() {}

        mutating func visit(_ wire: inout some Wire) {
            wire.optional("route_id", &routeID)
            wire.key("runs", &runs)
            wire.key("updated", &updated)
            wire.key("positioned", &positioned)
        }
    }

    /// Trip updates of one outcome.
    public struct OutcomeDTO: WireObject, DTO {
        /// A word of `TransitRealtime.MatchOutcome`, such as `matched` or `unknown_trip`.
        public var outcome = ""
        /// The number of trip updates.
        public var count = 0
        /// At most twenty of those that do not count.
        public var samples: [SampleDTO] = []

        /// Creates an outcome of no trip updates.
        public init() {}

        mutating func visit(_ wire: inout some Wire) {
            wire.key("outcome", &outcome)
            wire.key("count", &count)
            wire.optional("samples", &samples)
        }
    }

    /// A trip update, as far as it names its run.
    public struct SampleDTO: WireObject, DTO {
        /// The name of the source.
        public var source = ""
        /// `trip_id` of the descriptor.
        public var tripID: String?
        /// `route_id` of the descriptor.
        public var routeID: String?
        /// `start_date` of the descriptor, as it was sent.
        public var startDate: String?
        /// `start_time` of the descriptor, as it was sent.
        public var startTime: String?

        /// Creates a sample without a name.
        public init() {}

        mutating func visit(_ wire: inout some Wire) {
            wire.key("source", &source)
            wire.optional("trip_id", &tripID)
            wire.optional("route_id", &routeID)
            wire.optional("start_date", &startDate)
            wire.optional("start_time", &startTime)
        }
    }

    /// Creates a report without live data.
    public init() {}

    mutating func visit(_ wire: inout some Wire) {
        wire.key("state", &state)
        wire.optional("at", &at)
        wire.key("sources", &sources)
        wire.optional("trip_updates", &tripUpdates)
        wire.key("stop_updates", &stopUpdates)
        wire.key("stop_updates_ignored", &stopUpdatesIgnored)
        wire.key("modified_trips", &modifiedTrips)
        wire.key("alerts", &alerts)
        wire.key("vehicles", &vehicles)
        wire.key("vehicles_matched", &vehiclesMatched)
        wire.optional("coverage", &coverage)
    }
}
