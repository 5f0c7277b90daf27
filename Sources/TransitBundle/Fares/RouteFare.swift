public import GTFSSchedule

/// A fare of `fare_attributes.txt` with the rules of `fare_rules.txt` by which it applies.
public struct RouteFare: Hashable, Sendable {
    public var fare: FareAttribute
    /// The rules that hold for the route; none when the fare applies everywhere.
    public var rules: [FareRule]
}
