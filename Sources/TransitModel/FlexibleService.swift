public import Foundation
public import GTFSSchedule

/// A flexible service that comes to a stop, or to an area around it, on a service day.
public struct FlexibleService: Codable, Hashable, Sendable {
    /// The trip of the service.
    public var trip: Trip
    /// The route; nil when the feed does not define it.
    public var route: Route?
    /// The service day.
    public var serviceDate: ServiceDate
    /// The `stop_sequence` of the call.
    public var stopSequence: Int
    /// The group of `location_groups.txt` that the stop belongs to.
    public var locationGroup: LocationGroup?
    /// The area of `locations.geojson` that the stop is in.
    public var location: Location?
    /// The start of the window in which the vehicle may come.
    public var windowStart: LocalInstant?
    /// The end of the window in which the vehicle may come.
    public var windowEnd: LocalInstant?
    /// The zone of the clock at the stop.
    public var timeZone: TimeZone
    /// The feed's name for ``timeZone``, which may differ from its `identifier`: that of `UTC` is
    /// `GMT`.
    public var timeZoneName: String
    /// Whether `stop_timezone` of the stop or its station names no existing zone, so that
    /// ``timeZone`` is the agency's.
    public var isStopTimeZoneAssumed: Bool
    /// Whether the trip's agency names no existing time zone, so that the window was computed in
    /// the zone of another agency, or in GMT, and may be hours off.
    public var isTimeZoneAssumed: Bool
    /// Whether and how riders board here.
    public var pickup: PickupDropOff
    /// Whether and how riders alight here.
    public var dropOff: PickupDropOff
    /// How to book a ride that starts here.
    public var pickupBookingRule: BookingRule?
    /// How to book a ride that ends here.
    public var dropOffBookingRule: BookingRule?

    /// Creates a flexible service.
    public init(
        trip: Trip, route: Route? = nil, serviceDate: ServiceDate, stopSequence: Int,
        locationGroup: LocationGroup? = nil, location: Location? = nil,
        windowStart: LocalInstant? = nil, windowEnd: LocalInstant? = nil, timeZone: TimeZone,
        timeZoneName: String? = nil, isStopTimeZoneAssumed: Bool = false,
        isTimeZoneAssumed: Bool = false,
        pickup: PickupDropOff, dropOff: PickupDropOff, pickupBookingRule: BookingRule? = nil,
        dropOffBookingRule: BookingRule? = nil
    ) {
        self.trip = trip
        self.route = route
        self.serviceDate = serviceDate
        self.stopSequence = stopSequence
        self.locationGroup = locationGroup
        self.location = location
        self.windowStart = windowStart
        self.windowEnd = windowEnd
        self.timeZone = timeZone
        self.timeZoneName = timeZoneName ?? timeZone.identifier
        self.isStopTimeZoneAssumed = isStopTimeZoneAssumed
        self.isTimeZoneAssumed = isTimeZoneAssumed
        self.pickup = pickup
        self.dropOff = dropOff
        self.pickupBookingRule = pickupBookingRule
        self.dropOffBookingRule = dropOffBookingRule
    }
}

/// How a stop is served on demand, on whatever days: the group or area that it belongs to, when
/// vehicles may come there, and how to book.
public struct FlexibleAccess: Codable, Hashable, Sendable {
    /// The route; nil when the feed does not define it.
    public var route: Route?
    /// The group of `location_groups.txt` that the stop belongs to.
    public var locationGroup: LocationGroup?
    /// The area of `locations.geojson` that the stop is in.
    public var location: Location?
    /// The start of the window in which the vehicle may come, as a time of the service day.
    public var windowStart: ServiceTime?
    /// The end of the window in which the vehicle may come, as a time of the service day.
    public var windowEnd: ServiceTime?
    /// Whether and how riders board here.
    public var pickup: PickupDropOff
    /// Whether and how riders alight here.
    public var dropOff: PickupDropOff
    /// How to book a ride that starts here.
    public var pickupBookingRule: BookingRule?
    /// How to book a ride that ends here.
    public var dropOffBookingRule: BookingRule?

    /// Creates a way in which a stop is served on demand.
    public init(
        route: Route? = nil, locationGroup: LocationGroup? = nil, location: Location? = nil,
        windowStart: ServiceTime? = nil, windowEnd: ServiceTime? = nil, pickup: PickupDropOff,
        dropOff: PickupDropOff, pickupBookingRule: BookingRule? = nil,
        dropOffBookingRule: BookingRule? = nil
    ) {
        self.route = route
        self.locationGroup = locationGroup
        self.location = location
        self.windowStart = windowStart
        self.windowEnd = windowEnd
        self.pickup = pickup
        self.dropOff = dropOff
        self.pickupBookingRule = pickupBookingRule
        self.dropOffBookingRule = dropOffBookingRule
    }
}
