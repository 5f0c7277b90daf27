/// A group of routes for fares: a row of `networks.txt`.
public struct FareNetwork: FeedRow, Hashable {
    /// Identifies the network.
    public var networkID: NetworkID?
    /// Name as the rider sees it.
    public var networkName: String?

    public init() {}

    public static let file = FileSpec(
        "networks.txt", .conditionallyForbidden, primaryKey: ["network_id"])

    public static let fields: [Field<FareNetwork>] = [
        Field("network_id", at: \.networkID, presence: .required),
        Field("network_name", at: \.networkName, type: .text),
    ]
}
