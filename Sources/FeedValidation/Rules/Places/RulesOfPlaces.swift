/// The rules about stops, stations, levels and pathways.
enum RulesOfPlaces {
    static let rows: [any RowRule] = [
        StopNameRule(), StopLocationRule(), StopAccessRule(), PlaceWithoutParentRule(),
        ExitGateRule(), PathwayLoopRule(),
    ]
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [
        ParentStationRule(), ElevatorLevelRule(), PathwayDeadEndRule(), PathwayEndpointRule(),
        PathwayReachRule(), PathwayStopAccessRule(),
    ]
}
