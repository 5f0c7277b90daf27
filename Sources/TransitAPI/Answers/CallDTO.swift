import Foundation
public import TransitModel

/// A call of a trip: by the timetable and, if a day was asked for, on that day.
public struct CallDTO: DTO {
    /// The stop; nil where the feed names none, or does not define it.
    public var stop: StopDTO?
    /// The `stop_id`, even of a stop that the feed does not define.
    public var stopID: String?
    /// `stop_sequence`; 0 where an answer lacks it.
    public var stopSequence: Int
    /// The published time of the service day.
    public var arrivalTime: ServiceTime?
    /// The published time of the service day.
    public var departureTime: ServiceTime?
    /// A time by distance, where the feed gives none.
    public var interpolatedTime: ServiceTime?
    /// The trip is one of `frequencies.txt`: the times belong to none of its runs.
    public var isTemplate: Bool
    /// `pickup_type`: how to board; 0, as scheduled, where an answer lacks it.
    public var pickupType: Int
    /// `drop_off_type`: how to alight; 0, as scheduled, where an answer lacks it.
    public var dropOffType: Int
    /// `continuous_pickup`; nil where the feed is blank.
    public var continuousPickup: Int?
    /// `continuous_drop_off`; nil where the feed is blank.
    public var continuousDropOff: Int?
    /// The headsign here: the stop's, else the trip's.
    public var headsign: String?
    /// `shape_dist_traveled`; nil where the feed is blank.
    public var shapeDistTraveled: Double?
    /// `timepoint`; nil where the feed is blank.
    public var timepoint: Int?
    /// Where and when flexible service comes.
    public var window: FlexWindowDTO?
    /// When the vehicle arrives on the day that was asked for.
    public var arrival: ZonedInstant?
    /// When the vehicle leaves on the day that was asked for.
    public var departure: ZonedInstant?
    /// Seconds since the run leaves its first stop.
    public var arrivalOffsetSeconds: Int?
    /// Seconds since the run leaves its first stop.
    public var departureOffsetSeconds: Int?
    /// A trip of `frequencies.txt` without a named run: it has offsets, but no instants.
    public var isOffsetOnly: Bool
    /// The start of the window in which flexible service may come.
    public var windowStart: ZonedInstant?
    /// The end of the window in which flexible service may come.
    public var windowEnd: ZonedInstant?
    /// The zone of the clock at the stop; nil where no day was asked for.
    public var timezone: String?
    /// `stop_timezone` names no existing zone.
    public var stopTimezoneAssumed: Bool
    /// The agency names no existing zone, so times may be hours off.
    public var timezoneAssumed: Bool

    /// A call as the timetable has it.
    public init(_ call: Call) {
        stop = call.stop.map { StopDTO($0) }
        stopID = call.stopID
        stopSequence = call.stopSequence
        arrivalTime = call.arrival
        departureTime = call.departure
        interpolatedTime = call.interpolated
        isTemplate = call.isTemplate
        pickupType = call.pickup.code
        dropOffType = call.dropOff.code
        continuousPickup = call.continuousPickup
        continuousDropOff = call.continuousDropOff
        headsign = call.headsign
        shapeDistTraveled = call.shapeDistTraveled
        timepoint = call.timepoint
        window = call.flex.map(FlexWindowDTO.init)
        isOffsetOnly = false
        stopTimezoneAssumed = false
        timezoneAssumed = call.isTimeZoneAssumed
    }

    /// A call on a day.
    public init(_ timed: TimedCall) {
        self.init(timed.call)
        func instant(_ date: Date?) -> ZonedInstant? {
            date.map { ZonedInstant($0, in: timed.timeZone) }
        }
        arrival = instant(timed.arrival)
        departure = instant(timed.departure)
        arrivalOffsetSeconds = timed.arrivalOffsetSeconds
        departureOffsetSeconds = timed.departureOffsetSeconds
        isOffsetOnly = timed.isOffsetOnly
        windowStart = instant(timed.windowStart)
        windowEnd = instant(timed.windowEnd)
        timezone = timed.timeZoneName
        stopTimezoneAssumed = timed.isStopTimeZoneAssumed
    }

