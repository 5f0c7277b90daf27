public import Foundation
public import GTFSSchedule

/// Where a vehicle is (`VehiclePosition` of GTFS Realtime). A position makes no prediction: only trip updates
/// change times.
public struct LiveVehicle: Codable, Hashable, Sendable, Identifiable {
    /// A carriage.
    public struct Carriage: Codable, Hashable, Sendable {
        /// The producer's own id.
        public var id: String?
        /// The text on the carriage.
        public var label: String?
        /// How full it is: a word of the reference.
        public var occupancyStatus: String?
        /// How full it is, in percent, where that is known.
        public var occupancyPercentage: Int?

        /// One that an app makes itself, for previews and tests.
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
        /// It was found by the nearest part of the path, because the message does not name it.
        public var isByPlace: Bool

        /// One that an app makes itself, for previews and tests.
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

    /// Identifies the position within its source: the entity's `id`. Where another one has it too, a number
    /// follows, such as `17#2`.
    public var id: String
    /// The vehicle.
    public var vehicle: CallRealtime.Vehicle?
    /// The license plate.
    public var licensePlate: String?
    /// The place, about a meter exact; nil where the message names only a call.
    public var coordinate: Coordinate?
    /// Where it heads, in degrees clockwise from north.
    public var bearing: Double?
    /// Meters per second.
    public var speed: Double?
    /// When the position was measured.
    public var at: Date?
    /// The `trip_id`, as the message has it where the run is not known.
    public var tripID: String?
    /// The service day of the run; nil where that is not known: the vehicle is for a map only.
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
    /// How full it is, in percent; it may pass 100.
    public var occupancyPercentage: Int?
    /// The traffic around it: a word of the reference.
    public var congestionLevel: String?
    /// Its carriages, from the first one in the direction of travel.
    public var carriages: [Carriage]

    /// One that an app makes itself, for previews and tests.
    public init(
        id: String, vehicle: CallRealtime.Vehicle? = nil, licensePlate: String? = nil,
        coordinate: Coordinate?, bearing: Double? = nil,
        speed: Double? = nil, at: Date? = nil, tripID: String? = nil,
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

/// Which vehicles are wanted: those that fit all of its values.
public struct VehicleFilter: Hashable, Sendable {
    /// In a part of the map.
    public var box: BoundingBox?
    /// On runs of a route, by its `route_id`.
    public var routeID: String?
    /// On runs of a trip, by its `trip_id`.
    public var tripID: String?

    /// All vehicles, or those that fit.
    public init(box: BoundingBox? = nil, routeID: String? = nil, tripID: String? = nil) {
        self.box = box
        self.routeID = routeID
        self.tripID = tripID
    }

    /// Whether a vehicle fits.
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
    /// The vehicle of this run among some; of a trip of `frequencies.txt` each run has its own.
    package func vehicle(among vehicles: [LiveVehicle]) -> LiveVehicle? {
        vehicles.first {
            TripID($0.tripID ?? "") == TripID(trip.tripID) && $0.serviceDate == serviceDate
                && (headwaySecs == nil || $0.startTime == startTime)
        }
    }
}
