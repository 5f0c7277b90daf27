/// A call of a trip at a stop, or a zone and window of an on-demand trip: a row of
/// `stop_times.txt`.
public struct StopTime: FeedRow, Hashable {
    /// The trip that calls.
    public var tripID: TripID?
    /// Arrival; required at the first and last stop and at time points.
    public var arrivalTime: ServiceTime?
    /// Departure; required where ``arrivalTime`` is.
    public var departureTime: ServiceTime?
    /// The stop served; either this, a location group or a location is given.
    public var stopID: StopID?
    /// The group of stops within which riders request service.
    public var locationGroupID: LocationGroupID?
    /// The area within which riders request service.
    public var locationID: LocationID?
    /// Order of the calls within the trip; numbers increase and may have gaps.
    public var stopSequence: Int?
    /// Destination shown from this stop on; overrides that of the trip.
    public var stopHeadsign: String?
    /// The time from which on-demand service is available here.
    public var startPickupDropOffWindow: ServiceTime?
    /// The time until which on-demand service is available here.
    public var endPickupDropOffWindow: ServiceTime?
    /// How riders board; blank means as scheduled.
    public var pickupType: PickupDropOff?
    /// How riders alight; blank means as scheduled.
    public var dropOffType: PickupDropOff?
    /// Boarding between this stop and the next; blank means as for the route.
    public var continuousPickup: ContinuousPickupDropOff?
    /// Alighting between this stop and the next; blank means as for the route.
    public var continuousDropOff: ContinuousPickupDropOff?
    /// Distance along the shape from its first point, in the unit that `shapes.txt` uses.
    public var shapeDistTraveled: Double?
    /// Whether the times are strictly kept; blank means exact where times are given.
    public var timepoint: Timepoint?
    /// How to book boarding at this call.
    public var pickupBookingRuleID: BookingRuleID?
    /// How to book alighting at this call.
    public var dropOffBookingRuleID: BookingRuleID?

    public init() {}

    public static let file = FileSpec(
        "stop_times.txt", .required, primaryKey: ["trip_id", "stop_sequence"])

    public static let fields: [Field<StopTime>] = [
        Field("trip_id", at: \.tripID, presence: .required, references: [.trip]),
        Field("arrival_time", at: \.arrivalTime, type: .time, presence: .conditionallyRequired),
        Field("departure_time", at: \.departureTime, type: .time, presence: .conditionallyRequired),
        Field("stop_id", at: \.stopID, presence: .conditionallyRequired, references: [.stop]),
        Field(
            "location_group_id", at: \.locationGroupID, presence: .conditionallyForbidden,
            references: [.locationGroup]),
        Field(
            "location_id", at: \.locationID, presence: .conditionallyForbidden,
            references: [.location]),
        Field("stop_sequence", at: \.stopSequence, type: .nonNegativeInteger, presence: .required),
        Field("stop_headsign", at: \.stopHeadsign, type: .text),
        Field(
            "start_pickup_drop_off_window", at: \.startPickupDropOffWindow, type: .time,
            presence: .conditionallyRequired),
        Field(
            "end_pickup_drop_off_window", at: \.endPickupDropOffWindow, type: .time,
            presence: .conditionallyRequired),
        Field("pickup_type", at: \.pickupType, presence: .conditionallyForbidden),
        Field("drop_off_type", at: \.dropOffType, presence: .conditionallyForbidden),
        Field("continuous_pickup", at: \.continuousPickup, presence: .conditionallyForbidden),
        Field("continuous_drop_off", at: \.continuousDropOff, presence: .conditionallyForbidden),
        Field("shape_dist_traveled", at: \.shapeDistTraveled, type: .nonNegativeFloat),
        Field("timepoint", at: \.timepoint),
        Field("pickup_booking_rule_id", at: \.pickupBookingRuleID, references: [.bookingRule]),
        Field("drop_off_booking_rule_id", at: \.dropOffBookingRuleID, references: [.bookingRule]),
    ]
}

/// How strictly the times of a call are kept: `stop_times.timepoint`.
public struct Timepoint: CodedValue {
    public static let words = ["approximate", "exact"]
    /// The times are estimates.
    public static let approximate = Timepoint(code: 0)
    /// The vehicle does not leave early.
    public static let exact = Timepoint(code: 1)

    public let code: Int
    public init(code: Int) { self.code = code }
}
