import GTFSSchedule

/// By kind, and within a kind by family; findings are in this order.
enum Rules {
    static let rows: [any RowRule] = [
        CalendarRangeRule(), FeedExpirationRule(), FeedInfoDatesRule(),
        StopNameRule(), StopLocationRule(), StopAccessRule(), PlaceWithoutParentRule(),
        ExitGateRule(), PathwayLoopRule(),
        RouteNameRule(), RouteColorContrastRule(),
        FareMediaNameRule(), TransferDurationRule(), TransferCountRule(), TimeframeTimesRule(),
        BookingFieldsRule(), PriorNoticeDurationRule(), PriorNoticeDayRule(),
        PriorNoticeStartRule(),
        AttributionRoleRule(), FeedContactRule(),
    ]

    static let trips: [any TripRule] = [
        StopTimeStopReferenceRule(),
        StopTimeDistancesRule(), StopTimeTimesRule(), TimeSpanRule(), TimepointRule(),
        TripEdgeRule(),
        ShapeWithoutDistancesRule(),
        CallPlaceRule(), ZoneDistanceRule(), PickupDropOffTypeRule(), PickupDropOffWindowRule(),
        CallBookingRule(), LoneCallRule(), ContinuousTravelRule(),
    ]

    static let feeds: [any FeedRule] = files + PrimaryKeys.rules + ForeignKeys.rules + others

    private static let files: [any FeedRule] = [
        MissingCalendarsRule(), MissingFeedInfoRule(), MissingShapesRule(), MissingStopsRule(),
    ]

    private static let others: [any FeedRule] = [
        DuplicateKeyRule.trips, DuplicateKeyRule.calls, DuplicateKeyRule.shapePoints,
        DuplicateGeographyIDRule(), MoreThanOneEntityRule(),
        ForeignKeyRule.routesOfTrips, ForeignKeyRule.shapesOfTrips, ForeignKeyRule.servicesOfTrips,
        ForeignKeyRule(\.timeframes, "service_id", in: .service),
        ForeignKeyRule(\.fareLegRules, "network_id", in: .routeOrNetwork),
        FareLegJoinRuleRule(), ForeignKeyRule.tripsOfCalls,
        ForeignKeyRule(ofCallsOnDemand: "location_group_id", in: .locationGroup) {
            $0.locationGroupID
        },
        ForeignKeyRule(ofCallsOnDemand: "location_id", in: .location) { $0.locationID },
        ForeignKeyRule(ofCallsOnDemand: "pickup_booking_rule_id", in: .bookingRule) {
            $0.pickupBookingRuleID
        },
        ForeignKeyRule(ofCallsOnDemand: "drop_off_booking_rule_id", in: .bookingRule) {
            $0.dropOffBookingRuleID
        },
        BikesAllowanceRule(), BlockOverlapRule(), BlockRouteTypesRule(),
        OverlappingFrequencyRule(), StopTimesOrderRule(), StopUsageRule(), StopZoneRule(),
        TravelSpeedRule(), TripHeadsignRule(), TripUsabilityRule(), TripUsageRule(),
        CalendarDateRangeRule(), ExpiredCalendarRule(), FeedServiceWindowRule(), FutureFeedRule(),
        ServiceEndRule(), ServiceSpreadRule(), ServiceWithoutWeekdayRule(), TripCoverageRule(),
        ShapeDistancesRule(), ShapeMatchingRule(), ShapeUsageRule(), SingleShapePointRule(),
        TripDistanceRule(),
        ParentStationRule(), ElevatorLevelRule(), PathwayDeadEndRule(), PathwayEndpointRule(),
        PathwayReachRule(), PathwayStopAccessRule(),
        AgencyReferenceRule(\.routes), DuplicateRouteNameRule(), SharedURLRule(),
        RouteNetworkRule(),
        AgencyReferenceRule(\.fareAttributes), DuplicateFareMediaRule(), DefaultRiderCategoryRule(),
        TimeframeOverlapRule(),
        OverlappingZonesRule(),
        TransferDistanceRule(), TransferStopsRule(), TransferStopTypeRule(), TransferTripRule(),
        InSeatTransferRule(), InSeatRouteTypeRule(),
        TranslationReferenceRule(),
        AgencyReferenceRule(\.agency) { $0.agencyName ?? "" }, AgencyConsistencyRule(),
        FeedLanguageRule(),
    ]

    static let loading: [NoticeDefinition] =
        NoticeDefinition.ofReading + [
            .nonASCIIOrNonPrintableChar, .invalidURL, .invalidEmail, .invalidPhoneNumber,
            .invalidLanguageCode, .invalidTimezone, .invalidCurrency, .invalidCurrencyAmount,
            .mixedCaseRecommendedField, .pointNearOrigin, .pointNearPole, .startAndEndRangeEqual,
            .startAndEndRangeOutOfOrder, .ruleGaveUp,
        ]
}
