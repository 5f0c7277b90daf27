/// Which product pays for a leg of a journey: a row of `fare_leg_rules.txt`.
public struct FareLegRule: FeedRow, Hashable {
    /// The group of legs that transfer rules refer to.
    public var legGroupID: LegGroupID?
    /// The network of the leg; blank means any, or any that no other row names.
    public var networkID: NetworkID?
    /// Area in which the leg begins; blank means any, or any that no other row names.
    public var fromAreaID: AreaID?
    /// Area in which the leg ends; blank means any, or any that no other row names.
    public var toAreaID: AreaID?
    /// Timeframes in which the leg begins; blank means any time.
    public var fromTimeframeGroupID: TimeframeGroupID?
    /// Timeframes in which the leg ends; blank means any time.
    public var toTimeframeGroupID: TimeframeGroupID?
    /// The product that pays for the leg.
    public var fareProductID: FareProductID?
    /// Rules with larger numbers take precedence; blank means 0. With this column, blank fields
    /// above mean any.
    public var rulePriority: Int?

    public init() {}

    public static let file = FileSpec(
        "fare_leg_rules.txt", .optional,
        primaryKey: [
            "network_id", "from_area_id", "to_area_id", "from_timeframe_group_id",
            "to_timeframe_group_id", "fare_product_id",
        ])

    public static let fields: [Field<FareLegRule>] = [
        Field("leg_group_id", at: \.legGroupID),
        Field("network_id", at: \.networkID, references: [.routeNetworkID, .network]),
        Field("from_area_id", at: \.fromAreaID, references: [.area]),
        Field("to_area_id", at: \.toAreaID, references: [.area]),
        Field("from_timeframe_group_id", at: \.fromTimeframeGroupID, references: [.timeframeGroup]),
        Field("to_timeframe_group_id", at: \.toTimeframeGroupID, references: [.timeframeGroup]),
        Field(
            "fare_product_id", at: \.fareProductID, presence: .required,
            references: [.fareProduct]),
        Field("rule_priority", at: \.rulePriority, type: .nonNegativeInteger),
    ]
}
