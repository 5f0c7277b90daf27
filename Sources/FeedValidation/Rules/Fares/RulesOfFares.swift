/// The rules about fares.
enum RulesOfFares {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = []
}
