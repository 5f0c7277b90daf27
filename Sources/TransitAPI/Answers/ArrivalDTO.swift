import Foundation
public import TransitModel

/// An arrival: the keys of ``DepartureDTO``, with `arrival` and `drop_off_type`.
public struct ArrivalDTO: DTO {
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
    public var arrival: ZonedInstant
    /// Seconds of the service day, from noon minus twelve hours; may exceed 86,400. Left out where
    /// the server does not say.
    public var arrivalSeconds: Int?
    /// The headsign; null where the vehicle shows none.
    public var headsign: String?
    /// Whether the feed gives no time here, so that this one was interpolated; else false.
    public var interpolated: Bool
    /// `drop_off_type`: how to alight; 0, as scheduled, where an answer lacks it.
    public var dropOffType: Int
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

    /// An arrival as it is sent.
    ///
    /// - Parameters:
    ///   - arrival: what the bundle says.
    ///   - seconds: the time in the service day, if known.
    ///   - board: the name of the zone of the board that the arrival is on.
    public init(
        _ arrival: Arrival, seconds: Int? = nil, boardZone board: String? = nil
    ) {
        self.init(
            arrival, instant: ZonedInstant(arrival.arrival, in: arrival.timeZone),
            seconds: seconds, boardZone: board, colors: arrival.route.map(PaintColors.init))
    }

    /// One of many, with what the board knows to be common to all.
    init(
        _ arrival: Arrival, instant: ZonedInstant, seconds: Int?, boardZone board: String?,
        colors: PaintColors?
    ) {
        let route = arrival.route
        tripID = arrival.tripID
        routeID = arrival.routeID
        stopID = arrival.stop.stopID
        stopSequence = arrival.stopSequence
        serviceDate = arrival.serviceDate
        self.arrival = instant
        arrivalSeconds = seconds
        headsign = arrival.headsign
        interpolated = arrival.isInterpolated
        dropOffType = arrival.dropOff.code
        tripShortName = arrival.tripShortName
        directionID = arrival.directionID
        blockID = arrival.blockID
        routeShortName = route?.routeShortName
        routeLongName = route?.routeLongName
        routeType = route?.routeType
        routeColor = colors?.background
        routeTextColor = colors?.text
        stopName = arrival.stop.stopName
        platformCode = arrival.stop.platformCode
        wheelchairAccessible = arrival.wheelchairAccessible
        bikesAllowed = arrival.bikesAllowed
        startTime = arrival.startTime
        headwaySecs = arrival.headwaySecs
        exactTimes = arrival.exactTimes
        timezone = arrival.timeZoneName == board ? nil : arrival.timeZoneName
        stopTimezoneAssumed = arrival.isStopTimeZoneAssumed
        timezoneAssumed = arrival.isTimeZoneAssumed
    }

    public init(_ wire: WireReader) {
        tripID = wire.text("trip_id")
        routeID = wire.optionalText("route_id")
        stopID = wire.text("stop_id")
        stopSequence = wire.integer("stop_sequence")
        serviceDate = wire.date("service_date")
        arrival = wire.instant("arrival")
        arrivalSeconds = wire.optionalInteger("arrival_seconds")
        headsign = wire.optionalText("headsign")
        interpolated = wire.flag("interpolated")
        dropOffType = wire.integer("drop_off_type")
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
        wire.put(arrival, "arrival")
        wire.put(arrivalSeconds, "arrival_seconds")
        wire.putNullable(headsign, "headsign")
        wire.put(interpolated, "interpolated")
        wire.put(dropOffType, "drop_off_type")
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

    /// The arrival.
    ///
    /// - Parameter board: the stops and routes of the board. A missing stop is made from the
    ///   arrival's name for it, without a place; a missing route is nil.
    public func model(on board: BoardContext) -> Arrival {
        Arrival(
            tripID: tripID, routeID: routeID, route: routeID.flatMap(board.route),
            stop: board.stop(stopID)
                ?? Stop(
                    sid: 0, stopID: stopID, stopName: stopName, stopLat: nil, stopLon: nil,
                    platformCode: platformCode),
            stopSequence: stopSequence, serviceDate: serviceDate, arrival: arrival.date,
            timeZone: board.zone(timezone, offsetSeconds: arrival.offsetSeconds),
            timeZoneName: timezone ?? board.timeZoneName,
            isStopTimeZoneAssumed: stopTimezoneAssumed, isTimeZoneAssumed: timezoneAssumed,
            headsign: headsign, isInterpolated: interpolated,
            dropOff: PickupDropOff(code: dropOffType), tripShortName: tripShortName,
            directionID: directionID, blockID: blockID,
            wheelchairAccessible: wheelchairAccessible, bikesAllowed: bikesAllowed,
            startTime: startTime, headwaySecs: headwaySecs, exactTimes: exactTimes)
    }
}
