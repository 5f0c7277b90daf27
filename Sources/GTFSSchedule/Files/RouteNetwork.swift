/// A route that belongs to a network: a row of `route_networks.txt`.
public struct RouteNetwork: FeedRow, Hashable {
    /// The network.
    public var networkID: NetworkID?
    /// The route, which can be in only one network.
    public var routeID: RouteID?

    public init() {}

    public static let file = FileSpec(
        "route_networks.txt", .conditionallyForbidden, primaryKey: ["route_id"])

    public static let fields: [Field<RouteNetwork>] = [
        Field("network_id", at: \.networkID, presence: .required, references: [.network]),
        Field("route_id", at: \.routeID, presence: .required, references: [.route]),
    ]
}
