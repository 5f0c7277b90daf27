/// The rules about shapes, and about trips on them.
enum RulesOfShapes {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = [
        ShapeWithoutDistancesRule()
    ]
    static let feeds: [any FeedRule] = [
        ShapeDistancesRule(),
        ShapeMatchingRule(),
        ShapeUsageRule(),
        SingleShapePointRule(),
        TripDistanceRule(),
    ]
}
