enum Rules {
    static let rows: [any RowRule] = [
        RulesOfFiles.rows,
        RulesOfReferences.rows,
        RulesOfTrips.rows,
        RulesOfService.rows,
        RulesOfShapes.rows,
        RulesOfPlaces.rows,
        RulesOfRoutes.rows,
        RulesOfFares.rows,
        RulesOfFlex.rows,
        RulesOfTransfers.rows,
        RulesOfTranslations.rows,
        RulesOfPublisher.rows,
    ].flatMap { $0 }

    static let trips: [any TripRule] = [
        RulesOfFiles.trips,
        RulesOfReferences.trips,
        RulesOfTrips.trips,
        RulesOfService.trips,
        RulesOfShapes.trips,
        RulesOfPlaces.trips,
        RulesOfRoutes.trips,
        RulesOfFares.trips,
        RulesOfFlex.trips,
        RulesOfTransfers.trips,
        RulesOfTranslations.trips,
        RulesOfPublisher.trips,
    ].flatMap { $0 }

    static let feeds: [any FeedRule] = [
        RulesOfFiles.feeds,
        RulesOfReferences.feeds,
        RulesOfTrips.feeds,
        RulesOfService.feeds,
        RulesOfShapes.feeds,
        RulesOfPlaces.feeds,
        RulesOfRoutes.feeds,
        RulesOfFares.feeds,
        RulesOfFlex.feeds,
        RulesOfTransfers.feeds,
        RulesOfTranslations.feeds,
        RulesOfPublisher.feeds,
    ].flatMap { $0 }

    static let loading: [NoticeDefinition] =
        NoticeDefinition.ofReading + [
            .nonASCIIOrNonPrintableChar, .invalidURL, .invalidEmail, .invalidPhoneNumber,
            .invalidLanguageCode, .invalidTimezone, .invalidCurrency, .invalidCurrencyAmount,
            .mixedCaseRecommendedField, .pointNearOrigin, .pointNearPole, .startAndEndRangeEqual,
            .startAndEndRangeOutOfOrder, .ruleGaveUp,
        ]
}

enum RulesOfFiles {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [
        MissingCalendarsRule(), MissingFeedInfoRule(), MissingShapesRule(), MissingStopsRule(),
    ]
}

enum RulesOfReferences {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = [
        DuplicateStopSequenceRule(), StopTimeStopReferenceRule(),
    ]
    static let feeds: [any FeedRule] =
        PrimaryKeys.rules + ForeignKeys.rules + [
            DuplicateTripRule(), RepeatedCallRule(), DuplicateShapePointRule(),
            DuplicateGeographyIDRule(),
            MoreThanOneEntityRule(), TripRouteReferenceRule(), TripShapeReferenceRule(),
            TripServiceReferenceRule(), TimeframeServiceReferenceRule(), NetworkReferenceRule(),
            FareLegJoinRuleRule(), StopTimeTripReferenceRule(),
            StopTimeLocationGroupReferenceRule(), StopTimeLocationReferenceRule(),
            StopTimePickupBookingRuleReferenceRule(), StopTimeDropOffBookingRuleReferenceRule(),
        ]
}

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

enum RulesOfService {
    static let rows: [any RowRule] = [
        CalendarRangeRule(),
        FeedExpirationRule(),
        FeedInfoDatesRule(),
    ]
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [
        CalendarDateRangeRule(),
        ExpiredCalendarRule(),
        FeedServiceWindowRule(),
        FutureFeedRule(),
        ServiceSpreadRule(),
        ServiceWithoutWeekdayRule(),
        TripCoverageRule(),
    ]
}

enum RulesOfShapes {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = [
        ShapeWithoutDistancesRule()
    ]
    static let feeds: [any FeedRule] = [
        ShapeDistancesRule(),
        ShapeMatchingRule(),
        ShapeUsageRule(),
        SingleShapePointRule(),
        TripDistanceRule(),
    ]
}

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

enum RulesOfRoutes {
    static let rows: [any RowRule] = [RouteNameRule(), RouteColorContrastRule()]
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [
        RouteAgencyRule(), DuplicateRouteNameRule(), SharedURLRule(), RouteNetworkRule(),
    ]
}

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

enum RulesOfFlex {
    static let rows: [any RowRule] = [
        BookingFieldsRule(), PriorNoticeDurationRule(), PriorNoticeDayRule(),
        PriorNoticeStartRule(),
    ]
    static let trips: [any TripRule] = [
        CallPlaceRule(), ZoneDistanceRule(), PickupDropOffTypeRule(), PickupDropOffWindowRule(),
        CallBookingRule(), LoneCallRule(), ContinuousTravelRule(),
    ]
    static let feeds: [any FeedRule] = [OverlappingZonesRule()]
}

enum RulesOfTransfers {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [
        TransferDistanceRule(), TransferStopsRule(), TransferStopTypeRule(), TransferTripRule(),
        InSeatTransferRule(), InSeatRouteTypeRule(),
    ]
}

enum RulesOfTranslations {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [TranslationReferenceRule()]
}

enum RulesOfPublisher {
    static let rows: [any RowRule] = [AttributionRoleRule(), FeedContactRule()]
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [AgencyConsistencyRule(), FeedLanguageRule()]
}
