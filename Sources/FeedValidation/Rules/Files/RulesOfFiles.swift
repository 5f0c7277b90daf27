/// The rules about which files a feed has.
enum RulesOfFiles {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [
        MissingCalendarsRule(), MissingFeedInfoRule(), MissingShapesRule(), MissingStopsRule(),
    ]
}
