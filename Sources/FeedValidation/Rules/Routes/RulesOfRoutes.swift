/// The rules about routes.
enum RulesOfRoutes {
    static let rows: [any RowRule] = [RouteNameRule(), RouteColorContrastRule()]
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [
        RouteAgencyRule(), DuplicateRouteNameRule(), SharedURLRule(), RouteNetworkRule(),
    ]
}
