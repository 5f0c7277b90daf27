/// A point of the path of a vehicle: a row of `shapes.txt`.
public struct ShapePoint: FeedRow, Hashable {
    /// The path that the point belongs to.
    public var shapeID: ShapeID?
    /// Degrees north, WGS 84.
    public var shapePtLat: Double?
    /// Degrees east, WGS 84.
    public var shapePtLon: Double?
    /// Order of the points along the path; numbers grow and may have gaps.
    public var shapePtSequence: Int?
    /// Distance along the path from its first point, in any unit that the feed keeps to.
    public var shapeDistTraveled: Double?

    public init() {}

    public static let file = FileSpec(
        "shapes.txt", .optional, primaryKey: ["shape_id", "shape_pt_sequence"])

    public static let fields: [Field<ShapePoint>] = [
        Field("shape_id", \.shapeID, .id, .required),
        Field("shape_pt_lat", \.shapePtLat, .latitude, .required),
        Field("shape_pt_lon", \.shapePtLon, .longitude, .required),
        Field("shape_pt_sequence", \.shapePtSequence, .nonNegativeInteger, .required),
        Field("shape_dist_traveled", \.shapeDistTraveled, .nonNegativeFloat),
    ]
}
