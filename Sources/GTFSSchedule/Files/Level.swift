/// A level of a station: a row of `levels.txt`.
public struct Level: FeedRow, Hashable {
    /// Identifies the level.
    public var levelID: LevelID?
    /// Height order: 0 is the ground, negative numbers are below it, fractions are allowed.
    public var levelIndex: Double?
    /// Name as the rider sees it, for instance in the elevator.
    public var levelName: String?

    public init() {}

    public static let file = FileSpec(
        "levels.txt", .conditionallyRequired, primaryKey: ["level_id"])

    public static let fields: [Field<Level>] = [
        Field("level_id", at: \.levelID, presence: .required),
        Field("level_index", at: \.levelIndex, type: .float, presence: .required),
        Field("level_name", at: \.levelName, type: .text),
    ]
}
