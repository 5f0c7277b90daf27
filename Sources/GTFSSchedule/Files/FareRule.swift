/// Where a fare of the older fares model applies: a row of `fare_rules.txt`.
public struct FareRule: FeedRow, Hashable {
    /// The fare that applies.
    public var fareID: FareID?
    /// The route on which it applies; blank means any.
    public var routeID: RouteID?
    /// Fare zone in which the ride begins; blank means any.
    public var originID: ZoneID?
    /// Fare zone in which the ride ends; blank means any.
    public var destinationID: ZoneID?
    /// A fare zone passed through; a ride must pass those of all rows of the fare, and no other.
    public var containsID: ZoneID?

    public init() {}

    public static let file = FileSpec("fare_rules.txt", .optional)

    public static let fields: [Field<FareRule>] = [
        Field("fare_id", at: \.fareID, presence: .required, references: [.fare]),
        Field("route_id", at: \.routeID, references: [.route]),
        Field("origin_id", at: \.originID, references: [.zone]),
        Field("destination_id", at: \.destinationID, references: [.zone]),
        Field("contains_id", at: \.containsID, references: [.zone]),
    ]
}
