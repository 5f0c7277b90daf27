public import GTFSSchedule

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
