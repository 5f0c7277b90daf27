/// Something that holds a ticket or pays for one: a row of `fare_media.txt`.
public struct FareMedium: FeedRow, Hashable {
    /// Identifies the medium.
    public var fareMediaID: FareMediaID?
    /// Name as the rider sees it, above all for cards and apps.
    public var fareMediaName: String?
    /// Kind of medium.
    public var fareMediaType: FareMediaType?

    public init() {}

    public static let file = FileSpec("fare_media.txt", .optional, primaryKey: ["fare_media_id"])

    public static let fields: [Field<FareMedium>] = [
        Field("fare_media_id", at: \.fareMediaID, presence: .required),
        Field("fare_media_name", at: \.fareMediaName, type: .text),
        Field("fare_media_type", at: \.fareMediaType, presence: .required),
    ]
}

/// The kind of a fare medium: `fare_media.fare_media_type`.
public struct FareMediaType: CodedValue {
    public static let words = [
        "none", "paperTicket", "transitCard", "contactlessBankCard", "mobileApp",
    ]
    /// No medium: cash paid to the driver.
    public static let none = FareMediaType(code: 0)
    /// A printed ticket.
    public static let paperTicket = FareMediaType(code: 1)
    /// A plastic card of the agency.
    public static let transitCard = FareMediaType(code: 2)
    /// A bank card or its token in a phone.
    public static let contactlessBankCard = FareMediaType(code: 3)
    /// An app with tickets or an account.
    public static let mobileApp = FareMediaType(code: 4)

    public let code: Int
    public init(code: Int) { self.code = code }
}
