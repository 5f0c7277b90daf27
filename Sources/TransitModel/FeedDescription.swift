public import Foundation
public import GTFSSchedule

/// Information for an app about the feed behind a bundle: who made it, whom to credit, for which
/// days, and where the file comes from.
public struct FeedDescription: Codable, Hashable, Sendable {
    /// `feed_info.txt`; nil when the feed has none.
    public var info: FeedInfo?
    /// The rows of `agency.txt`, in the order of the feed.
    public var agencies: [Agency]
    /// The rows of `attributions.txt`: whom the feed asks to name.
    public var attributions: [Attribution]
    /// The days for which the feed is meant.
    public var validity: FeedValidity
    /// The bundle's whole table `metadata`: hashes, tool, options, licence if given.
    public var metadata: [String: String]

    /// One that an app makes itself, for previews and tests.
    public init(
        info: FeedInfo? = nil, agencies: [Agency] = [], attributions: [Attribution] = [],
        validity: FeedValidity, metadata: [String: String] = [:]
    ) {
        self.info = info
        self.agencies = agencies
        self.attributions = attributions
        self.validity = validity
        self.metadata = metadata
    }

    /// Which bundles share the keys of this one; nil for a bundle that does not say.
    public var line: BundleLine? { metadata["line"].map(BundleLine.init(rawValue:)) }

    /// The hash of the feed's files, which identifies its version; nil if the bundle does not say.
    public var version: String? { metadata["content_hash"] }

    /// The zone in which service days count: that of the first agency that has one, else GMT.
    public var timeZone: TimeZone { namedTimeZone.timeZone }

    /// The feed's name for ``timeZone``, which may differ from its `identifier`: that of `UTC` is
    /// `GMT`.
    public var timeZoneName: String { namedTimeZone.name }

    /// Whether ``timeZone`` is assumed because the first agency gives no zone, or none that exists.
    public var isTimeZoneAssumed: Bool { agencies.first?.namedTimeZone == nil }

    private var namedTimeZone: NamedTimeZone {
        agencies.lazy.compactMap(\.namedTimeZone).first ?? .fallback
    }

    /// The date on a clock of the agency.
    public func date(at now: Date = Date()) -> ServiceDate {
        ServiceClock(timeZone: timeZone).date(at: now)
    }

    /// The licence under which the feed was published, an SPDX identifier or a name, if the bundle
    /// says: `gtfs update` takes it from the feed's definition.
    public var licence: String? { metadata["licence"] }

    /// Where the licence can be read, if the bundle says.
    public var licenceURL: String? { metadata["licence_url"] }

    /// The words that the licence requires users to show, if the bundle says. ``attributions`` has
    /// those whom the feed itself asks to name.
    public var attribution: String? { metadata["attribution"] }

    /// The agencies whose `agency_timezone` is blank or names no existing zone; their service days
    /// count in the zone of the first agency that has one, else in GMT.
    public var agenciesWithoutTimeZone: [Agency] { agencies.filter { $0.timeZone == nil } }

    /// The names to show as sources: the publisher, agencies, then organizations that the feed asks
    /// to name; each once.
    public var credits: [String] {
        var seen: Set<String> = []
        let names =
            [info?.feedPublisherName] + agencies.map(\.agencyName)
            + attributions.map(\.organizationName)
        return names.compactMap { $0 }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}

/// The row of `feed_info.txt`: who publishes the feed, and for which days. A GRDB record.
public struct FeedInfo: Codable, Hashable, Sendable {
    /// The publisher of the feed; often not the agency itself.
    public var feedPublisherName: String?
    /// The publisher's web site.
    public var feedPublisherURL: String?
    /// The language of the feed's texts, an IETF BCP 47 tag; `mul` where it has several.
    public var feedLang: String?
    /// The language for riders whose own the app does not know; nil where the feed is blank.
    public var defaultLang: String?
    /// `YYYYMMDD`.
    public var feedStartDate: Int?
    /// `YYYYMMDD`.
    public var feedEndDate: Int?
    /// The publisher's name for this version of the feed; nil where the feed is blank.
    public var feedVersion: String?
    /// An address for questions about the feed, not for riders; nil where the feed is blank.
    public var feedContactEmail: String?
    /// A page for questions about the feed, not for riders; nil where the feed is blank.
    public var feedContactURL: String?

