public import Foundation

/// The news of GTFS Realtime about one call of a run: beside the timetable, never in its place.
public struct CallRealtime: Codable, Hashable, Sendable {
    /// The kinds of news. A word that this library does not know reads as ``scheduled``.
    public enum Status: String, CaseIterable, Codable, Sendable {
        /// Nothing is said about this call: the timetable holds.
        case scheduled
        /// It is expected at the time given.
        case updated
        /// The producer knows that it cannot tell (`NO_DATA`).
        case noData = "no_data"
        /// The vehicle does not stop here, or riders may not board (`SKIPPED`).
        case skipped
        /// The whole run does not take place (`CANCELED`).
        case canceled
        /// A run that is in no timetable (`NEW`, `ADDED`, `DUPLICATED`).
        case added
    }

    /// A vehicle, as a rider may see it.
    public struct Vehicle: Codable, Hashable, Sendable {
        /// The producer's own id.
        public var id: String?
        /// The text on the vehicle.
        public var label: String?
        /// Whether it takes wheelchairs, a code of `wheelchair_accessible` that holds instead of the trip's:
        /// 0 if that is unknown. Nil where the trip's value holds.
        public var wheelchairAccessible: Int?

        /// One that an app makes itself, for previews and tests.
        public init(
            id: String? = nil, label: String? = nil, wheelchairAccessible: Int? = nil
        ) {
            self.id = id
            self.label = label
            self.wheelchairAccessible = wheelchairAccessible
        }
    }

    /// The kind of the news.
    public var status: Status
    /// When the vehicle is expected to arrive; nil where nothing is known.
    public var arrival: Date?
    /// When the vehicle is expected to leave; nil where nothing is known.
    public var departure: Date?
    /// Seconds after the timetable, negative when early; of an arrival on a board its own, else that of
    /// the departure or, without one, of the arrival.
    public var delaySeconds: Int?
    /// How far the expected time may be off, in seconds; 0 is a time that is certain.
    public var uncertaintySeconds: Int?
    /// The timetable has this call; false for an added run, and for one of a headway without exact times:
    /// their times are the expected ones.
    public var isScheduled: Bool
    /// The `stop_id` of the platform in use, where it differs from the timetable's.
    public var stopID: String?
    /// The `platform_code` of ``stopID``, where the feed defines it.
    public var platformCode: String?
    /// The headsign, where it differs from the timetable's.
    public var headsign: String?
    /// How full the vehicle is when it leaves, a word of the reference such as
    /// `FEW_SEATS_AVAILABLE`.
    public var occupancyStatus: String?
    /// The vehicle.
    public var vehicle: Vehicle?
    /// Calls from the next one of the vehicle to this one, without skipped ones: 0 for the next one, negative
    /// where it has passed. Nil where the position is older than five minutes, or contradicts the times.
    public var stopsAway: Int?
    /// The vehicle stands at the stop (`STOPPED_AT`).
    public var isAtStop: Bool
    /// The ids of the alerts about the run or this call, most severe first, as ``ServiceAlert/id``.
    public var alerts: [String]

    /// One that an app makes itself, for previews and tests.
    public init(
        _ status: Status, arrival: Date? = nil, departure: Date? = nil, delaySeconds: Int? = nil,
        uncertaintySeconds: Int? = nil, isScheduled: Bool = true, stopID: String? = nil,
        platformCode: String? = nil, headsign: String? = nil, occupancyStatus: String? = nil,
        vehicle: Vehicle? = nil, stopsAway: Int? = nil, isAtStop: Bool = false,
        alerts: [String] = []
    ) {
        self.status = status
        self.arrival = arrival
        self.departure = departure
        self.delaySeconds = delaySeconds
        self.uncertaintySeconds = uncertaintySeconds
        self.isScheduled = isScheduled
        self.stopID = stopID
        self.platformCode = platformCode
        self.headsign = headsign
        self.occupancyStatus = occupancyStatus
        self.vehicle = vehicle
        self.stopsAway = stopsAway
        self.isAtStop = isAtStop
        self.alerts = alerts
    }
}

extension StopEvent {
    /// When the vehicle leaves or arrives by what is known now: the expected time, else the
    /// timetable's. Boards are in this order.
    @inlinable
    public var expectedTime: Date {
        (kind == .departure ? realtime?.departure : realtime?.arrival) ?? time
    }
}
