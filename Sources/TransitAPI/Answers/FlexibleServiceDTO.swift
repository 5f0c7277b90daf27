import Foundation
public import TransitModel

/// A flexible service that comes to a stop, or to an area around it, on a service day.
public struct FlexibleServiceDTO: DTO {
    /// The trip.
    public var trip: TripDTO
    /// The route; nil when the feed does not define it.
    public var route: RouteDTO?
    /// The service day.
    public var serviceDate: ServiceDate
    /// `stop_sequence`; 0 where an answer lacks it.
    public var stopSequence: Int
    /// The group that the stop belongs to.
    public var locationGroup: RowDTO<LocationGroup>?
    /// The area that the stop is in.
    public var location: RowDTO<Location>?
    /// The start of the window in which the vehicle may come.
    public var windowStart: ZonedInstant?
    /// The end of the window in which the vehicle may come.
    public var windowEnd: ZonedInstant?
    /// The zone of the clock at the stop.
    public var timezone: String
    /// `stop_timezone` names no existing zone.
    public var stopTimezoneAssumed: Bool
    /// The agency names no existing zone, so the window may be hours off.
    public var timezoneAssumed: Bool
    /// `pickup_type`: how to board; 0, as scheduled, where an answer lacks it.
    public var pickupType: Int
    /// `drop_off_type`: how to alight; 0, as scheduled, where an answer lacks it.
    public var dropOffType: Int
    /// How to book a ride that starts here.
    public var pickupBookingRule: RowDTO<BookingRule>?
    /// How to book a ride that ends here.
    public var dropOffBookingRule: RowDTO<BookingRule>?

    /// A service as it is sent.
    public init(_ service: FlexibleService) {
        trip = TripDTO(service.trip)
        route = service.route.map { RouteDTO($0) }
        serviceDate = service.serviceDate
        stopSequence = service.stopSequence
        locationGroup = service.locationGroup.map { RowDTO($0) }
        location = service.location.map { RowDTO($0) }
        windowStart = service.windowStart.map { ZonedInstant($0, in: service.timeZone) }
        windowEnd = service.windowEnd.map { ZonedInstant($0, in: service.timeZone) }
        timezone = service.timeZoneName
        stopTimezoneAssumed = service.isStopTimeZoneAssumed
        timezoneAssumed = service.isTimeZoneAssumed
        pickupType = service.pickup.code
        dropOffType = service.dropOff.code
        pickupBookingRule = service.pickupBookingRule.map { RowDTO($0) }
        dropOffBookingRule = service.dropOffBookingRule.map { RowDTO($0) }
    }

    public init(_ wire: WireReader) {
        trip = wire.object("trip")
        route = wire.optionalObject("route")
        serviceDate = wire.date("service_date")
        stopSequence = wire.integer("stop_sequence")
        locationGroup = wire.optionalObject("location_group")
        location = wire.optionalObject("location")
        windowStart = wire.optionalInstant("window_start")
        windowEnd = wire.optionalInstant("window_end")
        timezone = wire.text("timezone", default: "UTC")
        stopTimezoneAssumed = wire.optionalFlag("stop_timezone_assumed")
        timezoneAssumed = wire.optionalFlag("timezone_assumed")
        pickupType = wire.integer("pickup_type")
        dropOffType = wire.integer("drop_off_type")
        pickupBookingRule = wire.optionalObject("pickup_booking_rule")
        dropOffBookingRule = wire.optionalObject("drop_off_booking_rule")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(trip, "trip")
        wire.put(route, "route")
        wire.put(serviceDate, "service_date")
        wire.put(stopSequence, "stop_sequence")
        wire.put(locationGroup, "location_group")
        wire.put(location, "location")
        wire.put(windowStart, "window_start")
        wire.put(windowEnd, "window_end")
        wire.put(timezone, "timezone")
        wire.putIfTrue(stopTimezoneAssumed, "stop_timezone_assumed")
        wire.putIfTrue(timezoneAssumed, "timezone_assumed")
        wire.put(pickupType, "pickup_type")
        wire.put(dropOffType, "drop_off_type")
        wire.put(pickupBookingRule, "pickup_booking_rule")
        wire.put(dropOffBookingRule, "drop_off_booking_rule")
    }

