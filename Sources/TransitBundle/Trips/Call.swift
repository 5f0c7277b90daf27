public import GTFSSchedule

/// What a trip does at one of its stops: a row of `stop_times.txt`.
public struct Call: Codable, Hashable, Sendable {
    /// The stop; nil in rows of flexible service that name none, and when the feed does not
    /// define it.
    public var stop: Stop?
    /// The `stop_id`, also of a stop that the feed does not define.
    public var stopID: String?
    /// The order of the calls of a trip; numbers grow, but need not be consecutive.
    public var stopSequence: Int
    /// The published arrival; nil where the feed is blank.
    public var arrival: ServiceTime?
    /// The published departure; nil where the feed is blank.
    public var departure: ServiceTime?
    /// The time that was interpolated by distance, where the feed gives none between stops with
    /// times.
    public var interpolated: ServiceTime?
    /// The trip is one of `frequencies.txt`: its times belong to none of its runs, and only how long
    /// after the first of them the others are says something. ``TransitBundle/headways(of:)`` says
    /// when runs start.
    public var isTemplate: Bool
    /// How to board; where the feed is blank, as scheduled.
    public var pickup: PickupDropOff
    /// How to alight; where the feed is blank, as scheduled.
    public var dropOff: PickupDropOff
    /// `continuous_pickup` as published: whether riders may board between this stop and the next.
    public var continuousPickup: Int?
    /// `continuous_drop_off` as published: whether riders may alight between this stop and the next.
    public var continuousDropOff: Int?
    /// What the vehicle shows here: the stop's headsign, else the trip's.
    public var headsign: String?
    /// `shape_dist_traveled` in the feed's own unit.
    public var shapeDistTraveled: Double?
    /// `timepoint` as published: 1 exact, 0 approximate; see ``isExact``.
    public var timepoint: Int?
    /// For rows of flexible service: where and when riders can be picked up or set down.
    public var flex: FlexWindow?

    /// When the vehicle leaves: the departure, else the arrival, else the interpolated time.
    public var time: ServiceTime? { departure ?? arrival ?? interpolated }
    /// The feed gives no time here; ``time`` was interpolated.
    public var isInterpolated: Bool { departure == nil && arrival == nil && interpolated != nil }
    /// Whether the published times are kept to the minute; true where the feed says nothing.
    public var isExact: Bool { timepoint != 0 && !isInterpolated }
}

/// Where and when a flexible service picks riders up or sets them down: the columns of
/// `stop_times.txt` that only flexible services have.
public struct FlexWindow: Codable, Hashable, Sendable {
    /// A group of stops at any of which the vehicle may stop.
    public var locationGroupID: String?
    /// The group's name, if it has one.
    public var locationGroupName: String?
    /// An area of `locations.geojson` within which the vehicle may stop.
    public var locationID: String?
    /// The area's name, if it has one.
    public var locationName: String?
    /// The first time at which the vehicle may come, in the service day.
    public var start: ServiceTime?
    /// The time by which it has come.
    public var end: ServiceTime?
    /// How to book a ride that starts here.
    public var pickupBookingRuleID: String?
    /// How to book a ride that ends here.
    public var dropOffBookingRuleID: String?
}
