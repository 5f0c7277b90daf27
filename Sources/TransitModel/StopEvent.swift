public import Foundation
public import GTFSSchedule

/// A vehicle departs from a stop, or arrives there.
public struct StopEvent: Codable, Hashable, Sendable, Identifiable {
    /// The kinds of events.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// It leaves the stop.
        case departure
        /// It comes to the stop.
        case arrival
    }

    /// Identifies an event of a feed on any board.
    public struct ID: Hashable, Sendable {
        /// Departure or arrival.
        public let kind: Kind
        /// The `trip_id`.
        public let tripID: TripID
        /// The service day.
        public let serviceDate: ServiceDate
        /// When the run leaves its first stop, for a trip of `frequencies.txt`.
        public let startTime: ServiceTime?
        /// The position of the call in the trip.
        public let stopSequence: Int
    }

    /// Departure or arrival.
    public var kind: Kind
    /// The `trip_id`.
    public var tripID: String
    /// The `route_id`; nil when the trip names none.
    public var routeID: String?
    /// The route; nil when the feed does not define it.
    public var route: Route?
    /// The stop or platform, even if a whole station was requested.
    public var stop: Stop
    /// The `stop_sequence` of the call: its position in the trip.
    public var stopSequence: Int
    /// The service day that the trip belongs to, which may be a day or more before ``time``.
    public var serviceDate: ServiceDate
    /// When the vehicle leaves or arrives according to the timetable.
    public var time: LocalInstant
    /// The seconds of the service day at ``time``, from noon minus twelve hours; may exceed 86,400.
    /// Only a server sets it in its answers: an event that was read has none.
    public var serviceSeconds: Int?
    /// The zone of the clock at the stop.
    public var timeZone: TimeZone
    /// The feed's name for ``timeZone``, which may differ from its `identifier`: that of `UTC` is
    /// `GMT`.
    public var timeZoneName: String
    /// Whether `stop_timezone` of the stop or its station names no existing zone, so that
    /// ``timeZone`` is the agency's.
    public var isStopTimeZoneAssumed: Bool
    /// Whether the trip's agency names no existing time zone, so that ``time`` was computed in the
    /// zone of another agency, or in GMT, and may be hours off.
    public var isTimeZoneAssumed: Bool
    /// The headsign of the vehicle at this stop.
    public var headsign: String?
    /// The feed gives no time here; this one was interpolated.
    public var isInterpolated: Bool
    /// How riders board or, at an arrival, alight; never `.notAvailable`, because boards leave out
    /// such calls.
    public var pickupDropOff: PickupDropOff
    /// `trip_short_name`, such as the number of a train; nil where the feed is blank.
    public var tripShortName: String?
    /// `direction_id`, 0 or 1, which only tells directions apart; nil where the feed is blank.
    public var directionID: Int?
    /// `block_id`: trips of one block run with the same vehicle. Nil where the feed is blank.
    public var blockID: String?
    /// `wheelchair_accessible` of the trip as published, nil where the feed is blank; see
    /// ``accessibility``.
    public var wheelchairAccessible: Int?
    /// `bikes_allowed` of the trip as published: 1 means at least one bicycle, 2 none, 0 or nil
    /// unknown.
    public var bikesAllowed: Int?
    /// For a trip of `frequencies.txt`: when this run leaves its first stop. With the trip's id and
    /// the service date, it identifies the run in GTFS Realtime.
    public var startTime: ServiceTime?
    /// For a trip of `frequencies.txt`: the seconds between runs.
    public var headwaySecs: Int?
    /// For a trip of `frequencies.txt`: whether the run leaves exactly then (1), or about every
    /// `headwaySecs` (0); see ``FrequentRun/isAboutEvery``.
    public var exactTimes: Int?
    /// The live data for this event; nil where the source has none for this run.
    public var realtime: CallRealtime?

    /// Creates a stop event.
    public init(
        _ kind: Kind = .departure, tripID: String, routeID: String? = nil, route: Route? = nil,
        stop: Stop, stopSequence: Int,
        serviceDate: ServiceDate, time: LocalInstant, timeZone: TimeZone,
        timeZoneName: String? = nil,
        isStopTimeZoneAssumed: Bool = false, isTimeZoneAssumed: Bool = false,
        headsign: String? = nil, isInterpolated: Bool = false,
        pickupDropOff: PickupDropOff = .regular, tripShortName: String? = nil,
        directionID: Int? = nil,
        blockID: String? = nil, wheelchairAccessible: Int? = nil, bikesAllowed: Int? = nil,
        startTime: ServiceTime? = nil, headwaySecs: Int? = nil, exactTimes: Int? = nil,
        realtime: CallRealtime? = nil
    ) {
        self.kind = kind
        self.tripID = tripID
        self.routeID = routeID
        self.route = route
        self.stop = stop
        self.stopSequence = stopSequence
        self.serviceDate = serviceDate
        self.time = time
        self.timeZone = timeZone
        self.timeZoneName = timeZoneName ?? timeZone.identifier
        self.isStopTimeZoneAssumed = isStopTimeZoneAssumed
        self.isTimeZoneAssumed = isTimeZoneAssumed
        self.headsign = headsign
        self.isInterpolated = isInterpolated
        self.pickupDropOff = pickupDropOff
        self.tripShortName = tripShortName
        self.directionID = directionID
        self.blockID = blockID
        self.wheelchairAccessible = wheelchairAccessible
        self.bikesAllowed = bikesAllowed
        self.startTime = startTime
        self.headwaySecs = headwaySecs
        self.exactTimes = exactTimes
        self.realtime = realtime
    }

    public var id: ID {
        ID(
            kind: kind, tripID: TripID(tripID), serviceDate: serviceDate, startTime: startTime,
            stopSequence: stopSequence)
    }
    /// The `stop_id` of the stop or platform.
    public var stopID: String { stop.stopID }
    /// Whether the vehicle takes wheelchairs: what live data says about the vehicle, else what the
    /// timetable says about the trip.
    public var accessibility: Accessibility {
        Accessibility(code: realtime?.vehicle?.wheelchairAccessible ?? wheelchairAccessible ?? 0)
    }
    /// Whether the vehicle takes bicycles.
    public var bikes: CarriagePermission { CarriagePermission(code: bikesAllowed ?? 0) }
}

extension StopEvent {
    /// Orders by expected time, then trip, position in the trip, start of the run and day; ids
    /// compare by their bytes. Beyond that only added runs can be equal, which live data names
    /// freely.
    package static func isInOrder(_ left: StopEvent, _ right: StopEvent) -> Bool {
        let times = (left.expectedTime.seconds, right.expectedTime.seconds)
        if times.0 != times.1 { return times.0 < times.1 }
        let trips = (TripID(left.tripID), TripID(right.tripID))
        if trips.0 != trips.1 { return trips.0 < trips.1 }
        func numbers(_ event: StopEvent) -> (Int, Int, ServiceDate) {
            (event.stopSequence, event.startTime?.seconds ?? -1, event.serviceDate)
        }
        if numbers(left) != numbers(right) { return numbers(left) < numbers(right) }
        func status(_ event: StopEvent) -> String { event.realtime?.status.rawValue ?? "" }
        return status(left) < status(right)
    }
}
