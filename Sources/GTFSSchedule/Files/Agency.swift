/// A transit operator or brand: a row of `agency.txt`.
public struct Agency: FeedRow, Hashable {
    /// Identifies the agency; may be blank when the feed has only one.
    public var agencyID: AgencyID?
    /// Full name of the agency.
    public var agencyName: String?
    /// Web site of the agency.
    public var agencyURL: FeedURL?
    /// Time zone of every time in the feed; all agencies of a feed share it.
    public var agencyTimezone: TimezoneName?
    /// Language that the agency speaks to its riders.
    public var agencyLang: LanguageTag?
    /// Telephone number for riders.
    public var agencyPhone: PhoneNumber?
    /// Where riders buy tickets online.
    public var agencyFareURL: FeedURL?
    /// Customer service, read by people.
    public var agencyEmail: EmailAddress?
    /// Whether vehicles take contactless bank cards; blank means unknown.
    public var cemvSupport: ContactlessPayment?

    public init() {}

    public static let file = FileSpec("agency.txt", .required, primaryKey: ["agency_id"])

    public static let fields: [Field<Agency>] = [
        Field("agency_id", \.agencyID, .id, .conditionallyRequired),
        Field("agency_name", \.agencyName, .text, .required),
        Field("agency_url", \.agencyURL, .url, .required),
        Field("agency_timezone", \.agencyTimezone, .timezone, .required),
        Field("agency_lang", \.agencyLang, .languageCode),
        Field("agency_phone", \.agencyPhone, .phoneNumber),
        Field("agency_fare_url", \.agencyFareURL, .url),
        Field("agency_email", \.agencyEmail, .email),
        Field("cemv_support", \.cemvSupport, .enumeration(values: ContactlessPayment.codes)),
    ]
}