    /// One that an app makes itself, for previews and tests.
    public init(
        feedPublisherName: String? = nil, feedPublisherURL: String? = nil, feedLang: String? = nil,
        defaultLang: String? = nil, feedStartDate: Int? = nil, feedEndDate: Int? = nil,
        feedVersion: String? = nil, feedContactEmail: String? = nil, feedContactURL: String? = nil
    ) {
        self.feedPublisherName = feedPublisherName
        self.feedPublisherURL = feedPublisherURL
        self.feedLang = feedLang
        self.defaultLang = defaultLang
        self.feedStartDate = feedStartDate
        self.feedEndDate = feedEndDate
        self.feedVersion = feedVersion
        self.feedContactEmail = feedContactEmail
        self.feedContactURL = feedContactURL
    }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case feedPublisherName = "feed_publisher_name"
        case feedPublisherURL = "feed_publisher_url"
        case feedLang = "feed_lang"
        case defaultLang = "default_lang"
        case feedStartDate = "feed_start_date"
        case feedEndDate = "feed_end_date"
        case feedVersion = "feed_version"
        case feedContactEmail = "feed_contact_email"
        case feedContactURL = "feed_contact_url"
    }
}

/// A row of `attributions.txt`: who is to be named, for the whole feed or for an agency, route or
/// trip. A GRDB record.
public struct Attribution: Codable, Hashable, Sendable {
    /// The `attribution_id`; nil where the feed is blank.
    public var attributionID: String?
    /// The agency that it is about; nil when it is about something else, or the whole feed.
    public var agencyID: String?
    /// The route that it is about; nil when it is about something else, or the whole feed.
    public var routeID: String?
    /// The trip that it is about; nil when it is about something else, or the whole feed.
    public var tripID: String?
    /// The organization to name.
    public var organizationName: String?
    /// 1 when the organization produces the data; 0 or nil when not.
    public var isProducer: Int?
    /// 1 when the organization runs the vehicles; 0 or nil when not.
    public var isOperator: Int?
    /// 1 when the organization is the transit authority; 0 or nil when not.
    public var isAuthority: Int?
    /// The organization's web site; nil where the feed is blank.
    public var attributionURL: String?
    /// The organization's address for questions; nil where the feed is blank.
    public var attributionEmail: String?
    /// The organization's telephone number; nil where the feed is blank.
    public var attributionPhone: String?

    /// One that an app makes itself, for previews and tests.
    public init(
        attributionID: String? = nil, agencyID: String? = nil, routeID: String? = nil,
        tripID: String? = nil, organizationName: String? = nil, isProducer: Int? = nil,
        isOperator: Int? = nil, isAuthority: Int? = nil, attributionURL: String? = nil,
        attributionEmail: String? = nil, attributionPhone: String? = nil
    ) {
        self.attributionID = attributionID
        self.agencyID = agencyID
        self.routeID = routeID
        self.tripID = tripID
        self.organizationName = organizationName
        self.isProducer = isProducer
        self.isOperator = isOperator
        self.isAuthority = isAuthority
        self.attributionURL = attributionURL
        self.attributionEmail = attributionEmail
        self.attributionPhone = attributionPhone
    }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case attributionID = "attribution_id"
        case agencyID = "agency_id"
        case routeID = "route_id"
        case tripID = "trip_id"
        case organizationName = "organization_name"
        case isProducer = "is_producer"
        case isOperator = "is_operator"
        case isAuthority = "is_authority"
        case attributionURL = "attribution_url"
        case attributionEmail = "attribution_email"
        case attributionPhone = "attribution_phone"
    }

    /// Whether it is for the whole feed.
    public var appliesToFeed: Bool { agencyID == nil && routeID == nil && tripID == nil }
}
