public import TransitModel

/// A departure or an arrival; the keys for the time and for boarding or alighting differ between
/// the two.
public struct StopEventDTO: WireObject, DTO {
    /// Departure or arrival: an object with a key that only arrivals have is an arrival.
    public var kind = StopEvent.Kind.departure
    /// `trip_id`; empty where an answer lacks it.
    public var tripID = ""
    /// Null where the trip names no route.
    public var routeID: String?
    /// The stop or platform, even where a station was requested.
    public var stopID = ""
    /// `stop_sequence`; 0 where an answer lacks it.
    public var stopSequence = 0
    /// The service day; January 1 of the year 0 where an answer lacks it.
    public var serviceDate = ServiceDate.earliest
    /// With the offset of the clock at the stop.
    public var time = ZonedInstant.epoch
    /// Seconds of the service day, from noon minus twelve hours; may exceed 86,400. Left out where
    /// the server does not say.
    public var seconds: Int?
    /// The headsign; null where the vehicle shows none.
    public var headsign: String?
    /// Whether the feed gives no time here, so that this one is interpolated.
    public var interpolated = false
    /// `pickup_type`, or `drop_off_type` for an arrival: how to board or alight; 0, as scheduled,
    /// where an answer lacks it.
    public var pickupDropOffType = 0
    /// `trip_short_name`; nil where the feed is blank.
    public var tripShortName: String?
    /// `direction_id`; nil where the feed is blank.
    public var directionID: Int?
    /// `block_id`; nil where the feed is blank.
    public var blockID: String?
    /// `route_short_name`; nil where the feed is blank.
    public var routeShortName: String?
    /// `route_long_name`; nil where the feed is blank.
    public var routeLongName: String?
    /// `route_type`; nil where the feed is blank.
    public var routeType: Int?
    /// The color to paint with, even where the feed gives none.
    public var routeColor: String?
    /// A color that is readable on ``routeColor``.
    public var routeTextColor: String?
    /// `stop_name`; empty where an answer lacks it.
    public var stopName = ""
    /// `platform_code`; nil where the feed is blank.
    public var platformCode: String?
    /// `wheelchair_accessible`; nil where the feed is blank.
    public var wheelchairAccessible: Int?
    /// `bikes_allowed`; nil where the feed is blank.
    public var bikesAllowed: Int?
    /// When this run leaves its first stop; nil unless the trip is one of `frequencies.txt`.
    public var startTime: ServiceTime?
    /// The seconds between runs; nil unless the trip is one of `frequencies.txt`.
    public var headwaySecs: Int?
    /// Whether runs leave exactly then (1) or about then (0); nil unless of `frequencies.txt`.
    public var exactTimes: Int?
    /// The zone of the clock at the stop, where it differs from the board's.
    public var timezone: String?
    /// Whether `stop_timezone` names no existing zone, so that the clock is the agency's.
    public var stopTimezoneAssumed = false
    /// Whether the agency names no existing zone, so that the instant may be hours off.
    public var timezoneAssumed = false
    /// The live data; nil where there is none.
    public var realtime: CallRealtimeDTO?

    init() {}

    /// Creates the wire form of an event.
    ///
    /// - Parameters:
    ///   - event: the event in the bundle.
    ///   - seconds: the time in the service day, if known.
    ///   - board: the name of the zone of the board that the event is on.
    public init(_ event: StopEvent, seconds: Int? = nil, boardZone board: String? = nil) {
        self.init(
            event, instant: ZonedInstant(event.time, in: event.timeZone), seconds: seconds,
            boardZone: board, colors: event.route.map(PaintColors.init))
    }

