/// The rules about stops, stations, levels and pathways.
enum RulesOfPlaces {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = []
}
