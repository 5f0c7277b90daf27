/// The cost of a transfer from one leg to the next: a row of `fare_transfer_rules.txt`.
public struct FareTransferRule: FeedRow, Hashable {
    /// Group of the leg before the transfer; blank means any that no other row names.
    public var fromLegGroupID: LegGroupID?
    /// Group of the leg after the transfer; blank means any that no other row names.
    public var toLegGroupID: LegGroupID?
    /// The number of consecutive times that the rule applies; -1 means no limit.
    public var transferCount: Int?
    /// Seconds within which the transfer must happen; blank means no limit.
    public var durationLimit: Int?
    /// The moments between which ``durationLimit`` counts.
    public var durationLimitType: DurationLimitType?
    /// Which costs add up.
    public var fareTransferType: FareTransferType?
    /// The product that pays for the transfer; blank means that it is free.
    public var fareProductID: FareProductID?

    public init() {}

    public static let file = FileSpec(
        "fare_transfer_rules.txt", .optional,
        primaryKey: [
            "from_leg_group_id", "to_leg_group_id", "fare_product_id", "transfer_count",
            "duration_limit",
        ])

    public static let fields: [Field<FareTransferRule>] = [
        Field("from_leg_group_id", at: \.fromLegGroupID, references: [.legGroup]),
        Field("to_leg_group_id", at: \.toLegGroupID, references: [.legGroup]),
        Field(
            "transfer_count", at: \.transferCount, type: .nonZeroInteger,
            presence: .conditionallyForbidden),
        Field("duration_limit", at: \.durationLimit, type: .positiveInteger),
        Field("duration_limit_type", at: \.durationLimitType, presence: .conditionallyRequired),
        Field("fare_transfer_type", at: \.fareTransferType, presence: .required),
        Field("fare_product_id", at: \.fareProductID, references: [.fareProduct]),
    ]
}

/// How the time limit of a fare transfer counts: `fare_transfer_rules.duration_limit_type`.
public struct DurationLimitType: CodedValue {
    public static let words = [
        "departureToArrival", "departureToDeparture", "arrivalToDeparture", "arrivalToArrival",
    ]
    /// From the departure of the first leg to the arrival of the next.
    public static let departureToArrival = DurationLimitType(code: 0)
    /// From the departure of the first leg to the departure of the next.
    public static let departureToDeparture = DurationLimitType(code: 1)
    /// From the arrival of the first leg to the departure of the next.
    public static let arrivalToDeparture = DurationLimitType(code: 2)
    /// From the arrival of the first leg to the arrival of the next.
    public static let arrivalToArrival = DurationLimitType(code: 3)

    public let code: Int
    public init(code: Int) { self.code = code }
}

/// Which costs of two legs add up: `fare_transfer_rules.fare_transfer_type`.
public struct FareTransferType: CodedValue {
    public static let words = ["firstLegAndTransfer", "bothLegsAndTransfer", "transferOnly"]
    /// The first leg and the transfer.
    public static let firstLegAndTransfer = FareTransferType(code: 0)
    /// The first leg, the transfer and the second leg.
    public static let bothLegsAndTransfer = FareTransferType(code: 1)
    /// Only the transfer.
    public static let transferOnly = FareTransferType(code: 2)

    public let code: Int
    public init(code: Int) { self.code = code }
}
