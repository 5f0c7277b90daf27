/// The rules about days of service.
enum RulesOfService {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = []
}
