/// The rules about keys, and references between files.
enum RulesOfReferences {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = [
        DuplicateStopSequenceRule(), StopTimeStopReferenceRule(),
    ]
    static let feeds: [any FeedRule] =
        PrimaryKeys.rules + ForeignKeys.rules + [
            DuplicateTripRule(), DuplicateShapePointRule(), DuplicateGeographyIDRule(),
            MoreThanOneEntityRule(), TripRouteReferenceRule(), TripShapeReferenceRule(),
            TripServiceReferenceRule(), TimeframeServiceReferenceRule(), NetworkReferenceRule(),
            FareLegJoinRuleRule(), StopTimeTripReferenceRule(),
            StopTimeLocationGroupReferenceRule(), StopTimeLocationReferenceRule(),
            StopTimePickupBookingRuleReferenceRule(), StopTimeDropOffBookingRuleReferenceRule(),
        ]
}
