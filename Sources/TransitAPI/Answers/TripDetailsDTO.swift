public import TransitModel

/// A trip with its calls.
public struct TripDetailsDTO: WireObject, DTO {
    /// The trip.
    public var trip = Trip()
    /// The route; nil when the feed does not define it.
    public var route: Route?
    /// The service day of the run; nil where no day was requested, or where the trip does not run
    /// on it. In the latter case calls have the instants that they would have.
    public var serviceDate: ServiceDate?
    /// When this run leaves its first stop; nil for a trip of `frequencies.txt` without a
    /// `start_time`.
    public var startTime: ServiceTime?
    /// For a run of `frequencies.txt`: the seconds between runs.
    public var headwaySecs: Int?
    /// For a run of `frequencies.txt`: whether it leaves exactly then (1), or about every
    /// `headway_secs` (0).
    public var exactTimes: Int?
    /// The calls of the trip, in order; without instants where no day was requested, and then the
    /// names of their zones are empty.
    public var calls: [TimedCall] = []
    /// The start times of runs, for a trip of `frequencies.txt`.
    public var headways: [Headway] = []
    /// The trip that the vehicle continues as, where a day was requested.
    public var continuation: Continuation?
    /// The vehicle on the run, where a day was asked for.
    public var vehicle: LiveVehicle?
    /// The alerts for the run, its calls, and the stops where it calls.
    public var alerts: [ServiceAlert] = []
    /// What the feed says beyond the reference, if `with` requests it.
    public var extensions: [ExtensionRows] = []

    init() {}

    /// Creates a trip as in the timetable, without a day.
    public init(
        _ trip: Trip, route: Route?, calls: [Call], headways: [Headway] = []
    ) {
        self.trip = trip
        self.route = route
        self.calls = calls.map(TimedCall.init(undated:))
        self.headways = headways
    }

    /// Creates a run of a trip on a service day.
    public init(
        _ run: TripRun, route: Route?, headways: [Headway] = [],
        continuation: Continuation? = nil
    ) {
        self.init(run.trip, route: route, calls: [], headways: headways)
        serviceDate = run.serviceDate
        startTime = run.startTime
        headwaySecs = run.headwaySecs
        exactTimes = run.exactTimes
        calls = run.calls
        self.continuation = continuation
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip", &trip)
        wire.optional("route", &route)
        wire.optional("service_date", &serviceDate)
        wire.optional("start_time", &startTime)
        wire.optional("headway_secs", &headwaySecs)
        wire.optional("exact_times", &exactTimes)
        wire.key("calls", &calls)
        wire.optional("headways", &headways)
        wire.optional("continuation", &continuation)
        wire.optional("vehicle", &vehicle)
        wire.optional("alerts", &alerts)
        wire.optional("extensions", &extensions)
    }

    /// The run; nil where no day was requested, or where the trip does not run on it.
    public var run: TripRun? {
        serviceDate.map { date in
            TripRun(
                trip: trip, serviceDate: date, startTime: startTime, headwaySecs: headwaySecs,
                exactTimes: exactTimes, calls: calls)
        }
    }
}

extension Trip: WireObject {
    init() {
        self.init(tripID: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip_id", &tripID)
        wire.optional("route_id", &routeID)
        wire.optional("service_id", &serviceID)
        wire.optional("trip_headsign", &tripHeadsign)
        wire.optional("trip_short_name", &tripShortName)
        wire.optional("direction_id", &directionID)
        wire.optional("block_id", &blockID)
        wire.optional("shape_id", &shapeID)
        wire.optional("wheelchair_accessible", &wheelchairAccessible)
        wire.optional("bikes_allowed", &bikesAllowed)
        wire.optional("cars_allowed", &carsAllowed)
    }
}

extension Headway: WireObject {
    init() {
        self.init(
            startTime: ServiceTime(seconds: 0), endTime: ServiceTime(seconds: 0), headwaySecs: 0,
            exactTimes: 0)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("start_time", &startTime)
        wire.key("end_time", &endTime)
        wire.key("headway_secs", &headwaySecs)
        wire.key("exact_times", &exactTimes)
    }
}

extension Continuation: WireObject {
    init() {
        self.init(trip: Trip())
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip", &trip)
        wire.key("can_stay_on_board", &canStayOnBoard)
    }
}