    public init(_ wire: WireReader) {
        stop = wire.optionalObject("stop")
        stopID = wire.optionalText("stop_id")
        stopSequence = wire.integer("stop_sequence")
        arrivalTime = wire.optionalTime("arrival_time")
        departureTime = wire.optionalTime("departure_time")
        interpolatedTime = wire.optionalTime("interpolated_time")
        isTemplate = wire.optionalFlag("template")
        pickupType = wire.integer("pickup_type")
        dropOffType = wire.integer("drop_off_type")
        continuousPickup = wire.optionalInteger("continuous_pickup")
        continuousDropOff = wire.optionalInteger("continuous_drop_off")
        headsign = wire.optionalText("headsign")
        shapeDistTraveled = wire.optionalNumber("shape_dist_traveled")
        timepoint = wire.optionalInteger("timepoint")
        window = wire.optionalObject("window")
        arrival = wire.optionalInstant("arrival")
        departure = wire.optionalInstant("departure")
        arrivalOffsetSeconds = wire.optionalInteger("arrival_offset_seconds")
        departureOffsetSeconds = wire.optionalInteger("departure_offset_seconds")
        isOffsetOnly = wire.optionalFlag("offset_only")
        windowStart = wire.optionalInstant("window_start")
        windowEnd = wire.optionalInstant("window_end")
        timezone = wire.optionalText("timezone")
        stopTimezoneAssumed = wire.optionalFlag("stop_timezone_assumed")
        timezoneAssumed = wire.optionalFlag("timezone_assumed")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(stop, "stop")
        wire.put(stopID, "stop_id")
        wire.put(stopSequence, "stop_sequence")
        wire.put(arrivalTime, "arrival_time")
        wire.put(departureTime, "departure_time")
        wire.put(interpolatedTime, "interpolated_time")
        wire.putIfTrue(isTemplate, "template")
        wire.put(pickupType, "pickup_type")
        wire.put(dropOffType, "drop_off_type")
        wire.put(continuousPickup, "continuous_pickup")
        wire.put(continuousDropOff, "continuous_drop_off")
        wire.put(headsign, "headsign")
        wire.put(shapeDistTraveled, "shape_dist_traveled")
        wire.put(timepoint, "timepoint")
        wire.put(window, "window")
        wire.put(arrival, "arrival")
        wire.put(departure, "departure")
        wire.put(arrivalOffsetSeconds, "arrival_offset_seconds")
        wire.put(departureOffsetSeconds, "departure_offset_seconds")
        wire.putIfTrue(isOffsetOnly, "offset_only")
        wire.put(windowStart, "window_start")
        wire.put(windowEnd, "window_end")
        wire.put(timezone, "timezone")
        wire.putIfTrue(stopTimezoneAssumed, "stop_timezone_assumed")
        wire.putIfTrue(timezoneAssumed, "timezone_assumed")
    }

    /// The call as the timetable has it.
    public var model: Call {
        Call(
            stop: stop?.model, stopID: stopID, stopSequence: stopSequence, arrival: arrivalTime,
            departure: departureTime, interpolated: interpolatedTime, isTemplate: isTemplate,
            pickup: PickupDropOff(code: pickupType), dropOff: PickupDropOff(code: dropOffType),
            continuousPickup: continuousPickup, continuousDropOff: continuousDropOff,
            headsign: headsign, shapeDistTraveled: shapeDistTraveled, timepoint: timepoint,
            flex: window?.model, isTimeZoneAssumed: timezoneAssumed)
    }

    /// The call on the day that was asked for.
    public var timedModel: TimedCall {
        TimedCall(
            call: model, arrival: arrival?.date, departure: departure?.date,
            arrivalOffsetSeconds: arrivalOffsetSeconds,
            departureOffsetSeconds: departureOffsetSeconds, isOffsetOnly: isOffsetOnly,
            windowStart: windowStart?.date, windowEnd: windowEnd?.date,
            timeZone: timezone.flatMap { NamedTimeZone($0) }?.timeZone ?? .gmt,
            timeZoneName: timezone,
            isStopTimeZoneAssumed: stopTimezoneAssumed)
    }
}

/// The columns of `stop_times.txt` that only flexible services have.
public struct FlexWindowDTO: DTO {
    /// `location_group_id`; nil where the feed is blank.
    public var locationGroupID: String?
    /// `location_group_name`; nil where the feed is blank.
    public var locationGroupName: String?
    /// `location_id`; nil where the feed is blank.
    public var locationID: String?
    /// `location_name`; nil where the feed is blank.
    public var locationName: String?
    /// `start_pickup_drop_off_window`; nil where the feed is blank.
    public var start: ServiceTime?
    /// `end_pickup_drop_off_window`; nil where the feed is blank.
    public var end: ServiceTime?
    /// `pickup_booking_rule_id`; nil where the feed is blank.
    public var pickupBookingRuleID: String?
    /// `drop_off_booking_rule_id`; nil where the feed is blank.
    public var dropOffBookingRuleID: String?

    /// The row as it is sent.
    public init(_ window: FlexWindow) {
        locationGroupID = window.locationGroupID
        locationGroupName = window.locationGroupName
        locationID = window.locationID
        locationName = window.locationName
        start = window.start
        end = window.end
        pickupBookingRuleID = window.pickupBookingRuleID
        dropOffBookingRuleID = window.dropOffBookingRuleID
    }

    public init(_ wire: WireReader) {
        locationGroupID = wire.optionalText("location_group_id")
        locationGroupName = wire.optionalText("location_group_name")
        locationID = wire.optionalText("location_id")
        locationName = wire.optionalText("location_name")
        start = wire.optionalTime("start_pickup_drop_off_window")
        end = wire.optionalTime("end_pickup_drop_off_window")
        pickupBookingRuleID = wire.optionalText("pickup_booking_rule_id")
        dropOffBookingRuleID = wire.optionalText("drop_off_booking_rule_id")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(locationGroupID, "location_group_id")
        wire.put(locationGroupName, "location_group_name")
        wire.put(locationID, "location_id")
        wire.put(locationName, "location_name")
        wire.put(start, "start_pickup_drop_off_window")
        wire.put(end, "end_pickup_drop_off_window")
        wire.put(pickupBookingRuleID, "pickup_booking_rule_id")
        wire.put(dropOffBookingRuleID, "drop_off_booking_rule_id")
    }

    /// The row.
    public var model: FlexWindow {
        FlexWindow(
            locationGroupID: locationGroupID, locationGroupName: locationGroupName,
            locationID: locationID, locationName: locationName, start: start, end: end,
            pickupBookingRuleID: pickupBookingRuleID, dropOffBookingRuleID: dropOffBookingRuleID)
    }
}
