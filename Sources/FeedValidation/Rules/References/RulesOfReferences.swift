/// The rules about foreign ids, keys and ranges.
enum RulesOfReferences {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = []
}
