/// The rules about files, headers and cells.
enum RulesOfFiles {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = []
}
