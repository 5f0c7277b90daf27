public import TransitModel

/// The row of `feed_info.txt`. What is blank in the feed is left out.
public struct FeedInfoDTO: WireObject {
    /// `feed_publisher_name`; nil where the feed is blank.
    public var feedPublisherName: String?
    /// `feed_publisher_url`; nil where the feed is blank.
    public var feedPublisherURL: String?
    /// `feed_lang`; nil where the feed is blank.
    public var feedLang: String?
    /// `default_lang`; nil where the feed is blank.
    public var defaultLang: String?
    /// `feed_start_date`; nil where the feed is blank.
    public var feedStartDate: ServiceDate?
    /// `feed_end_date`; nil where the feed is blank.
    public var feedEndDate: ServiceDate?
    /// `feed_version`; nil where the feed is blank.
    public var feedVersion: String?
    /// `feed_contact_email`; nil where the feed is blank.
    public var feedContactEmail: String?
    /// `feed_contact_url`; nil where the feed is blank.
    public var feedContactURL: String?

    init() {}

    /// The row as it is sent.
    public init(_ info: FeedInfo) {
        feedPublisherName = info.feedPublisherName
        feedPublisherURL = info.feedPublisherURL
        feedLang = info.feedLang
        defaultLang = info.defaultLang
        feedStartDate = info.feedStartDate.flatMap(Self.date)
        feedEndDate = info.feedEndDate.flatMap(Self.date)
        feedVersion = info.feedVersion
        feedContactEmail = info.feedContactEmail
        feedContactURL = info.feedContactURL
    }

    private static func date(_ number: Int) -> ServiceDate? {
        Int32(exactly: number).flatMap(ServiceDate.init(yyyymmdd:))
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("feed_publisher_name", &feedPublisherName)
        wire.optional("feed_publisher_url", &feedPublisherURL)
        wire.optional("feed_lang", &feedLang)
        wire.optional("default_lang", &defaultLang)
        wire.optional("feed_start_date", &feedStartDate)
        wire.optional("feed_end_date", &feedEndDate)
        wire.optional("feed_version", &feedVersion)
        wire.optional("feed_contact_email", &feedContactEmail)
        wire.optional("feed_contact_url", &feedContactURL)
    }

    /// The row.
    public var model: FeedInfo {
        FeedInfo(
            feedPublisherName: feedPublisherName, feedPublisherURL: feedPublisherURL,
            feedLang: feedLang, defaultLang: defaultLang,
            feedStartDate: feedStartDate.map { Int($0.yyyymmdd) },
            feedEndDate: feedEndDate.map { Int($0.yyyymmdd) }, feedVersion: feedVersion,
            feedContactEmail: feedContactEmail, feedContactURL: feedContactURL)
    }
}

/// A row of `attributions.txt`. What is blank in the feed is left out.
public struct AttributionDTO: WireObject, RowObject {
    /// The columns.
    public var row: Attribution

    init() {
        row = Attribution()
    }

    /// The row as it is sent.
    public init(_ attribution: Attribution) {
        row = attribution
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("attribution_id", &row.attributionID)
        wire.optional("agency_id", &row.agencyID)
        wire.optional("route_id", &row.routeID)
        wire.optional("trip_id", &row.tripID)
        wire.optional("organization_name", &row.organizationName)
        wire.optional("is_producer", &row.isProducer)
        wire.optional("is_operator", &row.isOperator)
        wire.optional("is_authority", &row.isAuthority)
        wire.optional("attribution_url", &row.attributionURL)
        wire.optional("attribution_email", &row.attributionEmail)
        wire.optional("attribution_phone", &row.attributionPhone)
    }
}
