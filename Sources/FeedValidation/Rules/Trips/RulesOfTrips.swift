/// The rules about trips and their calls.
enum RulesOfTrips {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = [
        StopTimeDistancesRule(),
        StopTimeTimesRule(),
        TimeSpanRule(),
        TimepointRule(),
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
        TravelSpeedRule(),
        TripHeadsignRule(),
        TripUsabilityRule(),
        TripUsageRule(),
    ]
}
