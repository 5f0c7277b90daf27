/// A fare of the older fares model: a row of `fare_attributes.txt`.
public struct FareAttribute: FeedRow, Hashable {
    /// Identifies the fare.
    public var fareID: FareID?
    /// Price in the unit of ``currencyType``, as written.
    public var price: CurrencyAmount?
    /// Currency of the price.
    public var currencyType: CurrencyCode?
    /// When riders pay.
    public var paymentMethod: PaymentMethod?
    /// The maximum number of transfers; blank means no limit.
    public var transfers: FareTransfers?
    /// The agency of the fare; may be blank when the feed has only one.
    public var agencyID: AgencyID?
    /// Seconds within which riders may transfer, or for which the ticket is valid when
    /// ``transfers`` is 0; blank means no limit.
    public var transferDuration: Int?

    public init() {}

    public static let file = FileSpec("fare_attributes.txt", .optional, primaryKey: ["fare_id"])

    public static let fields: [Field<FareAttribute>] = [
        Field("fare_id", at: \.fareID, presence: .required),
        Field("price", at: \.price, type: .nonNegativeAmount, presence: .required),
        Field("currency_type", at: \.currencyType, type: .currencyCode, presence: .required),
        Field("payment_method", at: \.paymentMethod, presence: .required),
        Field("transfers", at: \.transfers, presence: .requiredColumn),
        Field("agency_id", at: \.agencyID, presence: .conditionallyRequired, references: [.agency]),
        Field("transfer_duration", at: \.transferDuration, type: .nonNegativeInteger),
    ]
}

/// When a fare is paid: `fare_attributes.payment_method`.
public struct PaymentMethod: CodedValue {
    public static let words = ["onBoard", "beforeBoarding"]
    /// On the vehicle.
    public static let onBoard = PaymentMethod(code: 0)
    /// Before boarding.
    public static let beforeBoarding = PaymentMethod(code: 1)

    public let code: Int
    public init(code: Int) { self.code = code }
}

/// The number of transfers that a fare permits: `fare_attributes.transfers`. Blank means no limit.
public struct FareTransfers: CodedValue {
    public static let words = ["none", "once", "twice"]
    /// None.
    public static let none = FareTransfers(code: 0)
    /// Once.
    public static let once = FareTransfers(code: 1)
    /// Twice.
    public static let twice = FareTransfers(code: 2)

    public let code: Int
    public init(code: Int) { self.code = code }
}
