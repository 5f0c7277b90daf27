/// The rules about on-demand service.
enum RulesOfFlex {
    static let rows: [any RowRule] = [BookingFieldsRule(), PriorNoticeRule()]
    static let trips: [any TripRule] = [
        CallPlaceRule(), ZoneDistanceRule(), PickupDropOffTypeRule(), PickupDropOffWindowRule(),
        CallBookingRule(), LoneCallRule(), ContinuousTravelRule(),
    ]
    static let feeds: [any FeedRule] = [OverlappingZonesRule()]
}
