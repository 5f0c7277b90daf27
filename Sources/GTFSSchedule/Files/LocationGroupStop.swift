/// A stop that belongs to a location group: a row of `location_group_stops.txt`.
public struct LocationGroupStop: FeedRow, Hashable {
    /// The group.
    public var locationGroupID: LocationGroupID?
    /// The stop.
    public var stopID: StopID?

    public init() {}

    public static let file = FileSpec("location_group_stops.txt", .optional)

    public static let fields: [Field<LocationGroupStop>] = [
        Field(
            "location_group_id", at: \.locationGroupID, presence: .required,
            references: [.locationGroup]),
        Field("stop_id", at: \.stopID, presence: .required, references: [.stop]),
    ]
}
