public import GRDB

/// A row of `attributions.txt`: who is to be named, for the whole feed or for an agency, route or
/// trip. A GRDB record.
public struct Attribution: Codable, Hashable, Sendable {
    public var attributionID: String?
    public var agencyID: String?
    public var routeID: String?
    public var tripID: String?
    public var organizationName: String?
    public var isProducer: Int?
    public var isOperator: Int?
    public var isAuthority: Int?
    public var attributionURL: String?
    public var attributionEmail: String?
    public var attributionPhone: String?

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case attributionID = "attribution_id"
        case agencyID = "agency_id"
        case routeID = "route_id"
        case tripID = "trip_id"
        case organizationName = "organization_name"
        case isProducer = "is_producer"
        case isOperator = "is_operator"
        case isAuthority = "is_authority"
        case attributionURL = "attribution_url"
        case attributionEmail = "attribution_email"
        case attributionPhone = "attribution_phone"
    }

    /// Whether it is for the whole feed.
    public var appliesToFeed: Bool { agencyID == nil && routeID == nil && tripID == nil }
}

extension Attribution: FetchableRecord, TableRecord {
    public static let databaseTableName = "attributions"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
