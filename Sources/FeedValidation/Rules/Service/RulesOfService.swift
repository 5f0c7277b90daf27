/// The rules about calendars and the days of service.
enum RulesOfService {
    static let rows: [any RowRule] = [
        FeedExpirationRule(),
        FeedInfoDatesRule(),
    ]
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [
        ExpiredCalendarRule(),
        FeedServiceWindowRule(),
        FutureFeedRule(),
        ServiceSpreadRule(),
        ServiceWithoutWeekdayRule(),
        TripCoverageRule(),
    ]
}
