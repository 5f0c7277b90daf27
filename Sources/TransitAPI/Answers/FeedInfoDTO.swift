public import TransitModel

/// The row of `feed_info.txt`. What is blank in the feed is left out.
public struct FeedInfoDTO: DTO {
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

    public init(_ wire: WireReader) {
        feedPublisherName = wire.optionalText("feed_publisher_name")
        feedPublisherURL = wire.optionalText("feed_publisher_url")
        feedLang = wire.optionalText("feed_lang")
        defaultLang = wire.optionalText("default_lang")
        feedStartDate = wire.optionalDate("feed_start_date")
        feedEndDate = wire.optionalDate("feed_end_date")
        feedVersion = wire.optionalText("feed_version")
        feedContactEmail = wire.optionalText("feed_contact_email")
        feedContactURL = wire.optionalText("feed_contact_url")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(feedPublisherName, "feed_publisher_name")
        wire.put(feedPublisherURL, "feed_publisher_url")
        wire.put(feedLang, "feed_lang")
        wire.put(defaultLang, "default_lang")
        wire.put(feedStartDate, "feed_start_date")
        wire.put(feedEndDate, "feed_end_date")
        wire.put(feedVersion, "feed_version")
        wire.put(feedContactEmail, "feed_contact_email")
        wire.put(feedContactURL, "feed_contact_url")
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
public struct AttributionDTO: DTO {
    /// `attribution_id`; nil where the feed is blank.
    public var attributionID: String?
    /// `agency_id`; nil where the feed is blank.
    public var agencyID: String?
    /// `route_id`; nil where the feed is blank.
    public var routeID: String?
    /// `trip_id`; nil where the feed is blank.
    public var tripID: String?
    /// `organization_name`; nil where the feed is blank.
    public var organizationName: String?
    /// `is_producer`; nil where the feed is blank.
    public var isProducer: Int?
    /// `is_operator`; nil where the feed is blank.
    public var isOperator: Int?
    /// `is_authority`; nil where the feed is blank.
    public var isAuthority: Int?
    /// `attribution_url`; nil where the feed is blank.
    public var attributionURL: String?
    /// `attribution_email`; nil where the feed is blank.
    public var attributionEmail: String?
    /// `attribution_phone`; nil where the feed is blank.
    public var attributionPhone: String?

    /// The row as it is sent.
    public init(_ attribution: Attribution) {
        attributionID = attribution.attributionID
        agencyID = attribution.agencyID
        routeID = attribution.routeID
        tripID = attribution.tripID
        organizationName = attribution.organizationName
        isProducer = attribution.isProducer
        isOperator = attribution.isOperator
        isAuthority = attribution.isAuthority
        attributionURL = attribution.attributionURL
        attributionEmail = attribution.attributionEmail
        attributionPhone = attribution.attributionPhone
    }

    public init(_ wire: WireReader) {
        attributionID = wire.optionalText("attribution_id")
        agencyID = wire.optionalText("agency_id")
        routeID = wire.optionalText("route_id")
        tripID = wire.optionalText("trip_id")
        organizationName = wire.optionalText("organization_name")
        isProducer = wire.optionalInteger("is_producer")
        isOperator = wire.optionalInteger("is_operator")
        isAuthority = wire.optionalInteger("is_authority")
        attributionURL = wire.optionalText("attribution_url")
        attributionEmail = wire.optionalText("attribution_email")
        attributionPhone = wire.optionalText("attribution_phone")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(attributionID, "attribution_id")
        wire.put(agencyID, "agency_id")
        wire.put(routeID, "route_id")
        wire.put(tripID, "trip_id")
        wire.put(organizationName, "organization_name")
        wire.put(isProducer, "is_producer")
        wire.put(isOperator, "is_operator")
        wire.put(isAuthority, "is_authority")
        wire.put(attributionURL, "attribution_url")
        wire.put(attributionEmail, "attribution_email")
        wire.put(attributionPhone, "attribution_phone")
    }

    /// The row.
    public var model: Attribution {
        Attribution(
            attributionID: attributionID, agencyID: agencyID, routeID: routeID, tripID: tripID,
            organizationName: organizationName, isProducer: isProducer, isOperator: isOperator,
            isAuthority: isAuthority, attributionURL: attributionURL,
            attributionEmail: attributionEmail, attributionPhone: attributionPhone)
    }
}
