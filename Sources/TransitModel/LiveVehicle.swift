public import GTFSSchedule

/// Where a vehicle is (`VehiclePosition` of GTFS Realtime). A position predicts nothing: only trip
/// updates change times.
public struct LiveVehicle: Codable, Hashable, Sendable, Identifiable {
    /// A carriage of a vehicle.
    public struct Carriage: Codable, Hashable, Sendable {
        /// The producer's own id.
        public var id: String?
        /// The text on the carriage.
        public var label: String?
        /// How full it is: a word of the reference.
        public var occupancyStatus: String?
        /// How full it is, in percent, where that is known.
        public var occupancyPercentage: Int?

        /// Creates a carriage.
        public init(
            id: String? = nil, label: String? = nil, occupancyStatus: String? = nil,
            occupancyPercentage: Int? = nil
        ) {
            self.id = id
            self.label = label
            self.occupancyStatus = occupancyStatus
            self.occupancyPercentage = occupancyPercentage
        }
    }

    /// The call that a vehicle comes to, or stands at.
    public struct NextCall: Codable, Hashable, Sendable {
        /// The `stop_sequence`; nil where the trip is not known.
        public var stopSequence: Int?
        /// The `stop_id`.
        public var stopID: String?
        /// `INCOMING_AT`, `STOPPED_AT` or `IN_TRANSIT_TO`.
        public var status: String
        /// Whether the call was found from the nearest part of the path, because the message does
        /// not name it.
        public var isByPlace: Bool

        /// Creates a next call.
        public init(
            stopSequence: Int? = nil, stopID: String? = nil, status: String = "IN_TRANSIT_TO",
            isByPlace: Bool = false
        ) {
            self.stopSequence = stopSequence
            self.stopID = stopID
            self.status = status
            self.isByPlace = isByPlace
        }
    }

    /// Identifies the position within its source: the `id` of the entity. If another entity has the
    /// same, a number follows, such as `17#2`.
    public var id: String
    /// The vehicle.
    public var vehicle: CallRealtime.Vehicle?
    /// The license plate.
    public var licensePlate: String?
    /// The place, to about a meter; nil where the message names only a call.
    public var coordinate: Coordinate?
    /// Where it heads, in degrees clockwise from north.
    public var bearing: Double?
    /// Meters per second.
    public var speed: Double?
    /// When the position was measured, on the feed's clock.
    public var at: LocalInstant?
    /// The `trip_id`; as in the message where the run is not known.
    public var tripID: String?
    /// The service day of the run; nil where the run is not known, and the vehicle is of use only
    /// on a map.
    public var serviceDate: ServiceDate?
    /// When the run starts, for a trip of `frequencies.txt` or an added one.
    public var startTime: ServiceTime?
    /// The `route_id`.
    public var routeID: String?
    /// `direction_id`.
    public var directionID: Int?
    /// The call that it comes to.
    public var nextCall: NextCall?
    /// How full it is: a word of the reference.
    public var occupancyStatus: String?
    /// How full it is, in percent; may exceed 100.
    public var occupancyPercentage: Int?
    /// The traffic around it: a word of the reference.
    public var congestionLevel: String?
    /// Its carriages, the first in the direction of travel first.
    public var carriages: [Carriage]

    /// Creates a live vehicle.
    public init(
        id: String, vehicle: CallRealtime.Vehicle? = nil, licensePlate: String? = nil,
        coordinate: Coordinate?, bearing: Double? = nil,
        speed: Double? = nil, at: LocalInstant? = nil, tripID: String? = nil,
        serviceDate: ServiceDate? = nil, startTime: ServiceTime? = nil, routeID: String? = nil,
        directionID: Int? = nil, nextCall: NextCall? = nil, occupancyStatus: String? = nil,
        occupancyPercentage: Int? = nil, congestionLevel: String? = nil, carriages: [Carriage] = []
    ) {
        self.id = id
        self.vehicle = vehicle
        self.licensePlate = licensePlate
        self.coordinate = coordinate
        self.bearing = bearing
        self.speed = speed
        self.at = at
        self.tripID = tripID
        self.serviceDate = serviceDate
        self.startTime = startTime
        self.routeID = routeID
        self.directionID = directionID
        self.nextCall = nextCall
        self.occupancyStatus = occupancyStatus
        self.occupancyPercentage = occupancyPercentage
        self.congestionLevel = congestionLevel
        self.carriages = carriages
    }
}

/// Selects the vehicles that meet all of its conditions.
public struct VehicleFilter: Hashable, Sendable {
    /// The part of the map that the vehicle is in.
    public var box: BoundingBox?
    /// The `route_id` of the vehicle's run.
    public var routeID: String?
    /// The `trip_id` of the vehicle's run.
    public var tripID: String?

    /// Creates a filter; one without conditions admits all vehicles.
    public init(box: BoundingBox? = nil, routeID: String? = nil, tripID: String? = nil) {
        self.box = box
        self.routeID = routeID
        self.tripID = tripID
    }

    /// Returns whether the filter admits a vehicle.
    public func admits(_ vehicle: LiveVehicle) -> Bool {
        if let box {
            guard let place = vehicle.coordinate, box.contains(place) else { return false }
        }
        if let routeID, vehicle.routeID?.exact != routeID.exact { return false }
        if let tripID, vehicle.tripID?.exact != tripID.exact { return false }
        return true
    }
}

extension TripRun {
    /// This run's vehicle among the given ones; each run of a trip of `frequencies.txt` has its own,
    /// and so has an added run of that trip. Others have vehicles without a start.
    package func vehicle(among vehicles: [LiveVehicle]) -> LiveVehicle? {
        vehicles.first {
            TripID($0.tripID ?? "") == TripID(trip.tripID) && $0.serviceDate == serviceDate
                && ($0.startTime == startTime || headwaySecs == nil && $0.startTime == nil)
        }
    }
}
