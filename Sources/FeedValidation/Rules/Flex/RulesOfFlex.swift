/// The rules about on-demand service and booking.
enum RulesOfFlex {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = []
}
