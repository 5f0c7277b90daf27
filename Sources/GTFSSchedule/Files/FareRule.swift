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
        Field("fare_id", at: \.fareID, type: .id, presence: .required, references: [.fare]),
        Field("route_id", at: \.routeID, type: .id, references: [.route]),
        Field("origin_id", at: \.originID, type: .id, references: [.zone]),
        Field("destination_id", at: \.destinationID, type: .id, references: [.zone]),
        Field("contains_id", at: \.containsID, type: .id, references: [.zone]),
    ]
}
