/// Credit due to an organization: a row of `attributions.txt`. Without an agency, route or trip it
/// concerns the whole feed.
public struct Attribution: FeedRow, Hashable {
    /// Identifies the attribution.
    public var attributionID: AttributionID?
    /// The agency concerned; excludes route and trip.
    public var agencyID: AgencyID?
    /// The route concerned; excludes agency and trip.
    public var routeID: RouteID?
    /// The trip concerned; excludes agency and route.
    public var tripID: TripID?
    /// The organization to credit.
    public var organizationName: String?
    /// Whether the organization produced the data; blank means no.
    public var isProducer: YesNo?
    /// Whether the organization runs the vehicles; blank means no.
    public var isOperator: YesNo?
    /// Whether the organization is the authority that orders the service; blank means no.
    public var isAuthority: YesNo?
    /// Web site of the organization.
    public var attributionURL: FeedURL?
    /// Email address of the organization.
    public var attributionEmail: EmailAddress?
    /// Telephone number of the organization.
    public var attributionPhone: PhoneNumber?

    public init() {}

    public static let file = FileSpec("attributions.txt", .optional, primaryKey: ["attribution_id"])

    public static let fields: [Field<Attribution>] = [
        Field("attribution_id", at: \.attributionID),
        Field("agency_id", at: \.agencyID, references: [.agency]),
        Field("route_id", at: \.routeID, references: [.route]),
        Field("trip_id", at: \.tripID, references: [.trip]),
        Field("organization_name", at: \.organizationName, type: .text, presence: .required),
        Field("is_producer", at: \.isProducer),
        Field("is_operator", at: \.isOperator),
        Field("is_authority", at: \.isAuthority),
        Field("attribution_url", at: \.attributionURL, type: .url),
        Field("attribution_email", at: \.attributionEmail, type: .email),
        Field("attribution_phone", at: \.attributionPhone, type: .phoneNumber),
    ]
}
