import Foundation
public import TransitModel

/// A departure: the keys of `schema/departures.schema.json`, and some that say how certain its time
/// is.
public struct DepartureDTO: DTO {
    /// `trip_id`; empty where an answer lacks it.
    public var tripID: String
    /// Null where the trip names no route.
    public var routeID: String?
    /// The stop or platform, even where a station was asked for.
    public var stopID: String
    /// `stop_sequence`; 0 where an answer lacks it.
    public var stopSequence: Int
    /// The service day; 1 January of the year 0 where an answer lacks it.
    public var serviceDate: ServiceDate
    /// With the offset of the clock at the stop.
    public var departure: ZonedInstant
    /// Seconds of the service day, from noon minus twelve hours; may exceed 86,400. Left out where
    /// the server does not say.
    public var departureSeconds: Int?
    /// The headsign; null where the vehicle shows none.
    public var headsign: String?
    /// Whether the feed gives no time here, so that this one was interpolated; else false.
    public var interpolated: Bool
    /// `pickup_type`: how to board; 0, as scheduled, where an answer lacks it.
    public var pickupType: Int
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
    public var stopName: String
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
    public var stopTimezoneAssumed: Bool
    /// The agency names no existing zone, so the instant may be hours off.
    public var timezoneAssumed: Bool

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

    public init(_ wire: WireReader) {
        tripID = wire.text("trip_id")
        routeID = wire.optionalText("route_id")
        stopID = wire.text("stop_id")
        stopSequence = wire.integer("stop_sequence")
        serviceDate = wire.date("service_date")
        departure = wire.instant("departure")
        departureSeconds = wire.optionalInteger("departure_seconds")
        headsign = wire.optionalText("headsign")
        interpolated = wire.flag("interpolated")
        pickupType = wire.integer("pickup_type")
        tripShortName = wire.optionalText("trip_short_name")
        directionID = wire.optionalInteger("direction_id")
        blockID = wire.optionalText("block_id")
        routeShortName = wire.optionalText("route_short_name")
        routeLongName = wire.optionalText("route_long_name")
        routeType = wire.optionalInteger("route_type")
        routeColor = wire.optionalText("route_color")
        routeTextColor = wire.optionalText("route_text_color")
        stopName = wire.text("stop_name")
        platformCode = wire.optionalText("platform_code")
        wheelchairAccessible = wire.optionalInteger("wheelchair_accessible")
        bikesAllowed = wire.optionalInteger("bikes_allowed")
        startTime = wire.optionalTime("start_time")
        headwaySecs = wire.optionalInteger("headway_secs")
        exactTimes = wire.optionalInteger("exact_times")
        timezone = wire.optionalText("timezone")
        stopTimezoneAssumed = wire.optionalFlag("stop_timezone_assumed")
        timezoneAssumed = wire.optionalFlag("timezone_assumed")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(tripID, "trip_id")
        wire.putNullable(routeID, "route_id")
        wire.put(stopID, "stop_id")
        wire.put(stopSequence, "stop_sequence")
        wire.put(serviceDate, "service_date")
        wire.put(departure, "departure")
        wire.put(departureSeconds, "departure_seconds")
        wire.putNullable(headsign, "headsign")
        wire.put(interpolated, "interpolated")
        wire.put(pickupType, "pickup_type")
        wire.put(tripShortName, "trip_short_name")
        wire.put(directionID, "direction_id")
        wire.put(blockID, "block_id")
        wire.put(routeShortName, "route_short_name")
        wire.put(routeLongName, "route_long_name")
        wire.put(routeType, "route_type")
        wire.put(routeColor, "route_color")
        wire.put(routeTextColor, "route_text_color")
        wire.put(stopName, "stop_name")
        wire.put(platformCode, "platform_code")
        wire.put(wheelchairAccessible, "wheelchair_accessible")
        wire.put(bikesAllowed, "bikes_allowed")
        wire.put(startTime, "start_time")
        wire.put(headwaySecs, "headway_secs")
        wire.put(exactTimes, "exact_times")
        wire.put(timezone, "timezone")
        wire.putIfTrue(stopTimezoneAssumed, "stop_timezone_assumed")
        wire.putIfTrue(timezoneAssumed, "timezone_assumed")
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
