/// Stops at which riders request to be picked up or set down: a row of `location_groups.txt`.
public struct LocationGroup: FeedRow, Hashable {
    /// Identifies the group. Stops and features of `locations.geojson` may not use the same ID.
    public var locationGroupID: LocationGroupID?
    /// Name as the rider sees it.
    public var locationGroupName: String?

    public init() {}

    public static let file = FileSpec(
        "location_groups.txt", .optional, primaryKey: ["location_group_id"])

    public static let fields: [Field<LocationGroup>] = [
        Field("location_group_id", at: \.locationGroupID, presence: .required),
        Field("location_group_name", at: \.locationGroupName, type: .text),
    ]
}
