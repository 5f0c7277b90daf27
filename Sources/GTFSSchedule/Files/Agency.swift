/// A transit operator or brand: a row of `agency.txt`.
public struct Agency: FeedRow, Hashable {
    /// Identifies the agency; may be blank when the feed has only one.
    public var agencyID: AgencyID?
    /// Full name of the agency.
    public var agencyName: String?
    /// Web site of the agency.
    public var agencyURL: FeedURL?
    /// Time zone of all times in the feed; all agencies of a feed share it.
    public var agencyTimezone: TimezoneName?
    /// Language in which the agency addresses its riders.
    public var agencyLang: LanguageTag?
    /// Telephone number for riders.
    public var agencyPhone: PhoneNumber?
    /// Where riders buy tickets online.
    public var agencyFareURL: FeedURL?
    /// Address of customer service, read by people.
    public var agencyEmail: EmailAddress?
    /// Whether vehicles accept contactless bank cards; blank means unknown.
    public var cemvSupport: ContactlessPayment?

    public init() {}

    public static let file = FileSpec("agency.txt", .required, primaryKey: ["agency_id"])

    public static let fields: [Field<Agency>] = [
        Field("agency_id", at: \.agencyID, presence: .conditionallyRequired),
        Field("agency_name", at: \.agencyName, type: .text, presence: .required),
        Field("agency_url", at: \.agencyURL, type: .url, presence: .required),
        Field("agency_timezone", at: \.agencyTimezone, type: .timezone, presence: .required),
        Field("agency_lang", at: \.agencyLang, type: .languageCode),
        Field("agency_phone", at: \.agencyPhone, type: .phoneNumber),
        Field("agency_fare_url", at: \.agencyFareURL, type: .url),
        Field("agency_email", at: \.agencyEmail, type: .email),
        Field("cemv_support", at: \.cemvSupport),
    ]
}
