/// The rules about shapes, and stops along them.
enum RulesOfShapes {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = []
}
