public import Foundation
public import GTFSSchedule

/// A call of a trip at one of its stops: a row of `stop_times.txt`.
public struct Call: Codable, Hashable, Sendable {
    /// The stop; nil in rows of flexible service that name none, and when the feed does not define
    /// the stop.
    public var stop: Stop?
    /// The `stop_id`, even if the feed does not define the stop.
    public var stopID: String?
    /// The position of the call in its trip; numbers increase but need not be consecutive.
    public var stopSequence: Int
    /// The published arrival; nil where the feed is blank.
    public var arrival: ServiceTime?
    /// The published departure; nil where the feed is blank.
    public var departure: ServiceTime?
    /// A time interpolated by distance, where the feed gives none between stops with times.
    public var interpolated: ServiceTime?
    /// Whether the trip is listed in `frequencies.txt`: its times are not those of any run, and
    /// only the differences from the first one matter. ``TransitSource/headways(of:)`` gives the
    /// starts of the runs.
    public var isTemplate: Bool
    /// How riders board; as scheduled where the feed is blank.
    public var pickup: PickupDropOff
    /// How riders alight; as scheduled where the feed is blank.
    public var dropOff: PickupDropOff
    /// `continuous_pickup` as published: whether riders may board between this stop and the next.
    public var continuousPickup: Int?
    /// `continuous_drop_off` as published: whether riders may alight between this stop and the next.
    public var continuousDropOff: Int?
    /// The headsign at this stop: that of the call, else that of the trip.
    public var headsign: String?
    /// `shape_dist_traveled` in the feed's own unit.
    public var shapeDistTraveled: Double?
    /// `timepoint` as published: 1 exact, 0 approximate; see ``isExact``.
    public var timepoint: Int?
    /// For rows of flexible service: where and when riders can be picked up or set down.
    public var flex: FlexWindow?
    /// Whether the trip's agency names no existing time zone, so that the times may be in another
    /// zone.
    public var isTimeZoneAssumed: Bool

    /// Creates a call.
    public init(
        stop: Stop? = nil, stopID: String? = nil, stopSequence: Int, arrival: ServiceTime? = nil,
        departure: ServiceTime? = nil, interpolated: ServiceTime? = nil, isTemplate: Bool = false,
        pickup: PickupDropOff, dropOff: PickupDropOff, continuousPickup: Int? = nil,
        continuousDropOff: Int? = nil, headsign: String? = nil, shapeDistTraveled: Double? = nil,
        timepoint: Int? = nil, flex: FlexWindow? = nil, isTimeZoneAssumed: Bool = false
    ) {
        self.stop = stop
        self.stopID = stopID
        self.stopSequence = stopSequence
        self.arrival = arrival
        self.departure = departure
        self.interpolated = interpolated
        self.isTemplate = isTemplate
        self.pickup = pickup
        self.dropOff = dropOff
        self.continuousPickup = continuousPickup
        self.continuousDropOff = continuousDropOff
        self.headsign = headsign
        self.shapeDistTraveled = shapeDistTraveled
        self.timepoint = timepoint
        self.flex = flex
        self.isTimeZoneAssumed = isTimeZoneAssumed
    }

    /// When the vehicle leaves: the departure, else the arrival, else the interpolated time.
    public var time: ServiceTime? { departure ?? arrival ?? interpolated }
    /// Whether the feed gives no time here, so that ``time`` is interpolated.
    public var isInterpolated: Bool { departure == nil && arrival == nil && interpolated != nil }
    /// Whether the vehicle passes through: riders can neither board nor alight here, not even on
    /// request.
    public var isPassing: Bool { pickup == .notAvailable && dropOff == .notAvailable }
    /// Whether the vehicle keeps to the published times; true where the feed does not say.
    public var isExact: Bool { timepoint != 0 && !isInterpolated }
}

