import Foundation
public import TransitModel

/// A call of a trip: by the timetable and, if a day was asked for, on that day.
public struct CallDTO: WireObject {
    /// The stop; nil where the feed names none, or does not define it.
    public var stop: StopDTO?
    /// The `stop_id`, even of a stop that the feed does not define.
    public var stopID: String?
    /// `stop_sequence`; 0 where an answer lacks it.
    public var stopSequence = 0
    /// The published time of the service day.
    public var arrivalTime: ServiceTime?
    /// The published time of the service day.
    public var departureTime: ServiceTime?
    /// A time by distance, where the feed gives none.
    public var interpolatedTime: ServiceTime?
    /// The trip is one of `frequencies.txt`: the times belong to none of its runs.
    public var isTemplate = false
    /// `pickup_type`: how to board; 0, as scheduled, where an answer lacks it.
    public var pickupType = 0
    /// `drop_off_type`: how to alight; 0, as scheduled, where an answer lacks it.
    public var dropOffType = 0
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
    public var isOffsetOnly = false
    /// The start of the window in which flexible service may come.
    public var windowStart: ZonedInstant?
    /// The end of the window in which flexible service may come.
    public var windowEnd: ZonedInstant?
    /// The zone of the clock at the stop; nil where no day was asked for.
    public var timezone: String?
    /// `stop_timezone` names no existing zone.
    public var stopTimezoneAssumed = false
    /// The agency names no existing zone, so times may be hours off.
    public var timezoneAssumed = false

    init() {}

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
        self.init(timed.scheduled)
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

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("stop", &stop)
        wire.optional("stop_id", &stopID)
        wire.key("stop_sequence", &stopSequence)
        wire.optional("arrival_time", &arrivalTime)
        wire.optional("departure_time", &departureTime)
        wire.optional("interpolated_time", &interpolatedTime)
        wire.optional("template", &isTemplate)
        wire.key("pickup_type", &pickupType)
        wire.key("drop_off_type", &dropOffType)
        wire.optional("continuous_pickup", &continuousPickup)
        wire.optional("continuous_drop_off", &continuousDropOff)
        wire.optional("headsign", &headsign)
        wire.optional("shape_dist_traveled", &shapeDistTraveled)
        wire.optional("timepoint", &timepoint)
        wire.optional("window", &window)
        wire.optional("arrival", &arrival)
        wire.optional("departure", &departure)
        wire.optional("arrival_offset_seconds", &arrivalOffsetSeconds)
        wire.optional("departure_offset_seconds", &departureOffsetSeconds)
        wire.optional("offset_only", &isOffsetOnly)
        wire.optional("window_start", &windowStart)
        wire.optional("window_end", &windowEnd)
        wire.optional("timezone", &timezone)
        wire.optional("stop_timezone_assumed", &stopTimezoneAssumed)
        wire.optional("timezone_assumed", &timezoneAssumed)
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
            scheduled: model, arrival: arrival?.date, departure: departure?.date,
            arrivalOffsetSeconds: arrivalOffsetSeconds,
            departureOffsetSeconds: departureOffsetSeconds, isOffsetOnly: isOffsetOnly,
            windowStart: windowStart?.date, windowEnd: windowEnd?.date,
            timeZone: timezone.flatMap { NamedTimeZone($0) }?.timeZone ?? .gmt,
            timeZoneName: timezone,
            isStopTimeZoneAssumed: stopTimezoneAssumed)
    }
}

/// The columns of `stop_times.txt` that only flexible services have.
public struct FlexWindowDTO: WireObject, RowObject {
    /// The columns.
    public var row: FlexWindow

    init() {
        row = FlexWindow()
    }

    /// The row as it is sent.
    public init(_ window: FlexWindow) {
        row = window
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("location_group_id", &row.locationGroupID)
        wire.optional("location_group_name", &row.locationGroupName)
        wire.optional("location_id", &row.locationID)
        wire.optional("location_name", &row.locationName)
        wire.optional("start_pickup_drop_off_window", &row.start)
        wire.optional("end_pickup_drop_off_window", &row.end)
        wire.optional("pickup_booking_rule_id", &row.pickupBookingRuleID)
        wire.optional("drop_off_booking_rule_id", &row.dropOffBookingRuleID)
    }
}
