/// A line that riders know by one name: a row of `routes.txt`.
public struct Route: FeedRow, Hashable {
    /// Identifies the route.
    public var routeID: RouteID?
    /// The agency of the route; may be blank when the feed has only one.
    public var agencyID: AgencyID?
    /// Short name such as "32" or "Green". Either this or the long name must be given.
    public var routeShortName: String?
    /// Full name, often with the places served.
    public var routeLongName: String?
    /// Information beyond the names.
    public var routeDesc: String?
    /// Kind of vehicle.
    public var routeType: RouteType?
    /// Web page about this route.
    public var routeURL: FeedURL?
    /// Color of the route; blank means white. See ``RouteColors``.
    public var routeColor: RGBColor?
    /// Color of text on ``routeColor``; blank means black. See ``RouteColors``.
    public var routeTextColor: RGBColor?
    /// Position in lists of routes: small numbers come first.
    public var routeSortOrder: Int?
    /// Boarding between stops, on all trips of the route; blank means not possible.
    public var continuousPickup: ContinuousPickupDropOff?
    /// Alighting between stops, on all trips of the route; blank means not possible.
    public var continuousDropOff: ContinuousPickupDropOff?
    /// The network of the route for fares; not allowed together with `route_networks.txt`.
    public var networkID: NetworkID?
    /// Whether vehicles accept contactless bank cards; blank means as stated by the agency.
    public var cemvSupport: ContactlessPayment?

    public init() {}

    public static let file = FileSpec("routes.txt", .required, primaryKey: ["route_id"])

    public static let fields: [Field<Route>] = [
        Field("route_id", at: \.routeID, presence: .required),
        Field("agency_id", at: \.agencyID, presence: .conditionallyRequired, references: [.agency]),
        Field(
            "route_short_name", at: \.routeShortName, type: .text, presence: .conditionallyRequired),
        Field(
            "route_long_name", at: \.routeLongName, type: .text, presence: .conditionallyRequired),
        Field("route_desc", at: \.routeDesc, type: .text),
        Field("route_type", at: \.routeType, type: .routeType, presence: .required),
        Field("route_url", at: \.routeURL, type: .url),
        Field("route_color", at: \.routeColor, type: .color),
        Field("route_text_color", at: \.routeTextColor, type: .color),
        Field("route_sort_order", at: \.routeSortOrder, type: .nonNegativeInteger),
        Field("continuous_pickup", at: \.continuousPickup, presence: .conditionallyForbidden),
        Field("continuous_drop_off", at: \.continuousDropOff, presence: .conditionallyForbidden),
        Field("network_id", at: \.networkID, presence: .conditionallyForbidden),
        Field("cemv_support", at: \.cemvSupport),
    ]
}
