public import Foundation
public import GTFSSchedule

/// A flexible service that comes to a stop, or to an area around it, on a service day.
public struct FlexibleService: Hashable, Sendable {
    public var trip: Trip
    /// The route; nil when the feed does not define it.
    public var route: Route?
    /// The service day.
    public var serviceDate: ServiceDate
    public var stopSequence: Int
    /// The stop is one of this group of `location_groups.txt`.
    public var locationGroup: LocationGroup?
    /// The stop lies in this area of `locations.geojson`.
    public var location: Location?
    /// From when the vehicle may come.
    public var windowStart: Date?
    /// Until when the vehicle may come.
    public var windowEnd: Date?
    /// The zone of the clock at the stop.
    public var timeZone: TimeZone
    /// `stop_timezone` of the stop, or of its station, names no zone that exists: ``timeZone`` is the
    /// agency's.
    public var isStopTimeZoneAssumed: Bool
    /// The trip's agency gives no time zone, or none that exists: the window was counted in the zone
    /// of another agency, or in UTC, and may be hours off.
    public var isTimeZoneAssumed: Bool
    public var pickup: PickupDropOff
    public var dropOff: PickupDropOff
    /// How to book a ride that starts here.
    public var pickupBookingRule: BookingRule?
    /// How to book a ride that ends here.
    public var dropOffBookingRule: BookingRule?
}

/// How a stop is served on demand, on whatever days: a place that it belongs to, when vehicles may come
/// there, and how to book.
public struct FlexibleAccess: Hashable, Sendable {
    /// The route; nil when the feed does not define it.
    public var route: Route?
    /// The stop is one of this group of `location_groups.txt`.
    public var locationGroup: LocationGroup?
    /// The stop lies in this area of `locations.geojson`.
    public var location: Location?
    /// From when the vehicle may come, in the service day.
    public var windowStart: ServiceTime?
    /// Until when the vehicle may come.
    public var windowEnd: ServiceTime?
    public var pickup: PickupDropOff
    public var dropOff: PickupDropOff
    /// How to book a ride that starts here.
    public var pickupBookingRule: BookingRule?
    /// How to book a ride that ends here.
    public var dropOffBookingRule: BookingRule?
}
