/// Every rule of the catalogue.
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

    /// The notices that reading gives by itself.
    static let loading: [NoticeDefinition] =
        NoticeDefinition.ofReading + [
            .nonASCIIOrNonPrintableChar, .invalidURL, .invalidEmail, .invalidPhoneNumber,
            .invalidLanguageCode, .invalidTimezone, .invalidCurrency, .invalidCurrencyAmount,
            .mixedCaseRecommendedField, .pointNearOrigin, .pointNearPole, .startAndEndRangeEqual,
            .startAndEndRangeOutOfOrder,
        ]
}
