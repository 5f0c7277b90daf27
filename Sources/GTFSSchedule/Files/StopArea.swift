/// A stop that belongs to an area: a row of `stop_areas.txt`.
public struct StopArea: FeedRow, Hashable {
    /// The area.
    public var areaID: AreaID?
    /// The stop; a station includes all its platforms.
    public var stopID: StopID?

    public init() {}

    public static let file = FileSpec("stop_areas.txt", .optional)

    public static let fields: [Field<StopArea>] = [
        Field("area_id", at: \.areaID, presence: .required, references: [.area]),
        Field("stop_id", at: \.stopID, presence: .required, references: [.stop]),
    ]
}