/// A call of a trip on one of its days.
///
/// A trip of `frequencies.txt` runs many times a day. Unless one of its runs was requested, there
/// are no instants: ``isOffsetOnly`` is true, ``arrival`` and ``departure`` are nil, and the
/// offsets tell how long after its start a run gets here.
///
/// The properties of ``scheduled``, such as `stop`, are available directly.
@dynamicMemberLookup
public struct TimedCall: Codable, Hashable, Sendable {
    /// The call as in the timetable; its times belong to the trip, not to a run of
    /// `frequencies.txt`.
    public var scheduled: Call
    /// When the vehicle arrives; interpolated where the feed gives no time, nil if there is none.
    public var arrival: LocalInstant?
    /// When the vehicle leaves; interpolated where the feed gives no time, nil if there is none.
    public var departure: LocalInstant?
    /// Seconds from the run's departure at its first stop to its arrival here.
    public var arrivalOffsetSeconds: Int?
    /// Seconds from the run's departure at its first stop to its departure here.
    public var departureOffsetSeconds: Int?
    /// Whether there are offsets but no instants: the trip is one of `frequencies.txt`, and no run
    /// was named.
    public var isOffsetOnly: Bool
    /// For flexible service: the start of the window in which the vehicle may come.
    public var windowStart: LocalInstant?
    /// For flexible service: the end of the window in which the vehicle may come.
    public var windowEnd: LocalInstant?
    /// The zone of the clock at the stop.
    public var timeZone: TimeZone
    /// The feed's name for ``timeZone``, which may differ from its `identifier`: that of `UTC` is
    /// `GMT`.
    public var timeZoneName: String
    /// Whether `stop_timezone` of the stop or its station names no existing zone, so that
    /// ``timeZone`` is the agency's.
    public var isStopTimeZoneAssumed: Bool
    /// The live data for this call; nil where the source has none for this run.
    public var realtime: CallRealtime?

    /// Creates a timed call.
    public init(
        scheduled: Call, arrival: LocalInstant? = nil, departure: LocalInstant? = nil,
        arrivalOffsetSeconds: Int? = nil, departureOffsetSeconds: Int? = nil,
        isOffsetOnly: Bool = false, windowStart: LocalInstant? = nil,
        windowEnd: LocalInstant? = nil, timeZone: TimeZone, timeZoneName: String? = nil,
        isStopTimeZoneAssumed: Bool = false, realtime: CallRealtime? = nil
    ) {
        self.scheduled = scheduled
        self.arrival = arrival
        self.departure = departure
        self.arrivalOffsetSeconds = arrivalOffsetSeconds
        self.departureOffsetSeconds = departureOffsetSeconds
        self.isOffsetOnly = isOffsetOnly
        self.windowStart = windowStart
        self.windowEnd = windowEnd
        self.timeZone = timeZone
        self.timeZoneName = timeZoneName ?? timeZone.identifier
        self.isStopTimeZoneAssumed = isStopTimeZoneAssumed
        self.realtime = realtime
    }

    /// A property of ``scheduled``.
    public subscript<Value>(dynamicMember path: KeyPath<Call, Value>) -> Value {
        scheduled[keyPath: path]
    }
}

/// Where and when a flexible service picks riders up or sets them down: the columns of
/// `stop_times.txt` that only flexible services use.
public struct FlexWindow: Codable, Hashable, Sendable {
    /// A group of stops at any of which the vehicle may stop.
    public var locationGroupID: String?
    /// The group's name, if it has one.
    public var locationGroupName: String?
    /// An area of `locations.geojson` within which the vehicle may stop.
    public var locationID: String?
    /// The area's name, if it has one.
    public var locationName: String?
    /// The earliest time of the service day at which the vehicle may come.
    public var start: ServiceTime?
    /// The latest time of the service day at which the vehicle may come.
    public var end: ServiceTime?
    /// How to book a ride that starts here.
    public var pickupBookingRuleID: String?
    /// How to book a ride that ends here.
    public var dropOffBookingRuleID: String?

    /// Creates a flex window.
    public init(
        locationGroupID: String? = nil, locationGroupName: String? = nil, locationID: String? = nil,
        locationName: String? = nil, start: ServiceTime? = nil, end: ServiceTime? = nil,
        pickupBookingRuleID: String? = nil, dropOffBookingRuleID: String? = nil
    ) {
        self.locationGroupID = locationGroupID
        self.locationGroupName = locationGroupName
        self.locationID = locationID
        self.locationName = locationName
        self.start = start
        self.end = end
        self.pickupBookingRuleID = pickupBookingRuleID
        self.dropOffBookingRuleID = dropOffBookingRuleID
    }
}
