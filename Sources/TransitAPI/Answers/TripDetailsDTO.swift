public import TransitModel

/// A trip with its calls.
public struct TripDetailsDTO: WireObject {
    /// The trip.
    public var trip = TripDTO()
    /// The route; nil when the feed does not define it.
    public var route: RouteDTO?
    /// The service day of the run; nil where no day was asked for, or where the trip does not run
    /// on it. In that case calls have the instants that they would have.
    public var serviceDate: ServiceDate?
    /// When this run leaves its first stop; nil for a trip of `frequencies.txt` without a
    /// `start_time`.
    public var startTime: ServiceTime?
    /// For a run of `frequencies.txt`: the seconds between runs.
    public var headwaySecs: Int?
    /// For a run of `frequencies.txt`: whether it leaves exactly then (1), or about every
    /// `headway_secs` (0).
    public var exactTimes: Int?
    /// Its calls, in order.
    public var calls: [CallDTO] = []
    /// The start times of runs, for a trip of `frequencies.txt`.
    public var headways: [HeadwayDTO] = []
    /// The trip as which the vehicle continues, where a day was asked for.
    public var continuation: ContinuationDTO?

    init() {}

    /// A trip as in the timetable, without a day.
    public init(
        _ trip: Trip, route: Route?, calls: [Call], headways: [Headway] = []
    ) {
        self.trip = TripDTO(trip)
        self.route = route.map { RouteDTO($0) }
        self.calls = calls.map(CallDTO.init)
        self.headways = headways.map(HeadwayDTO.init)
    }

    /// A run of a trip on a service day.
    public init(
        _ run: TripRun, route: Route?, headways: [Headway] = [],
        continuation: Continuation? = nil
    ) {
        trip = TripDTO(run.trip)
        self.route = route.map { RouteDTO($0) }
        serviceDate = run.serviceDate
        startTime = run.startTime
        headwaySecs = run.headwaySecs
        exactTimes = run.exactTimes
        calls = run.calls.map(CallDTO.init)
        self.headways = headways.map(HeadwayDTO.init)
        self.continuation = continuation.map(ContinuationDTO.init)
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
    }

    /// The run; nil where no day was asked for, or where the trip does not run on it.
    public var run: TripRun? {
        serviceDate.map { date in
            TripRun(
                trip: trip.model, serviceDate: date, startTime: startTime,
                headwaySecs: headwaySecs, exactTimes: exactTimes, calls: calls.map(\.timedModel))
        }
    }
}

/// A row of `trips.txt`. What is blank in the feed is left out.
public struct TripDTO: WireObject, RowObject {
    /// The columns; the id is empty where an answer lacks it.
    public var row: Trip

    init() {
        row = Trip(tripID: "")
    }

    /// The row as it is sent.
    public init(_ trip: Trip) {
        row = trip
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip_id", &row.tripID)
        wire.optional("route_id", &row.routeID)
        wire.optional("service_id", &row.serviceID)
        wire.optional("trip_headsign", &row.tripHeadsign)
        wire.optional("trip_short_name", &row.tripShortName)
        wire.optional("direction_id", &row.directionID)
        wire.optional("block_id", &row.blockID)
        wire.optional("shape_id", &row.shapeID)
        wire.optional("wheelchair_accessible", &row.wheelchairAccessible)
        wire.optional("bikes_allowed", &row.bikesAllowed)
        wire.optional("cars_allowed", &row.carsAllowed)
    }
}

/// A row of `frequencies.txt`: when runs of a trip start.
public struct HeadwayDTO: WireObject, RowObject {
    /// The columns; zeros where an answer lacks them.
    public var row: Headway

    init() {
        row = Headway(
            startTime: ServiceTime(seconds: 0), endTime: ServiceTime(seconds: 0), headwaySecs: 0,
            exactTimes: 0)
    }

    /// The row as it is sent.
    public init(_ headway: Headway) {
        row = headway
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("start_time", &row.startTime)
        wire.key("end_time", &row.endTime)
        wire.key("headway_secs", &row.headwaySecs)
        wire.key("exact_times", &row.exactTimes)
    }
}

/// The next trip of a vehicle, and how it continues.
public struct ContinuationDTO: WireObject {
    /// The trip as which the vehicle continues.
    public var trip = TripDTO()
    /// Whether riders may stay on board.
    public var canStayOnBoard = false

    init() {}

    /// A continuation as it is sent.
    public init(_ continuation: Continuation) {
        trip = TripDTO(continuation.trip)
        canStayOnBoard = continuation.canStayOnBoard
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip", &trip)
        wire.key("can_stay_on_board", &canStayOnBoard)
    }

    /// The continuation.
    public var model: Continuation {
        Continuation(trip: trip.model, canStayOnBoard: canStayOnBoard)
    }
}
