extension TripUpdate {
    /// A change at a stop of the trip.
    public struct StopTimeUpdate: Hashable, Sendable {
        /// The `stop_sequence` of `stop_times.txt`; 0 is a value.
        public internal(set) var stopSequence: UInt32?
        /// The `stop_id` of `stop_times.txt`.
        public internal(set) var stopID: String?
        /// The arrival.
        public internal(set) var arrival: StopTimeEvent?
        /// The departure.
        public internal(set) var departure: StopTimeEvent?
        /// How full the vehicle is after the departure.
        public internal(set) var departureOccupancyStatus: VehiclePosition.OccupancyStatus?
        /// Whether the stop is served as planned; `SCHEDULED` if nil.
        public internal(set) var scheduleRelationship: ScheduleRelationship?
        /// New values of the call.
        public internal(set) var stopTimeProperties: StopTimeProperties?
    }
}

extension TripUpdate.StopTimeUpdate {
    /// Whether a stop is served as planned.
    public struct ScheduleRelationship: RealtimeCode {
        public static let words: [Int32: String] = [
            0: "SCHEDULED", 1: "SKIPPED", 2: "NO_DATA", 3: "UNSCHEDULED",
        ]
        /// As planned, though perhaps at another time.
        public static let scheduled = Self(rawValue: 0)
        /// The vehicle does not stop.
        public static let skipped = Self(rawValue: 1)
        /// Nothing is known from this stop on.
        public static let noData = Self(rawValue: 2)
        /// The run follows no timetable: one of `frequencies.txt` without exact times.
        public static let unscheduled = Self(rawValue: 3)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }

    /// New values of a call.
    public struct StopTimeProperties: Hashable, Sendable {
        /// The stop where the vehicle actually stops, such as another platform.
        public internal(set) var assignedStopID: String?
        /// The headsign at the stop.
        public internal(set) var stopHeadsign: String?
        /// How riders may board.
        public internal(set) var pickupType: DropOffPickupType?
        /// How riders may alight.
        public internal(set) var dropOffType: DropOffPickupType?

        /// How riders may board or alight.
        public struct DropOffPickupType: RealtimeCode {
            public static let words: [Int32: String] = [
                0: "REGULAR", 1: "NONE", 2: "PHONE_AGENCY", 3: "COORDINATE_WITH_DRIVER",
            ]
            /// As usual.
            public static let regular = Self(rawValue: 0)
            /// Not possible here.
            public static let unavailable = Self(rawValue: 1)
            /// Riders must call the agency.
            public static let phoneAgency = Self(rawValue: 2)
            /// Riders must ask the driver.
            public static let coordinateWithDriver = Self(rawValue: 3)

            public let rawValue: Int32
            public init(rawValue: Int32) { self.rawValue = rawValue }
        }
    }
}

extension TripUpdate.StopTimeUpdate: WholeMessage {
    static let fields = Fields<Self>(
        "StopTimeUpdate",
        .value(1, "stop_sequence", \.stopSequence),
        .message(2, "arrival", \.arrival),
        .message(3, "departure", \.departure),
        .value(4, "stop_id", \.stopID),
        .code(5, "schedule_relationship", \.scheduleRelationship),
        .message(6, "stop_time_properties", \.stopTimeProperties),
        .code(7, "departure_occupancy_status", \.departureOccupancyStatus))
}

extension TripUpdate.StopTimeUpdate.StopTimeProperties: WholeMessage {
    static let fields = Fields<Self>(
        "StopTimeProperties",
        .value(1, "assigned_stop_id", \.assignedStopID),
        .value(2, "stop_headsign", \.stopHeadsign),
        .code(3, "pickup_type", \.pickupType),
        .code(4, "drop_off_type", \.dropOffType))
}
