/// Where a vehicle is.
public struct VehiclePosition: Sendable {
    /// The run that it serves.
    public private(set) var trip: TripDescriptor?
    /// The vehicle.
    public private(set) var vehicle: VehicleDescriptor?
    /// Its position.
    public private(set) var position: Position?
    /// The `stop_sequence` of the stop that ``currentStatus`` refers to; 0 is a value.
    public private(set) var currentStopSequence: UInt32?
    /// The `stop_id` of that stop.
    public private(set) var stopID: String?
    /// How it relates to that stop; `IN_TRANSIT_TO` if nil.
    public private(set) var currentStatus: VehicleStopStatus?
    /// When the position was measured, in seconds since 1970.
    public private(set) var timestamp: UInt64?
    /// The traffic around the vehicle.
    public private(set) var congestionLevel: CongestionLevel?
    /// How full it is.
    public private(set) var occupancyStatus: OccupancyStatus?
    /// How full it is, in percent; may exceed 100.
    public private(set) var occupancyPercentage: UInt32?

    /// The carriages, the first in the direction of travel first.
    public private(set) var multiCarriageDetails = RepeatedField<CarriageDetails>()

    /// How a vehicle relates to a stop.
    public struct VehicleStopStatus: RealtimeCode {
        public static let words: [Int32: String] = [
            0: "INCOMING_AT", 1: "STOPPED_AT", 2: "IN_TRANSIT_TO",
        ]
        /// The vehicle is about to arrive.
        public static let incomingAt = Self(rawValue: 0)
        /// The vehicle stands at the stop.
        public static let stoppedAt = Self(rawValue: 1)
        /// The vehicle has left the previous stop.
        public static let inTransitTo = Self(rawValue: 2)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }

    /// The traffic around a vehicle.
    public struct CongestionLevel: RealtimeCode {
        public static let words: [Int32: String] = [
            0: "UNKNOWN_CONGESTION_LEVEL", 1: "RUNNING_SMOOTHLY", 2: "STOP_AND_GO", 3: "CONGESTION",
            4: "SEVERE_CONGESTION",
        ]
        /// Not known.
        public static let unknown = Self(rawValue: 0)
        /// Traffic flows.
        public static let runningSmoothly = Self(rawValue: 1)
        /// Traffic stops now and then.
        public static let stopAndGo = Self(rawValue: 2)
        /// A traffic jam.
        public static let congestion = Self(rawValue: 3)
        /// A traffic jam in which people leave their cars.
        public static let severeCongestion = Self(rawValue: 4)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }

    /// How full a vehicle or carriage is.
    public struct OccupancyStatus: RealtimeCode {
        public static let words: [Int32: String] = [
            0: "EMPTY", 1: "MANY_SEATS_AVAILABLE", 2: "FEW_SEATS_AVAILABLE",
            3: "STANDING_ROOM_ONLY", 4: "CRUSHED_STANDING_ROOM_ONLY", 5: "FULL",
            6: "NOT_ACCEPTING_PASSENGERS", 7: "NO_DATA_AVAILABLE", 8: "NOT_BOARDABLE",
        ]
        /// Few or no passengers.
        public static let empty = Self(rawValue: 0)
        /// Many free seats.
        public static let manySeatsAvailable = Self(rawValue: 1)
        /// Few free seats.
        public static let fewSeatsAvailable = Self(rawValue: 2)
        /// Standing room only.
        public static let standingRoomOnly = Self(rawValue: 3)
        /// Little standing room.
        public static let crushedStandingRoomOnly = Self(rawValue: 4)
        /// Full.
        public static let full = Self(rawValue: 5)
        /// Passengers are not admitted.
        public static let notAcceptingPassengers = Self(rawValue: 6)
        /// Not known.
        public static let noDataAvailable = Self(rawValue: 7)
        /// Not for passengers, such as an engine.
        public static let notBoardable = Self(rawValue: 8)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }

    /// A carriage.
    public struct CarriageDetails: Hashable, Sendable {
        /// Identifies the carriage within the vehicle.
        public internal(set) var id: String?
        /// The number that riders see on it.
        public internal(set) var label: String?
        /// How full it is; `NO_DATA_AVAILABLE` if nil.
        public internal(set) var occupancyStatus: OccupancyStatus?
        /// How full it is, in percent; -1, or nil, if not known.
        public internal(set) var occupancyPercentage: Int32?
        /// The position of the carriage in the vehicle, from 1.
        public internal(set) var carriageSequence: UInt32?
    }
}

/// A place on Earth, and a movement.
public struct Position: Hashable, Sendable {
    /// Degrees north, WGS 84.
    public internal(set) var latitude: Float?
    /// Degrees east, WGS 84.
    public internal(set) var longitude: Float?
    /// The direction in which the vehicle is heading, in degrees clockwise from north.
    public internal(set) var bearing: Float?
    /// The distance traveled, in meters.
    public internal(set) var odometer: Double?
    /// Meters per second.
    public internal(set) var speed: Float?
}

extension VehiclePosition: ReadMessage {
    static let fields = Fields<Self>(
        "VehiclePosition",
        .message(1, "trip", \.trip),
        .message(2, "position", \.position),
        .value(3, "current_stop_sequence", \.currentStopSequence),
        .code(4, "current_status", \.currentStatus),
        .value(5, "timestamp", \.timestamp),
        .code(6, "congestion_level", \.congestionLevel),
        .value(7, "stop_id", \.stopID),
        .message(8, "vehicle", \.vehicle),
        .code(9, "occupancy_status", \.occupancyStatus),
        .value(10, "occupancy_percentage", \.occupancyPercentage),
        .list(11, "multi_carriage_details", \.multiCarriageDetails))
}

extension VehiclePosition.CarriageDetails: WholeMessage {
    static let fields = Fields<Self>(
        "CarriageDetails",
        .value(1, "id", \.id),
        .value(2, "label", \.label),
        .code(3, "occupancy_status", \.occupancyStatus),
        .value(4, "occupancy_percentage", \.occupancyPercentage),
        .value(5, "carriage_sequence", \.carriageSequence))
}

extension Position: WholeMessage {
    static let fields = Fields<Self>(
        "Position",
        .value(1, "latitude", \.latitude),
        .value(2, "longitude", \.longitude),
        .value(3, "bearing", \.bearing),
        .value(4, "odometer", \.odometer),
        .value(5, "speed", \.speed))
}
