/// The rules about transfers.
enum RulesOfTransfers {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [
        TransferDistanceRule(), TransferStopsRule(), TransferStopTypeRule(), TransferTripRule(),
        InSeatTransferRule(), InSeatRouteTypeRule(),
    ]
}
