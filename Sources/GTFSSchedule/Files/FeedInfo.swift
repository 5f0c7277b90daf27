/// The publisher of the feed, and the days for which it is complete: the row of `feed_info.txt`.
public struct FeedInfo: FeedRow, Hashable {
    /// The publisher of the feed; often not the agency.
    public var feedPublisherName: String?
    /// Web site of the publisher.
    public var feedPublisherURL: FeedURL?
    /// Language of the texts in the feed; `mul` when there are several.
    public var feedLang: LanguageTag?
    /// Language for riders whose own language is unknown.
    public var defaultLang: LanguageTag?
    /// First day for which the feed is complete.
    public var feedStartDate: ServiceDate?
    /// Last day for which the feed is complete.
    public var feedEndDate: ServiceDate?
    /// The publisher's name for this version.
    public var feedVersion: String?
    /// Email address for questions about the data; not for riders.
    public var feedContactEmail: EmailAddress?
    /// Web page for questions about the data; not for riders.
    public var feedContactURL: FeedURL?

    public init() {}

    public static let file = FileSpec("feed_info.txt", .conditionallyRequired)

    public static let fields: [Field<FeedInfo>] = [
        Field("feed_publisher_name", at: \.feedPublisherName, type: .text, presence: .required),
        Field("feed_publisher_url", at: \.feedPublisherURL, type: .url, presence: .required),
        Field("feed_lang", at: \.feedLang, type: .languageCode, presence: .required),
        Field("default_lang", at: \.defaultLang, type: .languageCode),
        Field("feed_start_date", at: \.feedStartDate, type: .date, presence: .recommended),
        Field("feed_end_date", at: \.feedEndDate, type: .date, presence: .recommended),
        Field("feed_version", at: \.feedVersion, type: .text, presence: .recommended),
        Field("feed_contact_email", at: \.feedContactEmail, type: .email),
        Field("feed_contact_url", at: \.feedContactURL, type: .url),
    ]
}
