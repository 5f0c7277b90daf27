import Foundation
import TransitModel

/// A call as in the timetable: one without instants and without a zone.
extension Call: WireObject {
    init() {
        self.init(stopSequence: 0, pickup: .regular, dropOff: .regular)
    }

    mutating func visit(_ wire: inout some Wire) {
        var call = TimedCall(undated: self)
        call.visit(&wire)
        self = call.scheduled
    }
}

extension TimedCall: WireObject {
    init() {
        self.init(undated: Call())
    }

    /// The name of the zone is empty where no day was requested.
    init(undated call: Call) {
        self.init(scheduled: call, timeZone: .gmt, timeZoneName: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("stop", &scheduled.stop)
        wire.optional("stop_id", &scheduled.stopID)
        wire.key("stop_sequence", &scheduled.stopSequence)
        wire.optional("arrival_time", &scheduled.arrival)
        wire.optional("departure_time", &scheduled.departure)
        wire.optional("interpolated_time", &scheduled.interpolated)
        wire.optional("template", &scheduled.isTemplate)
        wire.key("pickup_type", &scheduled.pickup)
        wire.key("drop_off_type", &scheduled.dropOff)
        wire.optional("continuous_pickup", &scheduled.continuousPickup)
        wire.optional("continuous_drop_off", &scheduled.continuousDropOff)
        wire.optional("headsign", &scheduled.headsign)
        wire.optional("shape_dist_traveled", &scheduled.shapeDistTraveled)
        wire.optional("timepoint", &scheduled.timepoint)
        wire.optional("window", &scheduled.flex)
        wire.optional("arrival", &arrival)
        wire.optional("departure", &departure)
        wire.optional("arrival_offset_seconds", &arrivalOffsetSeconds)
        wire.optional("departure_offset_seconds", &departureOffsetSeconds)
        wire.optional("offset_only", &isOffsetOnly)
        wire.optional("window_start", &windowStart)
        wire.optional("window_end", &windowEnd)
        var zone = timeZoneName.isEmpty ? nil : timeZoneName
        wire.optional("timezone", &zone)
        if let zone, zone != timeZoneName {
            timeZoneName = zone
            timeZone = NamedTimeZone(zone)?.timeZone ?? .gmt
        }
        wire.optional("stop_timezone_assumed", &isStopTimeZoneAssumed)
        wire.optional("timezone_assumed", &scheduled.isTimeZoneAssumed)
        wire.optional("realtime", &realtime)
    }
}

extension FlexWindow: WireObject {
    init() {
        self.init(start: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("location_group_id", &locationGroupID)
        wire.optional("location_group_name", &locationGroupName)
        wire.optional("location_id", &locationID)
        wire.optional("location_name", &locationName)
        wire.optional("start_pickup_drop_off_window", &start)
        wire.optional("end_pickup_drop_off_window", &end)
        wire.optional("pickup_booking_rule_id", &pickupBookingRuleID)
        wire.optional("drop_off_booking_rule_id", &dropOffBookingRuleID)
    }
}
