/// Limits the work of finding stops on shapes.
///
/// Two thousand calls at a stop that a path comes near a hundred thousand times are two hundred
/// million places to choose from, for each trip. Work that grows only with the points of shapes is
/// free, so large feeds may take their time.
struct MatchingPatience {
    private var rule: RulePatience
    /// Steps that the shape at hand may still take.
    private var allowed = 0

    /// The allowance of each point of a shape.
    private static let stepsOfPoint = 64

    init(_ feed: LoadedFeed) {
        rule = RulePatience(feed)
    }

    /// Goes on to the next shape.
    mutating func allow(points: Int) {
        allowed = points * Self.stepsOfPoint
    }

    /// Takes the cost of a piece of work: about a microsecond per hundred steps.
    mutating func spend(_ steps: Int) throws {
        allowed -= steps
        guard allowed < 0 else { return }
        let missing = -allowed
        allowed = 0
        try rule.spend(missing)
    }
}
