/// A detour of several trips. Experimental in the reference.
public struct TripModifications: Sendable {
    private let slice: MessageSlice

    /// The trips, with the shape that they get.
    public var selectedTrips: RepeatedField<SelectedTrips> {
        RepeatedField(slice, Self.selectedTripsField)
    }

    /// The starts of the runs of `frequencies.txt` that are changed, `HH:MM:SS`.
    public var startTimes: RepeatedField<String> { RepeatedField(slice, Self.startTimesField) }

    /// The service days, `YYYYMMDD`.
    public var serviceDates: RepeatedField<String> { RepeatedField(slice, Self.serviceDatesField) }

    /// The parts of the trips that are replaced.
    public var modifications: RepeatedField<Modification> {
        RepeatedField(slice, Self.modificationsField)
    }

    /// Trips with the shape that they get.
    public struct SelectedTrips: Sendable {
        /// The shape; one of the feed, or a ``Shape`` of the message.
        public private(set) var shapeID: String?

        private let slice: MessageSlice

        /// The `trip_id` of each trip.
        public var tripIDs: RepeatedField<String> { RepeatedField(slice, Self.tripIDsField) }
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

        private let slice: MessageSlice

        /// The stops that replace the skipped ones.
        public var replacementStops: RepeatedField<ReplacementStop> {
            RepeatedField(slice, Self.replacementStopsField)
        }
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
    private static let selectedTripsField = ListField<SelectedTrips>(1, "selected_trips")
    private static let startTimesField = ListField<String>(2, "start_times")
    private static let serviceDatesField = ListField<String>(3, "service_dates")
    private static let modificationsField = ListField<Modification>(4, "modifications")

    static let fields = Fields<Self>(
        "TripModifications",
        .list(selectedTripsField),
        .list(startTimesField),
        .list(serviceDatesField),
        .list(modificationsField))

    init(_ slice: MessageSlice) {
        self.slice = slice
    }
}

extension TripModifications.SelectedTrips: ReadMessage {
    private static let tripIDsField = ListField<String>(1, "trip_ids")

    static let fields = Fields<Self>(
        "SelectedTrips",
        .list(tripIDsField),
        .value(2, "shape_id", \.shapeID))

    init(_ slice: MessageSlice) {
        self.slice = slice
    }
}

extension TripModifications.Modification: ReadMessage {
    private static let replacementStopsField = ListField<ReplacementStop>(4, "replacement_stops")

    static let fields = Fields<Self>(
        "Modification",
        .message(1, "start_stop_selector", \.startStopSelector),
        .message(2, "end_stop_selector", \.endStopSelector),
        .value(3, "propagated_modification_delay", \.propagatedModificationDelay),
        .list(replacementStopsField),
        .value(5, "service_alert_id", \.serviceAlertID),
        .value(6, "last_modified_time", \.lastModifiedTime))

    init(_ slice: MessageSlice) {
        self.slice = slice
    }
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
