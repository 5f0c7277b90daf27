import Foundation
import TransitModel

extension FlexibleService: WireObject {
    init() {
        self.init(
            trip: Trip(), serviceDate: .earliest, stopSequence: 0, timeZone: .gmt,
            timeZoneName: "UTC", pickup: .regular, dropOff: .regular)
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
        wire.key("timezone", &timeZoneName)
        timeZone = NamedTimeZone(timeZoneName)?.timeZone ?? .gmt
        wire.optional("stop_timezone_assumed", &isStopTimeZoneAssumed)
        wire.optional("timezone_assumed", &isTimeZoneAssumed)
        wire.key("pickup_type", &pickup)
        wire.key("drop_off_type", &dropOff)
        wire.optional("pickup_booking_rule", &pickupBookingRule)
        wire.optional("drop_off_booking_rule", &dropOffBookingRule)
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
