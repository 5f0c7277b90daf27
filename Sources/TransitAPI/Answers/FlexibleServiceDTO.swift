import Foundation
public import TransitModel

/// A flexible service that comes to a stop, or to an area around it, on a service day.
public struct FlexibleServiceDTO: WireObject {
    /// The trip.
    public var trip = TripDTO()
    /// The route; nil when the feed does not define it.
    public var route: RouteDTO?
    /// The service day.
    public var serviceDate = ServiceDate.earliest
    /// `stop_sequence`; 0 where an answer lacks it.
    public var stopSequence = 0
    /// The group that the stop belongs to.
    public var locationGroup: RowDTO<LocationGroup>?
    /// The area that the stop is in.
    public var location: RowDTO<Location>?
    /// The start of the window in which the vehicle may come.
    public var windowStart: ZonedInstant?
    /// The end of the window in which the vehicle may come.
    public var windowEnd: ZonedInstant?
    /// The zone of the clock at the stop.
    public var timezone = "UTC"
    /// `stop_timezone` names no existing zone.
    public var stopTimezoneAssumed = false
    /// The agency names no existing zone, so the window may be hours off.
    public var timezoneAssumed = false
    /// `pickup_type`: how to board; 0, as scheduled, where an answer lacks it.
    public var pickupType = 0
    /// `drop_off_type`: how to alight; 0, as scheduled, where an answer lacks it.
    public var dropOffType = 0
    /// How to book a ride that starts here.
    public var pickupBookingRule: RowDTO<BookingRule>?
    /// How to book a ride that ends here.
    public var dropOffBookingRule: RowDTO<BookingRule>?

    init() {}

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

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip", &trip)
        wire.optional("route", &route)
        wire.key("service_date", &serviceDate)
        wire.key("stop_sequence", &stopSequence)
        wire.optional("location_group", &locationGroup)
        wire.optional("location", &location)
        wire.optional("window_start", &windowStart)
        wire.optional("window_end", &windowEnd)
        wire.key("timezone", &timezone)
        wire.optional("stop_timezone_assumed", &stopTimezoneAssumed)
        wire.optional("timezone_assumed", &timezoneAssumed)
        wire.key("pickup_type", &pickupType)
        wire.key("drop_off_type", &dropOffType)
        wire.optional("pickup_booking_rule", &pickupBookingRule)
        wire.optional("drop_off_booking_rule", &dropOffBookingRule)
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
public struct FlexibleAccessDTO: WireObject {
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
    public var pickupType = 0
    /// `drop_off_type`: how to alight; 0, as scheduled, where an answer lacks it.
    public var dropOffType = 0
    /// How to book a ride that starts here.
    public var pickupBookingRule: RowDTO<BookingRule>?
    /// How to book a ride that ends here.
    public var dropOffBookingRule: RowDTO<BookingRule>?

    init() {}

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

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("route", &route)
        wire.optional("location_group", &locationGroup)
        wire.optional("location", &location)
        wire.optional("window_start", &windowStart)
        wire.optional("window_end", &windowEnd)
        wire.key("pickup_type", &pickupType)
        wire.key("drop_off_type", &dropOffType)
        wire.optional("pickup_booking_rule", &pickupBookingRule)
        wire.optional("drop_off_booking_rule", &dropOffBookingRule)
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
