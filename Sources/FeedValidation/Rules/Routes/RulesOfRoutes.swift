/// The rules about routes and agencies.
enum RulesOfRoutes {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = []
}
