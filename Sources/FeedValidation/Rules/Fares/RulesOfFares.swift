/// The rules about fares.
enum RulesOfFares {
    static let rows: [any RowRule] = [
        FareMediaNameRule(), TransferDurationRule(), TransferCountRule(), TimeframeTimesRule(),
    ]
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [
        FareAgencyRule(), DuplicateFareMediaRule(), DefaultRiderCategoryRule(),
        TimeframeOverlapRule(),
    ]
}