    /// The service.
    public var model: FlexibleService {
        FlexibleService(
            trip: trip.model, route: route?.model, serviceDate: serviceDate,
            stopSequence: stopSequence, locationGroup: locationGroup?.row, location: location?.row,
            windowStart: windowStart?.date, windowEnd: windowEnd?.date,
            timeZone: NamedTimeZone(timezone)?.timeZone ?? .gmt, timeZoneName: timezone,
            isStopTimeZoneAssumed: stopTimezoneAssumed, isTimeZoneAssumed: timezoneAssumed,
            pickup: PickupDropOff(code: pickupType), dropOff: PickupDropOff(code: dropOffType),
            pickupBookingRule: pickupBookingRule?.row, dropOffBookingRule: dropOffBookingRule?.row)
    }
}

/// How a stop is served on demand, on whatever days.
public struct FlexibleAccessDTO: DTO {
    /// The route; nil when the feed does not define it.
    public var route: RouteDTO?
    /// The group that the stop belongs to.
    public var locationGroup: RowDTO<LocationGroup>?
    /// The area that the stop is in.
    public var location: RowDTO<Location>?
    /// The start of the window in which the vehicle may come, as a time of the service day.
    public var windowStart: ServiceTime?
    /// The end of the window in which the vehicle may come.
    public var windowEnd: ServiceTime?
    /// `pickup_type`: how to board; 0, as scheduled, where an answer lacks it.
    public var pickupType: Int
    /// `drop_off_type`: how to alight; 0, as scheduled, where an answer lacks it.
    public var dropOffType: Int
    /// How to book a ride that starts here.
    public var pickupBookingRule: RowDTO<BookingRule>?
    /// How to book a ride that ends here.
    public var dropOffBookingRule: RowDTO<BookingRule>?

    /// An access as it is sent.
    public init(_ access: FlexibleAccess) {
        route = access.route.map { RouteDTO($0) }
        locationGroup = access.locationGroup.map { RowDTO($0) }
        location = access.location.map { RowDTO($0) }
        windowStart = access.windowStart
        windowEnd = access.windowEnd
        pickupType = access.pickup.code
        dropOffType = access.dropOff.code
        pickupBookingRule = access.pickupBookingRule.map { RowDTO($0) }
        dropOffBookingRule = access.dropOffBookingRule.map { RowDTO($0) }
    }

    public init(_ wire: WireReader) {
        route = wire.optionalObject("route")
        locationGroup = wire.optionalObject("location_group")
        location = wire.optionalObject("location")
        windowStart = wire.optionalTime("window_start")
        windowEnd = wire.optionalTime("window_end")
        pickupType = wire.integer("pickup_type")
        dropOffType = wire.integer("drop_off_type")
        pickupBookingRule = wire.optionalObject("pickup_booking_rule")
        dropOffBookingRule = wire.optionalObject("drop_off_booking_rule")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(route, "route")
        wire.put(locationGroup, "location_group")
        wire.put(location, "location")
        wire.put(windowStart, "window_start")
        wire.put(windowEnd, "window_end")
        wire.put(pickupType, "pickup_type")
        wire.put(dropOffType, "drop_off_type")
        wire.put(pickupBookingRule, "pickup_booking_rule")
        wire.put(dropOffBookingRule, "drop_off_booking_rule")
    }

    /// The access.
    public var model: FlexibleAccess {
        FlexibleAccess(
            route: route?.model, locationGroup: locationGroup?.row, location: location?.row,
            windowStart: windowStart, windowEnd: windowEnd,
            pickup: PickupDropOff(code: pickupType), dropOff: PickupDropOff(code: dropOffType),
            pickupBookingRule: pickupBookingRule?.row, dropOffBookingRule: dropOffBookingRule?.row)
    }
}
