/// A fare of the older fares model: a row of `fare_attributes.txt`.
public struct FareAttribute: FeedRow, Hashable {
    public var fareID: FareID?
    /// Price in the unit of `currencyType`, as written.
    public var price: CurrencyAmount?
    /// ISO 4217 code.
    public var currencyType: CurrencyCode?
    public var paymentMethod: PaymentMethod?
    /// Transfers permitted; blank means unlimited.
    public var transfers: FareTransfers?
    public var agencyID: AgencyID?
    /// Seconds before a transfer expires.
    public var transferDuration: Int?

    public init() {}

    public static let file = FileSpec("fare_attributes.txt", .optional, primaryKey: ["fare_id"])

    public static let fields: [Field<FareAttribute>] = [
        Field("fare_id", \.fareID, .id, .required),
        Field("price", \.price, .currencyAmount, .required),
        Field("currency_type", \.currencyType, .currencyCode, .required),
        Field("payment_method", \.paymentMethod, .enumeration(values: 0...1), .required),
        Field("transfers", \.transfers, .enumeration(values: 0...2), .required),
        Field(
            "agency_id", \.agencyID, .id, .conditionallyRequired,
            references: [FieldReference("agency.txt", "agency_id")]),
        Field("transfer_duration", \.transferDuration, .nonNegativeInteger),
    ]
}

/// When the fare is paid: `fare_attributes.payment_method`.
public enum PaymentMethod: CodedValue {
    case onBoard
    case beforeBoarding
    /// A code that the reference does not know.
    case unknown(Int)

    public static let known: [PaymentMethod] = [.onBoard, .beforeBoarding]

    public init(code: Int) {
        switch code {
        case 0: self = .onBoard
        case 1: self = .beforeBoarding
        default: self = .unknown(code)
        }
    }

    public var code: Int {
        switch self {
        case .onBoard: 0
        case .beforeBoarding: 1
        case .unknown(let code): code
        }
    }
}
