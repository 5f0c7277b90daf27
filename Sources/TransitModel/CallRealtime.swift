/// The live data (GTFS Realtime) for one call of a run. It complements the timetable and never
/// replaces it.
public struct CallRealtime: Codable, Hashable, Sendable {
    /// The kinds of live data. A word that this library does not know decodes as ``scheduled``.
    public enum Status: String, CaseIterable, Codable, Sendable {
        /// Nothing is known about this call: the timetable applies.
        case scheduled
        /// The vehicle is expected at the given time.
        case updated
        /// The producer states that it has no data (`NO_DATA`).
        case noData = "no_data"
        /// The vehicle does not stop here, or riders may not board (`SKIPPED`).
        case skipped
        /// The whole run does not take place (`CANCELED`).
        case canceled
        /// The run is in no timetable (`NEW`, `ADDED`, `DUPLICATED`).
        case added
    }

    /// A vehicle, as riders may see it.
    public struct Vehicle: Codable, Hashable, Sendable {
        /// The producer's own id.
        public var id: String?
        /// The text on the vehicle.
        public var label: String?
        /// Whether the vehicle takes wheelchairs, a code of `wheelchair_accessible` that overrides
        /// the trip's value; 0 if unknown. Nil where the trip's value applies.
        public var wheelchairAccessible: Int?

        /// Creates a vehicle.
        public init(
            id: String? = nil, label: String? = nil, wheelchairAccessible: Int? = nil
        ) {
            self.id = id
            self.label = label
            self.wheelchairAccessible = wheelchairAccessible
        }
    }

    /// The kind of live data.
    public var status: Status
    /// When the vehicle is expected to arrive; nil where nothing is known.
    public var arrival: LocalInstant?
    /// When the vehicle is expected to leave; nil where nothing is known.
    public var departure: LocalInstant?
    /// The delay in seconds, negative when early. On a board of arrivals it is that of the arrival;
    /// elsewhere that of the departure or, without one, of the arrival.
    public var delaySeconds: Int?
    /// How far the expected time may be off, in seconds; 0 means that the time is certain.
    public var uncertaintySeconds: Int?
    /// Whether the timetable has this call; false for an added run, and for a run of a headway
    /// without exact times, whose times are the expected ones.
    public var isScheduled: Bool
    /// The `stop_id` of the platform in use, where it differs from the timetable's.
    public var stopID: String?
    /// The `platform_code` of ``stopID``, if the feed defines it.
    public var platformCode: String?
    /// The `stop_name` of ``stopID``, where that is not a platform of the timetable's station.
    public var stopName: String?
    /// The headsign, where it differs from the timetable's.
    public var headsign: String?
    /// How full the vehicle is when it leaves: a value of the reference, such as
    /// `FEW_SEATS_AVAILABLE`.
    public var occupancyStatus: String?
    /// The vehicle that makes the run.
    public var vehicle: Vehicle?
    /// The number of calls from the vehicle's next one to this one, without skipped ones: 0 for the
    /// next one, negative for those that the vehicle has passed. Nil where the position is older
    /// than five minutes, or contradicts the times.
    public var stopsAway: Int?
    /// Whether the vehicle stands at the stop (`STOPPED_AT`).
    public var isAtStop: Bool
    /// The ids (``ServiceAlert/id``) of the alerts for the run or this call, the most severe first.
    public var alerts: [String]

    /// Creates the live data about a call.
    public init(
        _ status: Status, arrival: LocalInstant? = nil, departure: LocalInstant? = nil,
        delaySeconds: Int? = nil, uncertaintySeconds: Int? = nil, isScheduled: Bool = true,
        stopID: String? = nil,
        platformCode: String? = nil, stopName: String? = nil, headsign: String? = nil,
        occupancyStatus: String? = nil, vehicle: Vehicle? = nil, stopsAway: Int? = nil,
        isAtStop: Bool = false, alerts: [String] = []
    ) {
        self.status = status
        self.arrival = arrival
        self.departure = departure
        self.delaySeconds = delaySeconds
        self.uncertaintySeconds = uncertaintySeconds
        self.isScheduled = isScheduled
        self.stopID = stopID
        self.platformCode = platformCode
        self.stopName = stopName
        self.headsign = headsign
        self.occupancyStatus = occupancyStatus
        self.vehicle = vehicle
        self.stopsAway = stopsAway
        self.isAtStop = isAtStop
        self.alerts = alerts
    }
}

extension StopEvent {
    /// When the vehicle is now expected to leave or arrive: the expected time, else the
    /// timetable's. Boards are sorted by it.
    @inlinable
    public var expectedTime: LocalInstant {
        (kind == .departure ? realtime?.departure : realtime?.arrival) ?? time
    }
}
