/// A way on foot between two points of a station: a row of `pathways.txt`.
public struct Pathway: FeedRow, Hashable {
    /// Identifies the pathway.
    public var pathwayID: PathwayID?
    /// Where the pathway begins: a platform, entrance, node or boarding area.
    public var fromStopID: StopID?
    /// Where the pathway ends: a platform, entrance, node or boarding area.
    public var toStopID: StopID?
    /// Kind of pathway.
    public var pathwayMode: PathwayMode?
    /// Whether the pathway can also be used in the opposite direction.
    public var isBidirectional: YesNo?
    /// Meters from beginning to end.
    public var length: Double?
    /// Average number of seconds that it takes.
    public var traversalTime: Int?
    /// Number of stairs; negative when they lead down.
    public var stairCount: Int?
    /// Steepest slope as a ratio of height to length; negative when it leads down, blank means
    /// level.
    public var maxSlope: Double?
    /// Meters across the narrowest passage.
    public var minWidth: Double?
    /// Text of the signs that riders follow.
    public var signpostedAs: String?
    /// Text of the signs that riders follow in the opposite direction.
    public var reversedSignpostedAs: String?

    public init() {}

    public static let file = FileSpec("pathways.txt", .optional, primaryKey: ["pathway_id"])

    public static let fields: [Field<Pathway>] = [
        Field("pathway_id", at: \.pathwayID, presence: .required),
        Field("from_stop_id", at: \.fromStopID, presence: .required, references: [.stop]),
        Field("to_stop_id", at: \.toStopID, presence: .required, references: [.stop]),
        Field("pathway_mode", at: \.pathwayMode, presence: .required),
        Field("is_bidirectional", at: \.isBidirectional, presence: .required),
        Field("length", at: \.length, type: .nonNegativeFloat),
        Field("traversal_time", at: \.traversalTime, type: .positiveInteger),
        Field("stair_count", at: \.stairCount, type: .nonZeroInteger),
        Field("max_slope", at: \.maxSlope, type: .float),
        Field("min_width", at: \.minWidth, type: .positiveFloat),
        Field("signposted_as", at: \.signpostedAs, type: .text),
        Field("reversed_signposted_as", at: \.reversedSignpostedAs, type: .text),
    ]
}

/// The kind of a pathway: `pathways.pathway_mode`.
public struct PathwayMode: CodedValue {
    public static let codes = 1...7
    public static let words = [
        "walkway", "stairs", "movingSidewalk", "escalator", "elevator", "fareGate", "exitGate",
    ]
    /// A passage on foot.
    public static let walkway = PathwayMode(code: 1)
    /// Stairs.
    public static let stairs = PathwayMode(code: 2)
    /// A moving walkway.
    public static let movingSidewalk = PathwayMode(code: 3)
    /// An escalator.
    public static let escalator = PathwayMode(code: 4)
    /// An elevator.
    public static let elevator = PathwayMode(code: 5)
    /// A gate into the area for which riders need a ticket.
    public static let fareGate = PathwayMode(code: 6)
    /// A gate out of that area, in one direction only.
    public static let exitGate = PathwayMode(code: 7)

    public let code: Int
    public init(code: Int) { self.code = code }
}
