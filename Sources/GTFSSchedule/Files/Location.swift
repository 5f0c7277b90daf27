/// An area within which riders request to be picked up or set down: a feature of
/// `locations.geojson`. The file is not CSV; a reader of GeoJSON makes a row of each feature.
public struct Location: FeedRow, Hashable {
    /// Identifies the feature. Stops and location groups may not use the same ID.
    public var id: LocationID?
    /// Name of the area as the rider sees it.
    public var stopName: String?
    /// Information for riders beyond the name.
    public var stopDesc: String?
    /// A polygon or several polygons, as the text of a GeoJSON geometry object.
    public var geometry: String?

    public init() {}

    public static let file = FileSpec("locations.geojson", .optional, primaryKey: ["id"])

    public static let fields: [Field<Location>] = [
        Field("id", at: \.id, presence: .required),
        Field("stop_name", at: \.stopName, type: .text),
        Field("stop_desc", at: \.stopDesc, type: .text),
        Field("geometry", at: \.geometry, type: .text, presence: .required),
    ]
}
