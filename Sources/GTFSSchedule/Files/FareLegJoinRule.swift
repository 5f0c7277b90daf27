/// Two legs that count as one for fares: a row of `fare_leg_join_rules.txt`.
public struct FareLegJoinRule: FeedRow, Hashable {
    /// Network of the leg before the transfer.
    public var fromNetworkID: NetworkID?
    /// Network of the leg after the transfer.
    public var toNetworkID: NetworkID?
    /// Where the first leg ends, a stop or station; blank means anywhere.
    public var fromStopID: StopID?
    /// Where the second leg begins, a stop or station; blank means anywhere.
    public var toStopID: StopID?

    public init() {}

    public static let file = FileSpec(
        "fare_leg_join_rules.txt", .optional,
        primaryKey: [
            "from_network_id", "to_network_id", "from_stop_id", "to_stop_id",
        ])

    public static let fields: [Field<FareLegJoinRule>] = [
        Field(
            "from_network_id", at: \.fromNetworkID, presence: .required,
            references: [.routeNetworkID, .network]),
        Field(
            "to_network_id", at: \.toNetworkID, presence: .required,
            references: [.routeNetworkID, .network]),
        Field(
            "from_stop_id", at: \.fromStopID, presence: .conditionallyRequired,
            references: [.stop]),
        Field("to_stop_id", at: \.toStopID, presence: .conditionallyRequired, references: [.stop]),
    ]
}
