/// The rules about feed_info.txt and attributions.txt.
enum RulesOfPublisher {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = []
}
