/// The progress of a run of a trip, or that it does not run as planned.
public struct TripUpdate: Sendable {
    /// The run.
    public private(set) var trip: TripDescriptor?
    /// The vehicle that serves it.
    public private(set) var vehicle: VehicleDescriptor?
    /// When the progress was measured, in seconds since 1970.
    public private(set) var timestamp: UInt64?
    /// The delay of the run in seconds, until the first stop update says otherwise; negative when
    /// early.
    public private(set) var delay: Int32?
    /// New values of a trip that is new, or a copy.
    public private(set) var tripProperties: TripProperties?

    /// Changes at stops, in the order of the trip.
    public private(set) var stopTimeUpdates = RepeatedField<StopTimeUpdate>()

    init() {}

    package init(of trip: TripDescriptor?, timestamp: UInt64?) {
        self.trip = trip
        self.timestamp = timestamp
    }

    /// An arrival or a departure.
    public struct StopTimeEvent: Hashable, Sendable {
        /// The delay in seconds; negative when early.
        public internal(set) var delay: Int32?
        /// The instant, in seconds since 1970.
        public internal(set) var time: Int64?
        /// How far the prediction may be off, in seconds; 0 if it is certain.
        public internal(set) var uncertainty: Int32?
        /// The planned instant of a run that is not in the timetable, in seconds since 1970.
        public internal(set) var scheduledTime: Int64?
    }

    /// New values of a trip.
    public struct TripProperties: Hashable, Sendable {
        /// The id of the new trip; not one of the feed.
        public internal(set) var tripID: String?
        /// Its service day, `YYYYMMDD`.
        public internal(set) var startDate: String?
        /// When it starts, `HH:MM:SS`.
        public internal(set) var startTime: String?
        /// Its shape.
        public internal(set) var shapeID: String?
        /// Its headsign.
        public internal(set) var tripHeadsign: String?
        /// Its name for riders.
        public internal(set) var tripShortName: String?
    }
}

extension TripUpdate: ReadMessage {
    static let fields = Fields<Self>(
        "TripUpdate",
        .message(1, "trip", \.trip),
        .list(2, "stop_time_update", \.stopTimeUpdates),
        .message(3, "vehicle", \.vehicle),
        .value(4, "timestamp", \.timestamp),
        .value(5, "delay", \.delay),
        .message(6, "trip_properties", \.tripProperties))
}

extension TripUpdate.StopTimeEvent: WholeMessage {
    static let fields = Fields<Self>(
        "StopTimeEvent",
        .value(1, "delay", \.delay),
        .value(2, "time", \.time),
        .value(3, "uncertainty", \.uncertainty),
        .value(4, "scheduled_time", \.scheduledTime))
}

extension TripUpdate.TripProperties: WholeMessage {
    static let fields = Fields<Self>(
        "TripProperties",
        .value(1, "trip_id", \.tripID),
        .value(2, "start_date", \.startDate),
        .value(3, "start_time", \.startTime),
        .value(4, "shape_id", \.shapeID),
        .value(5, "trip_headsign", \.tripHeadsign),
        .value(6, "trip_short_name", \.tripShortName))
}
