import Foundation
public import TransitModel

/// A flexible service that comes to a stop, or to an area around it, on a service day.
public struct FlexibleServiceDTO: WireObject, ModelObject {
    /// The service.
    public var model = FlexibleService(
        trip: Trip(), serviceDate: .earliest, stopSequence: 0, timeZone: .gmt, timeZoneName: "UTC",
        pickup: .regular, dropOff: .regular)
    /// The start of the window in which the vehicle may come, with the offset of the stop's clock.
    public var windowStart: ZonedInstant?
    /// The end of the window in which the vehicle may come.
    public var windowEnd: ZonedInstant?

    init() {}

    /// Creates the wire form of a service.
    public init(_ service: FlexibleService) {
        model = service
        windowStart = service.windowStart.map { ZonedInstant($0, in: service.timeZone) }
        windowEnd = service.windowEnd.map { ZonedInstant($0, in: service.timeZone) }
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip", &model.trip)
        wire.optional("route", &model.route)
        wire.key("service_date", &model.serviceDate)
        wire.key("stop_sequence", &model.stopSequence)
        wire.optional("location_group", &model.locationGroup)
        wire.optional("location", &model.location)
        wire.optional("window_start", &windowStart)
        wire.optional("window_end", &windowEnd)
        wire.key("timezone", &model.timeZoneName)
        wire.optional("stop_timezone_assumed", &model.isStopTimeZoneAssumed)
        wire.optional("timezone_assumed", &model.isTimeZoneAssumed)
        wire.key("pickup_type", &model.pickup)
        wire.key("drop_off_type", &model.dropOff)
        wire.optional("pickup_booking_rule", &model.pickupBookingRule)
        wire.optional("drop_off_booking_rule", &model.dropOffBookingRule)
        model.windowStart = windowStart?.date
        model.windowEnd = windowEnd?.date
        model.timeZone = NamedTimeZone(model.timeZoneName)?.timeZone ?? .gmt
    }
}

extension FlexibleAccess: WireObject {
    init() {
        self.init(pickup: .regular, dropOff: .regular)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("route", &route)
        wire.optional("location_group", &locationGroup)
        wire.optional("location", &location)
        wire.optional("window_start", &windowStart)
        wire.optional("window_end", &windowEnd)
        wire.key("pickup_type", &pickup)
        wire.key("drop_off_type", &dropOff)
        wire.optional("pickup_booking_rule", &pickupBookingRule)
        wire.optional("drop_off_booking_rule", &dropOffBookingRule)
    }
}
