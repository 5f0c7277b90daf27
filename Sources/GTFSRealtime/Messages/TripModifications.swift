/// A detour of several trips. Experimental in the reference.
public struct TripModifications: Sendable {
    /// The trips, with the shape that they get.
    public private(set) var selectedTrips = RepeatedField<SelectedTrips>()

    /// The starts of the runs of `frequencies.txt` that are changed, `HH:MM:SS`.
    public private(set) var startTimes = RepeatedField<String>()

    /// The service days, `YYYYMMDD`.
    public private(set) var serviceDates = RepeatedField<String>()

    /// The parts of the trips that are replaced.
    public private(set) var modifications = RepeatedField<Modification>()

    /// Trips with the shape that they get.
    public struct SelectedTrips: Sendable {
        /// The shape; one of the feed, or a ``Shape`` of the message.
        public private(set) var shapeID: String?

        /// The `trip_id` of each trip.
        public private(set) var tripIDs = RepeatedField<String>()
    }

    /// A part of the trips that is replaced.
    public struct Modification: Sendable {
        /// The first stop that is replaced; if the end is nil, the stop before which others are
        /// inserted.
        public private(set) var startStopSelector: StopSelector?
        /// The last stop that is replaced.
        public private(set) var endStopSelector: StopSelector?
        /// The delay in seconds of the stops after the end; 0 if nil.
        public private(set) var propagatedModificationDelay: Int32?
        /// The `id` of the entity with the alert about the detour.
        public private(set) var serviceAlertID: String?
        /// When it was last changed, in seconds since 1970.
        public private(set) var lastModifiedTime: UInt64?

        /// The stops that replace the skipped ones.
        public private(set) var replacementStops = RepeatedField<ReplacementStop>()
    }
}

/// Identifies a stop of a trip.
public struct StopSelector: Hashable, Sendable {
    /// The `stop_sequence` of `stop_times.txt`; 0 is a value.
    public internal(set) var stopSequence: UInt32?
    /// The `stop_id` of `stop_times.txt`.
    public internal(set) var stopID: String?
}

/// A stop of a detour.
public struct ReplacementStop: Hashable, Sendable {
    /// Seconds from the departure at the stop before the detour to the arrival here.
    public internal(set) var travelTimeToStop: Int32?
    /// The stop; one of the feed, or a ``Stop`` of the message.
    public internal(set) var stopID: String?
}

extension TripModifications: ReadMessage {
    static let fields = Fields<Self>(
        "TripModifications",
        .list(1, "selected_trips", \.selectedTrips),
        .list(2, "start_times", \.startTimes),
        .list(3, "service_dates", \.serviceDates),
        .list(4, "modifications", \.modifications))
}

extension TripModifications.SelectedTrips: ReadMessage {
    static let fields = Fields<Self>(
        "SelectedTrips",
        .list(1, "trip_ids", \.tripIDs),
        .value(2, "shape_id", \.shapeID))
}

extension TripModifications.Modification: ReadMessage {
    static let fields = Fields<Self>(
        "Modification",
        .message(1, "start_stop_selector", \.startStopSelector),
        .message(2, "end_stop_selector", \.endStopSelector),
        .value(3, "propagated_modification_delay", \.propagatedModificationDelay),
        .list(4, "replacement_stops", \.replacementStops),
        .value(5, "service_alert_id", \.serviceAlertID),
        .value(6, "last_modified_time", \.lastModifiedTime))
}

extension StopSelector: WholeMessage {
    static let fields = Fields<Self>(
        "StopSelector",
        .value(1, "stop_sequence", \.stopSequence),
        .value(2, "stop_id", \.stopID))
}

extension ReplacementStop: WholeMessage {
    static let fields = Fields<Self>(
        "ReplacementStop",
        .value(1, "travel_time_to_stop", \.travelTimeToStop),
        .value(2, "stop_id", \.stopID))
}
