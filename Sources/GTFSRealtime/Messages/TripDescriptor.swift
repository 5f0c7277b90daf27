/// Identifies a run: by the id of its trip, or by route, direction, day and time.
public struct TripDescriptor: Hashable, Sendable {
    /// The `trip_id` of `trips.txt`.
    public internal(set) var tripID: String?
    /// The `route_id` of `routes.txt`.
    public internal(set) var routeID: String?
    /// The `direction_id` of `trips.txt`; 0 is a value.
    public internal(set) var directionID: UInt32?
    /// When the run starts, `HH:MM:SS`, which may exceed 24 hours.
    public internal(set) var startTime: String?
    /// The service day, `YYYYMMDD`.
    public internal(set) var startDate: String?
    /// Whether the run is in the timetable; `SCHEDULED` if nil.
    public internal(set) var scheduleRelationship: ScheduleRelationship?
    /// The trip that a detour changes, if the descriptor is that of the changed one.
    public internal(set) var modifiedTrip: ModifiedTripSelector?

    package init() {}

    /// Whether a run is in the timetable.
    public struct ScheduleRelationship: RealtimeCode {
        public static let words: [Int32: String] = [
            0: "SCHEDULED", 1: "ADDED", 2: "UNSCHEDULED", 3: "CANCELED", 5: "REPLACEMENT",
            6: "DUPLICATED", 7: "DELETED", 8: "NEW",
        ]
        /// The run is in the timetable, or in a headway of `frequencies.txt` with exact times.
        public static let scheduled = Self(rawValue: 0)
        /// An extra run; deprecated in favor of ``new`` and ``duplicated``.
        public static let added = Self(rawValue: 1)
        /// The run follows no timetable: one of `frequencies.txt` without exact times.
        public static let unscheduled = Self(rawValue: 2)
        /// The run is in the timetable but does not take place.
        public static let canceled = Self(rawValue: 3)
        /// The update replaces the stops and times of the run.
        public static let replacement = Self(rawValue: 5)
        /// A copy of a trip, at another time.
        public static let duplicated = Self(rawValue: 6)
        /// The run does not take place, and riders should not see that.
        public static let deleted = Self(rawValue: 7)
        /// An extra run, unlike any in the timetable.
        public static let new = Self(rawValue: 8)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }

    /// Identifies a trip that a detour changes.
    public struct ModifiedTripSelector: Hashable, Sendable {
        /// The `id` of the entity with the trip modifications.
        public internal(set) var modificationsID: String?
        /// The `trip_id` of `trips.txt`.
        public internal(set) var affectedTripID: String?
        /// When the run starts, `HH:MM:SS`.
        public internal(set) var startTime: String?
        /// The service day, `YYYYMMDD`.
        public internal(set) var startDate: String?
    }
}

extension TripDescriptor: WholeMessage {
    static let fields = Fields<Self>(
        "TripDescriptor",
        .value(1, "trip_id", \.tripID),
        .value(2, "start_time", \.startTime),
        .value(3, "start_date", \.startDate),
        .code(4, "schedule_relationship", \.scheduleRelationship),
        .value(5, "route_id", \.routeID),
        .value(6, "direction_id", \.directionID),
        .message(7, "modified_trip", \.modifiedTrip))
}

extension TripDescriptor.ModifiedTripSelector: WholeMessage {
    static let fields = Fields<Self>(
        "ModifiedTripSelector",
        .value(1, "modifications_id", \.modificationsID),
        .value(2, "affected_trip_id", \.affectedTripID),
        .value(3, "start_time", \.startTime),
        .value(4, "start_date", \.startDate))
}
