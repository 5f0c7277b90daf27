import Foundation
public import TransitModel

/// A call of a trip: by the timetable and, if a day was requested, on that day.
public struct CallDTO: WireObject, ModelObject {
    /// The call as in the timetable; its position in the trip is 0 where an answer lacks it.
    public var model = Call(stopSequence: 0, pickup: .regular, dropOff: .regular)
    /// When the vehicle arrives on the day that was asked for.
    public var arrival: ZonedInstant?
    /// When the vehicle leaves on the day that was asked for.
    public var departure: ZonedInstant?
    /// Seconds from the run's departure at its first stop to its arrival here.
    public var arrivalOffsetSeconds: Int?
    /// Seconds from the run's departure at its first stop to its departure here.
    public var departureOffsetSeconds: Int?
    /// Whether there are offsets but no instants: the trip is one of `frequencies.txt`, and no run
    /// was named.
    public var isOffsetOnly = false
    /// The start of the window in which the flexible service may come.
    public var windowStart: ZonedInstant?
    /// The end of the window in which the flexible service may come.
    public var windowEnd: ZonedInstant?
    /// The zone of the clock at the stop; nil where no day was requested.
    public var timezone: String?
    /// Whether `stop_timezone` names no existing zone.
    public var stopTimezoneAssumed = false
    /// The live data of the requested day; nil where there is none.
    public var realtime: CallRealtimeDTO?

    init() {}

    /// Creates a call as in the timetable.
    public init(_ call: Call) {
        model = call
    }

    /// Creates a call on a day.
    public init(_ timed: TimedCall) {
        model = timed.scheduled
        arrival = timed.arrival.map { ZonedInstant($0, in: timed.timeZone) }
        departure = timed.departure.map { ZonedInstant($0, in: timed.timeZone) }
        arrivalOffsetSeconds = timed.arrivalOffsetSeconds
        departureOffsetSeconds = timed.departureOffsetSeconds
        isOffsetOnly = timed.isOffsetOnly
        windowStart = timed.windowStart.map { ZonedInstant($0, in: timed.timeZone) }
        windowEnd = timed.windowEnd.map { ZonedInstant($0, in: timed.timeZone) }
        timezone = timed.timeZoneName
        stopTimezoneAssumed = timed.isStopTimeZoneAssumed
        realtime = timed.realtime.map { CallRealtimeDTO($0, in: timed.timeZone) }
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("stop", &model.stop)
        wire.optional("stop_id", &model.stopID)
        wire.key("stop_sequence", &model.stopSequence)
        wire.optional("arrival_time", &model.arrival)
        wire.optional("departure_time", &model.departure)
        wire.optional("interpolated_time", &model.interpolated)
        wire.optional("template", &model.isTemplate)
        wire.key("pickup_type", &model.pickup)
        wire.key("drop_off_type", &model.dropOff)
        wire.optional("continuous_pickup", &model.continuousPickup)
        wire.optional("continuous_drop_off", &model.continuousDropOff)
        wire.optional("headsign", &model.headsign)
        wire.optional("shape_dist_traveled", &model.shapeDistTraveled)
        wire.optional("timepoint", &model.timepoint)
        wire.optional("window", &model.flex)
        wire.optional("arrival", &arrival)
        wire.optional("departure", &departure)
        wire.optional("arrival_offset_seconds", &arrivalOffsetSeconds)
        wire.optional("departure_offset_seconds", &departureOffsetSeconds)
        wire.optional("offset_only", &isOffsetOnly)
        wire.optional("window_start", &windowStart)
        wire.optional("window_end", &windowEnd)
        wire.optional("timezone", &timezone)
        wire.optional("stop_timezone_assumed", &stopTimezoneAssumed)
        wire.optional("timezone_assumed", &model.isTimeZoneAssumed)
        wire.optional("realtime", &realtime)
    }

    /// The call on the requested day.
    public var timedModel: TimedCall {
        TimedCall(
            scheduled: model, arrival: arrival?.date, departure: departure?.date,
            arrivalOffsetSeconds: arrivalOffsetSeconds,
            departureOffsetSeconds: departureOffsetSeconds, isOffsetOnly: isOffsetOnly,
            windowStart: windowStart?.date, windowEnd: windowEnd?.date,
            timeZone: timezone.flatMap { NamedTimeZone($0) }?.timeZone ?? .gmt,
            timeZoneName: timezone, isStopTimeZoneAssumed: stopTimezoneAssumed,
            realtime: realtime?.model)
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
