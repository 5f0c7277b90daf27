/// The rules about trips and their calls.
enum RulesOfTrips {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = [
        StopTimeDistancesRule(),
        StopTimeTimesRule(),
        TimepointRule(),
        TravelSpeedRule(),
        TripEdgeRule(),
    ]
    static let feeds: [any FeedRule] = [
        BikesAllowanceRule(),
        BlockOverlapRule(),
        BlockRouteTypesRule(),
        OverlappingFrequencyRule(),
        StopTimesOrderRule(),
        StopUsageRule(),
        StopZoneRule(),
        TripHeadsignRule(),
        TripUsabilityRule(),
        TripUsageRule(),
    ]
}
