/// A group of stops for fares: a row of `areas.txt`.
public struct Area: FeedRow, Hashable {
    /// Identifies the area.
    public var areaID: AreaID?
    /// Name as the rider sees it.
    public var areaName: String?

    public init() {}

    public static let file = FileSpec("areas.txt", .optional, primaryKey: ["area_id"])

    public static let fields: [Field<Area>] = [
        Field("area_id", at: \.areaID, presence: .required),
        Field("area_name", at: \.areaName, type: .text),
    ]
}