    init(
        _ event: StopEvent, instant: ZonedInstant, seconds: Int?, boardZone board: String?,
        colors: PaintColors?
    ) {
        let route = event.route
        kind = event.kind
        tripID = event.tripID
        routeID = event.routeID
        stopID = event.stopID
        stopSequence = event.stopSequence
        serviceDate = event.serviceDate
        time = instant
        self.seconds = seconds
        headsign = event.headsign
        interpolated = event.isInterpolated
        pickupDropOffType = event.pickupDropOff.code
        tripShortName = event.tripShortName
        directionID = event.directionID
        blockID = event.blockID
        routeShortName = route?.routeShortName
        routeLongName = route?.routeLongName
        routeType = route?.routeType
        routeColor = colors?.background
        routeTextColor = colors?.text
        stopName = event.stop.stopName
        platformCode = event.stop.platformCode
        wheelchairAccessible = event.wheelchairAccessible
        bikesAllowed = event.bikesAllowed
        startTime = event.startTime
        headwaySecs = event.headwaySecs
        exactTimes = event.exactTimes
        timezone = event.timeZoneName == board ? nil : event.timeZoneName
        stopTimezoneAssumed = event.isStopTimeZoneAssumed
        timezoneAssumed = event.isTimeZoneAssumed
        realtime = event.realtime.map { CallRealtimeDTO($0, in: event.timeZone) }
    }

    mutating func visit(_ wire: inout some Wire) {
        let ofArrival = StopEvent.Kind.arrival.keys
        if wire.has(ofArrival.time) || wire.has(ofArrival.seconds) || wire.has(ofArrival.type) {
            kind = .arrival
        }
        let keys = kind.keys
        wire.key("trip_id", &tripID)
        wire.nullable("route_id", &routeID)
        wire.key("stop_id", &stopID)
        wire.key("stop_sequence", &stopSequence)
        wire.key("service_date", &serviceDate)
        wire.key(keys.time, &time)
        wire.optional(keys.seconds, &seconds)
        wire.nullable("headsign", &headsign)
        wire.key("interpolated", &interpolated)
        wire.key(keys.type, &pickupDropOffType)
        wire.optional("trip_short_name", &tripShortName)
        wire.optional("direction_id", &directionID)
        wire.optional("block_id", &blockID)
        wire.optional("route_short_name", &routeShortName)
        wire.optional("route_long_name", &routeLongName)
        wire.optional("route_type", &routeType)
        wire.optional("route_color", &routeColor)
        wire.optional("route_text_color", &routeTextColor)
        wire.key("stop_name", &stopName)
        wire.optional("platform_code", &platformCode)
        wire.optional("wheelchair_accessible", &wheelchairAccessible)
        wire.optional("bikes_allowed", &bikesAllowed)
        wire.optional("start_time", &startTime)
        wire.optional("headway_secs", &headwaySecs)
        wire.optional("exact_times", &exactTimes)
        wire.optional("timezone", &timezone)
        wire.optional("stop_timezone_assumed", &stopTimezoneAssumed)
        wire.optional("timezone_assumed", &timezoneAssumed)
        wire.optional("realtime", &realtime)
    }

    /// Returns the event.
    ///
    /// - Parameter board: the stops and routes of the board. A missing stop is created from the
    ///   event's name for it, without a place; a missing route is nil.
    public func model(on board: BoardContext) -> StopEvent {
        StopEvent(
            kind, tripID: tripID, routeID: routeID, route: routeID.flatMap(board.route),
            stop: board.stop(stopID)
                ?? Stop(
                    sid: 0, stopID: stopID, stopName: stopName, stopLat: nil, stopLon: nil,
                    platformCode: platformCode),
            stopSequence: stopSequence, serviceDate: serviceDate, time: time.date,
            timeZone: board.zone(timezone, offsetSeconds: time.offsetSeconds),
            timeZoneName: timezone ?? board.timeZoneName,
            isStopTimeZoneAssumed: stopTimezoneAssumed, isTimeZoneAssumed: timezoneAssumed,
            headsign: headsign, isInterpolated: interpolated,
            pickupDropOff: PickupDropOff(code: pickupDropOffType), tripShortName: tripShortName,
            directionID: directionID, blockID: blockID,
            wheelchairAccessible: wheelchairAccessible, bikesAllowed: bikesAllowed,
            startTime: startTime, headwaySecs: headwaySecs, exactTimes: exactTimes,
            realtime: realtime?.model)
    }
}

extension StopEvent.Kind {
    fileprivate var keys: (time: StaticString, seconds: StaticString, type: StaticString) {
        switch self {
        case .departure: ("departure", "departure_seconds", "pickup_type")
        case .arrival: ("arrival", "arrival_seconds", "drop_off_type")
        }
    }

    package var listKey: StaticString {
        switch self {
        case .departure: "departures"
        case .arrival: "arrivals"
        }
    }
}
