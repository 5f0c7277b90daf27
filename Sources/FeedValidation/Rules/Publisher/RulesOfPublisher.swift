/// The rules about who runs and publishes the feed.
enum RulesOfPublisher {
    static let rows: [any RowRule] = [AttributionRoleRule(), FeedContactRule()]
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [AgencyConsistencyRule(), FeedLanguageRule()]
}
