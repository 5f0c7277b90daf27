public import TransitModel

/// A trip with its calls.
public struct TripDetailsDTO: DTO {
    /// The trip.
    public var trip: TripDTO
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
    public var calls: [CallDTO]
    /// The start times of runs, for a trip of `frequencies.txt`.
    public var headways: [HeadwayDTO]
    /// The trip as which the vehicle continues, where a day was asked for.
    public var continuation: ContinuationDTO?

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
        _ instance: TripInstance, route: Route?, headways: [Headway] = [],
        continuation: Continuation? = nil
    ) {
        trip = TripDTO(instance.trip)
        self.route = route.map { RouteDTO($0) }
        serviceDate = instance.serviceDate
        startTime = instance.startTime
        headwaySecs = instance.headwaySecs
        exactTimes = instance.exactTimes
        calls = instance.calls.map(CallDTO.init)
        self.headways = headways.map(HeadwayDTO.init)
        self.continuation = continuation.map(ContinuationDTO.init)
    }

    public init(_ wire: WireReader) {
        trip = wire.object("trip")
        route = wire.optionalObject("route")
        serviceDate = wire.optionalDate("service_date")
        startTime = wire.optionalTime("start_time")
        headwaySecs = wire.optionalInteger("headway_secs")
        exactTimes = wire.optionalInteger("exact_times")
        calls = wire.list("calls")
        headways = wire.optionalList("headways")
        continuation = wire.optionalObject("continuation")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(trip, "trip")
        wire.put(route, "route")
        wire.put(serviceDate, "service_date")
        wire.put(startTime, "start_time")
        wire.put(headwaySecs, "headway_secs")
        wire.put(exactTimes, "exact_times")
        wire.put(calls, "calls")
        wire.putUnlessEmpty(headways, "headways")
        wire.put(continuation, "continuation")
    }

    /// The run; nil where no day was asked for, or where the trip does not run on it.
    public var instance: TripInstance? {
        serviceDate.map { date in
            TripInstance(
                trip: trip.model, serviceDate: date, startTime: startTime,
                headwaySecs: headwaySecs, exactTimes: exactTimes, calls: calls.map(\.timedModel))
        }
    }
}

/// A row of `trips.txt`. What is blank in the feed is left out.
public struct TripDTO: DTO {
    /// `trip_id`; empty where an answer lacks it.
    public var tripID: String
    /// `route_id`; nil where the feed is blank.
    public var routeID: String?
    /// `service_id`; nil where the feed is blank.
    public var serviceID: String?
    /// `trip_headsign`; nil where the feed is blank.
    public var tripHeadsign: String?
    /// `trip_short_name`; nil where the feed is blank.
    public var tripShortName: String?
    /// `direction_id`; nil where the feed is blank.
    public var directionID: Int?
    /// `block_id`; nil where the feed is blank.
    public var blockID: String?
    /// `shape_id`; nil where the feed is blank.
    public var shapeID: String?
    /// `wheelchair_accessible`; nil where the feed is blank.
    public var wheelchairAccessible: Int?
    /// `bikes_allowed`; nil where the feed is blank.
    public var bikesAllowed: Int?
    /// `cars_allowed`; nil where the feed is blank.
    public var carsAllowed: Int?

    /// The row as it is sent.
    public init(_ trip: Trip) {
        tripID = trip.tripID
        routeID = trip.routeID
        serviceID = trip.serviceID
        tripHeadsign = trip.tripHeadsign
        tripShortName = trip.tripShortName
        directionID = trip.directionID
        blockID = trip.blockID
        shapeID = trip.shapeID
        wheelchairAccessible = trip.wheelchairAccessible
        bikesAllowed = trip.bikesAllowed
        carsAllowed = trip.carsAllowed
    }

    public init(_ wire: WireReader) {
        tripID = wire.text("trip_id")
        routeID = wire.optionalText("route_id")
        serviceID = wire.optionalText("service_id")
        tripHeadsign = wire.optionalText("trip_headsign")
        tripShortName = wire.optionalText("trip_short_name")
        directionID = wire.optionalInteger("direction_id")
        blockID = wire.optionalText("block_id")
        shapeID = wire.optionalText("shape_id")
        wheelchairAccessible = wire.optionalInteger("wheelchair_accessible")
        bikesAllowed = wire.optionalInteger("bikes_allowed")
        carsAllowed = wire.optionalInteger("cars_allowed")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(tripID, "trip_id")
        wire.put(routeID, "route_id")
        wire.put(serviceID, "service_id")
        wire.put(tripHeadsign, "trip_headsign")
        wire.put(tripShortName, "trip_short_name")
        wire.put(directionID, "direction_id")
        wire.put(blockID, "block_id")
        wire.put(shapeID, "shape_id")
        wire.put(wheelchairAccessible, "wheelchair_accessible")
        wire.put(bikesAllowed, "bikes_allowed")
        wire.put(carsAllowed, "cars_allowed")
    }

    /// The row.
    public var model: Trip {
        Trip(
            tripID: tripID, routeID: routeID, serviceID: serviceID, tripHeadsign: tripHeadsign,
            tripShortName: tripShortName, directionID: directionID, blockID: blockID,
            shapeID: shapeID, wheelchairAccessible: wheelchairAccessible,
            bikesAllowed: bikesAllowed, carsAllowed: carsAllowed)
    }
}

/// A row of `frequencies.txt`: when runs of a trip start.
public struct HeadwayDTO: DTO {
    /// When the first run starts.
    public var startTime: ServiceTime
    /// The last run starts before this.
    public var endTime: ServiceTime
    /// The seconds between runs.
    public var headwaySecs: Int
    /// Whether runs start exactly then (1), or about every `headway_secs` (0).
    public var exactTimes: Int

    /// The row as it is sent.
    public init(_ headway: Headway) {
        startTime = headway.startTime
        endTime = headway.endTime
        headwaySecs = headway.headwaySecs
        exactTimes = headway.exactTimes
    }

    public init(_ wire: WireReader) {
        startTime = wire.time("start_time")
        endTime = wire.time("end_time")
        headwaySecs = wire.integer("headway_secs")
        exactTimes = wire.integer("exact_times")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(startTime, "start_time")
        wire.put(endTime, "end_time")
        wire.put(headwaySecs, "headway_secs")
        wire.put(exactTimes, "exact_times")
    }

    /// The row.
    public var model: Headway {
        Headway(
            startTime: startTime, endTime: endTime, headwaySecs: headwaySecs, exactTimes: exactTimes
        )
    }
}

/// The next trip of a vehicle, and how it continues.
public struct ContinuationDTO: DTO {
    /// The trip as which the vehicle continues.
    public var trip: TripDTO
    /// Whether riders may stay on board.
    public var canStayOnBoard: Bool

    /// A continuation as it is sent.
    public init(_ continuation: Continuation) {
        trip = TripDTO(continuation.trip)
        canStayOnBoard = continuation.canStayOnBoard
    }

    public init(_ wire: WireReader) {
        trip = wire.object("trip")
        canStayOnBoard = wire.flag("can_stay_on_board")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(trip, "trip")
        wire.put(canStayOnBoard, "can_stay_on_board")
    }

    /// The continuation.
    public var model: Continuation {
        Continuation(trip: trip.model, canStayOnBoard: canStayOnBoard)
    }
}
