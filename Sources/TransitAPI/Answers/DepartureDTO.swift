import Foundation
public import TransitModel

/// A departure: the keys of `schema/departures.schema.json`, and some that say how certain its time
/// is.
public struct DepartureDTO: WireObject {
    /// `trip_id`; empty where an answer lacks it.
    public var tripID = ""
    /// Null where the trip names no route.
    public var routeID: String?
    /// The stop or platform, even where a station was asked for.
    public var stopID = ""
    /// `stop_sequence`; 0 where an answer lacks it.
    public var stopSequence = 0
    /// The service day; 1 January of the year 0 where an answer lacks it.
    public var serviceDate = ServiceDate.earliest
    /// With the offset of the clock at the stop.
    public var departure = ZonedInstant.epoch
    /// Seconds of the service day, from noon minus twelve hours; may exceed 86,400. Left out where
    /// the server does not say.
    public var departureSeconds: Int?
    /// The headsign; null where the vehicle shows none.
    public var headsign: String?
    /// Whether the feed gives no time here, so that this one was interpolated; else false.
    public var interpolated = false
    /// `pickup_type`: how to board; 0, as scheduled, where an answer lacks it.
    public var pickupType = 0
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
    /// `stop_timezone` names no existing zone, so the clock is the agency's.
    public var stopTimezoneAssumed = false
    /// The agency names no existing zone, so the instant may be hours off.
    public var timezoneAssumed = false

    init() {}

    /// A departure as it is sent.
    ///
    /// - Parameters:
    ///   - departure: what the bundle says.
    ///   - seconds: the time in the service day, if known.
    ///   - board: the name of the zone of the board that the departure is on.
    public init(
        _ departure: Departure, seconds: Int? = nil, boardZone board: String? = nil
    ) {
        self.init(
            departure, instant: ZonedInstant(departure.departure, in: departure.timeZone),
            seconds: seconds, boardZone: board, colors: departure.route.map(PaintColors.init))
    }

    /// One of many, with what the board knows to be common to all.
    init(
        _ departure: Departure, instant: ZonedInstant, seconds: Int?, boardZone board: String?,
        colors: PaintColors?
    ) {
        let route = departure.route
        tripID = departure.tripID
        routeID = departure.routeID
        stopID = departure.stopID
        stopSequence = departure.stopSequence
        serviceDate = departure.serviceDate
        self.departure = instant
        departureSeconds = seconds
        headsign = departure.headsign
        interpolated = departure.isInterpolated
        pickupType = departure.pickup.code
        tripShortName = departure.tripShortName
        directionID = departure.directionID
        blockID = departure.blockID
        routeShortName = route?.routeShortName
        routeLongName = route?.routeLongName
        routeType = route?.routeType
        routeColor = colors?.background
        routeTextColor = colors?.text
        stopName = departure.stop.stopName
        platformCode = departure.stop.platformCode
        wheelchairAccessible = departure.wheelchairAccessible
        bikesAllowed = departure.bikesAllowed
        startTime = departure.startTime
        headwaySecs = departure.headwaySecs
        exactTimes = departure.exactTimes
        timezone = departure.timeZoneName == board ? nil : departure.timeZoneName
        stopTimezoneAssumed = departure.isStopTimeZoneAssumed
        timezoneAssumed = departure.isTimeZoneAssumed
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip_id", &tripID)
        wire.nullable("route_id", &routeID)
        wire.key("stop_id", &stopID)
        wire.key("stop_sequence", &stopSequence)
        wire.key("service_date", &serviceDate)
        wire.key("departure", &departure)
        wire.optional("departure_seconds", &departureSeconds)
        wire.nullable("headsign", &headsign)
        wire.key("interpolated", &interpolated)
        wire.key("pickup_type", &pickupType)
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
    }

    /// The departure.
    ///
    /// - Parameter board: the stops and routes of the board. A missing stop is made from the
    ///   departure's name for it, without a place; a missing route is nil.
    public func model(on board: BoardContext) -> Departure {
        Departure(
            tripID: tripID, routeID: routeID, route: routeID.flatMap(board.route),
            stop: board.stop(stopID)
                ?? Stop(
                    sid: 0, stopID: stopID, stopName: stopName, stopLat: nil, stopLon: nil,
                    platformCode: platformCode),
            stopSequence: stopSequence, serviceDate: serviceDate, departure: departure.date,
            timeZone: board.zone(timezone, offsetSeconds: departure.offsetSeconds),
            timeZoneName: timezone ?? board.timeZoneName,
            isStopTimeZoneAssumed: stopTimezoneAssumed, isTimeZoneAssumed: timezoneAssumed,
            headsign: headsign, isInterpolated: interpolated,
            pickup: PickupDropOff(code: pickupType), tripShortName: tripShortName,
            directionID: directionID, blockID: blockID,
            wheelchairAccessible: wheelchairAccessible, bikesAllowed: bikesAllowed,
            startTime: startTime, headwaySecs: headwaySecs, exactTimes: exactTimes)
    }
}
