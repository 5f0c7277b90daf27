/// A point of the path of a vehicle: a row of `shapes.txt`.
public struct ShapePoint: FeedRow, Hashable {
    /// The path that the point belongs to.
    public var shapeID: ShapeID?
    /// Degrees north, WGS 84.
    public var shapePtLat: Double?
    /// Degrees east, WGS 84.
    public var shapePtLon: Double?
    /// Order of the points along the path; numbers increase and may have gaps.
    public var shapePtSequence: Int?
    /// Distance along the path from its first point, in any unit that the feed uses consistently.
    public var shapeDistTraveled: Double?

    public init() {}

    public static let file = FileSpec(
        "shapes.txt", .optional, primaryKey: ["shape_id", "shape_pt_sequence"])

    public static let fields: [Field<ShapePoint>] = [
        Field("shape_id", at: \.shapeID, presence: .required),
        Field("shape_pt_lat", at: \.shapePtLat, type: .latitude, presence: .required),
        Field("shape_pt_lon", at: \.shapePtLon, type: .longitude, presence: .required),
        Field(
            "shape_pt_sequence", at: \.shapePtSequence, type: .nonNegativeInteger,
            presence: .required),
        Field("shape_dist_traveled", at: \.shapeDistTraveled, type: .nonNegativeFloat),
    ]
}
