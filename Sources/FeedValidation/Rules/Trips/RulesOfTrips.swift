/// The rules about trips and their calls.
enum RulesOfTrips {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = []
}
