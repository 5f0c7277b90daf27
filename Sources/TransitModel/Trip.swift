public import GTFSSchedule

/// A row of `trips.txt`.
public struct Trip: Codable, Hashable, Sendable, Identifiable {
    /// The `trip_id`.
    public var tripID: String
    /// The `route_id`; nil when the trip names none.
    public var routeID: String?
    /// The `service_id`, which says on which days it runs; nil when the trip names none.
    public var serviceID: String?
    /// The headsign of the vehicle; a call may have another. Nil where the feed is blank.
    public var tripHeadsign: String?
    /// The name by which riders know the trip, such as the number of a train; nil where the feed is
    /// blank.
    public var tripShortName: String?
    /// 0 or 1, which only tells directions apart; nil where the feed is blank.
    public var directionID: Int?
    /// The block of the trip: trips of one block run with the same vehicle. Nil where the feed is
    /// blank.
    public var blockID: String?
    /// The `shape_id` of the trip's path; nil where the feed is blank.
    public var shapeID: String?
    /// `wheelchair_accessible` as published, nil where the feed is blank; see ``accessibility``.
    public var wheelchairAccessible: Int?
    /// `bikes_allowed` as published, nil where the feed is blank; see ``bikes``.
    public var bikesAllowed: Int?
    /// `cars_allowed` as published, nil where the feed is blank; see ``cars``.
    public var carsAllowed: Int?

    public var id: String { tripID }

    /// Creates a trip.
    public init(
        tripID: String, routeID: String? = nil, serviceID: String? = nil,
        tripHeadsign: String? = nil, tripShortName: String? = nil, directionID: Int? = nil,
        blockID: String? = nil, shapeID: String? = nil, wheelchairAccessible: Int? = nil,
        bikesAllowed: Int? = nil, carsAllowed: Int? = nil
    ) {
        self.tripID = tripID
        self.routeID = routeID
        self.serviceID = serviceID
        self.tripHeadsign = tripHeadsign
        self.tripShortName = tripShortName
        self.directionID = directionID
        self.blockID = blockID
        self.shapeID = shapeID
        self.wheelchairAccessible = wheelchairAccessible
        self.bikesAllowed = bikesAllowed
        self.carsAllowed = carsAllowed
    }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case tripID = "trip_id"
        case routeID = "route_id"
        case serviceID = "service_id"
        case tripHeadsign = "trip_headsign"
        case tripShortName = "trip_short_name"
        case directionID = "direction_id"
        case blockID = "block_id"
        case shapeID = "shape_id"
        case wheelchairAccessible = "wheelchair_accessible"
        case bikesAllowed = "bikes_allowed"
        case carsAllowed = "cars_allowed"
    }

    /// Whether the vehicle takes wheelchairs.
    public var accessibility: Accessibility { Accessibility(code: wheelchairAccessible ?? 0) }
    /// Whether the vehicle takes bicycles.
    public var bikes: CarriagePermission { CarriagePermission(code: bikesAllowed ?? 0) }
    /// Whether the vehicle takes cars.
    public var cars: CarriagePermission { CarriagePermission(code: carsAllowed ?? 0) }
}

/// A row of `frequencies.txt`: when runs of a trip leave its first stop.
public struct Headway: Codable, Hashable, Sendable {
    /// When the first run starts.
    public var startTime: ServiceTime
    /// Before when the last run starts.
    public var endTime: ServiceTime
    /// The seconds between runs.
    public var headwaySecs: Int
    /// Whether runs start exactly then (1), or about every ``headwaySecs`` (0).
    public var exactTimes: Int

    /// Creates a headway.
    public init(startTime: ServiceTime, endTime: ServiceTime, headwaySecs: Int, exactTimes: Int) {
        self.startTime = startTime
        self.endTime = endTime
        self.headwaySecs = headwaySecs
        self.exactTimes = exactTimes
    }

    public enum CodingKeys: String, CodingKey {
        case startTime = "start_time"
        case endTime = "end_time"
        case headwaySecs = "headway_secs"
        case exactTimes = "exact_times"
    }
}

/// One run of a trip: what a trip descriptor of GTFS Realtime names.
public struct TripRun: Codable, Hashable, Sendable {
    /// The trip as in the timetable.
    public var trip: Trip
    /// The service day: `start_date` of the descriptor.
    public var serviceDate: ServiceDate
    /// When this run leaves its first stop: `start_time` of the descriptor. Nil when the feed gives
    /// the trip no times.
    public var startTime: ServiceTime?
    /// For a trip of `frequencies.txt`: the seconds between runs.
    public var headwaySecs: Int?
    /// For a trip of `frequencies.txt`: whether runs leave exactly then (1), or about every
    /// `headwaySecs` (0).
    public var exactTimes: Int?
    /// The calls, with this run's instants.
    public var calls: [TimedCall]

    /// Creates a trip run.
    public init(
        trip: Trip, serviceDate: ServiceDate, startTime: ServiceTime? = nil,
        headwaySecs: Int? = nil, exactTimes: Int? = nil, calls: [TimedCall] = []
    ) {
        self.trip = trip
        self.serviceDate = serviceDate
        self.startTime = startTime
        self.headwaySecs = headwaySecs
        self.exactTimes = exactTimes
        self.calls = calls
    }
}

/// The next trip of a vehicle, and whether riders may stay on board.
public struct Continuation: Codable, Hashable, Sendable {
    /// The trip that the vehicle goes on as.
    public var trip: Trip
    /// Whether riders may stay on board; false where the feed says that they must alight
    /// (`transfer_type` 5).
    public var canStayOnBoard: Bool

    /// Creates a continuation.
    public init(trip: Trip, canStayOnBoard: Bool = false) {
        self.trip = trip
        self.canStayOnBoard = canStayOnBoard
    }
}

/// The path of trips: the rows of `shapes.txt` with one `shape_id`, without points that are not on
/// the globe.
public struct TripShape: Codable, Hashable, Sendable {
    /// A row of `shapes.txt`, in the order of `shape_pt_sequence`.
    public struct Point: Codable, Hashable, Sendable {
        /// The place.
        public var coordinate: Coordinate
        /// `shape_dist_traveled` in the feed's own unit; nil where the feed is blank.
        public var distance: Double?

        /// Creates a point.
        public init(coordinate: Coordinate, distance: Double? = nil) {
            self.coordinate = coordinate
            self.distance = distance
        }
    }

    /// The `shape_id`.
    public var shapeID: String
    /// The points in the order of travel.
    public var points: [Point]

    /// Creates a trip shape.
    public init(shapeID: String, points: [Point] = []) {
        self.shapeID = shapeID
        self.points = points
    }

    /// The path without distances.
    public var coordinates: [Coordinate] { points.map(\.coordinate) }
}
