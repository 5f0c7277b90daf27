public import Foundation
public import GTFSSchedule

/// Information for an app about the feed behind a bundle: who made it, whom to credit, for which
/// days it is valid, and where the file comes from.
public struct FeedDescription: Codable, Hashable, Sendable {
    /// `feed_info.txt`; nil when the feed has none.
    public var info: FeedInfo?
    /// The rows of `agency.txt`, in the order of the feed.
    public var agencies: [Agency]
    /// The rows of `attributions.txt`: whom the feed asks to credit.
    public var attributions: [Attribution]
    /// The days for which the feed is meant.
    public var validity: FeedValidity
    /// The bundle's whole table `metadata`: hashes, tool, options, and the license if given.
    public var metadata: [String: String]

    /// Creates a description of a feed.
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

    /// Identifies the bundles that share keys with this one; nil for a bundle that does not say.
    public var line: BundleLine? { metadata["line"].map(BundleLine.init(rawValue:)) }

    /// The hash of the feed's files, which identifies its version; nil if the bundle does not say.
    public var version: String? { metadata["content_hash"] }

    /// The zone in which service days count: that of the first agency that has one, else GMT.
    public var timeZone: TimeZone { namedTimeZone.timeZone }

    /// The feed's name for ``timeZone``, which may differ from its `identifier`: that of `UTC` is
    /// `GMT`.
    public var timeZoneName: String { namedTimeZone.name }

    /// Whether ``timeZone`` is assumed because the first agency names no zone, or none that exists.
    public var isTimeZoneAssumed: Bool { agencies.first?.namedTimeZone == nil }

    private var namedTimeZone: NamedTimeZone {
        agencies.lazy.compactMap(\.namedTimeZone).first ?? .fallback
    }

    /// Returns the date on the agency's clock.
    public func date(at now: Date = Date()) -> ServiceDate {
        ServiceClock(timeZone: timeZone).date(at: now)
    }

    /// The license under which the feed was published, an SPDX identifier or a name, if the bundle
    /// has one: `gtfs update` takes it from the feed's definition.
    public var licence: String? { metadata["licence"] }

    /// Where the license can be read, if the bundle says.
    public var licenceURL: String? { metadata["licence_url"] }

    /// The text that the license requires apps to show, if the bundle has one. ``attributions`` are
    /// those that the feed itself asks to credit.
    public var attribution: String? { metadata["attribution"] }

    /// The agencies whose `agency_timezone` is blank or names no existing zone; their service days
    /// count in the zone of the first agency that has one, else in GMT.
    public var agenciesWithoutTimeZone: [Agency] { agencies.filter { $0.timeZone == nil } }

    /// The names to show as sources: the publisher, the agencies, then the organizations that the
    /// feed asks to credit; each once.
    public var credits: [String] {
        var seen: Set<String> = []
        let names =
            [info?.feedPublisherName] + agencies.map(\.agencyName)
            + attributions.map(\.organizationName)
        return names.compactMap { $0 }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}

/// The row of `feed_info.txt`: who publishes the feed, and for which days.
public struct FeedInfo: Codable, Hashable, Sendable {
    /// The publisher of the feed; often not the agency itself.
    public var feedPublisherName: String?
    /// The publisher's web site.
    public var feedPublisherURL: String?
    /// The language of the feed's texts, an IETF BCP 47 tag; `mul` where it has several.
    public var feedLang: String?
    /// The language to use when the app does not know the rider's own; nil where the feed is blank.
    public var defaultLang: String?
    /// The first day for which the feed is meant, as `YYYYMMDD`.
    public var feedStartDate: Int?
    /// The last day for which the feed is meant, as `YYYYMMDD`.
    public var feedEndDate: Int?
    /// The publisher's name for this version of the feed; nil where the feed is blank.
    public var feedVersion: String?
    /// An address for questions about the feed, not for riders; nil where the feed is blank.
    public var feedContactEmail: String?
    /// A page for questions about the feed, not for riders; nil where the feed is blank.
    public var feedContactURL: String?

    /// Creates feed information.
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

/// A row of `attributions.txt`: whom to credit, for the whole feed or for an agency, route or trip.
public struct Attribution: Codable, Hashable, Sendable {
    /// The `attribution_id`; nil where the feed is blank.
    public var attributionID: String?
    /// The agency that it applies to; nil when it applies to something else, or to the whole feed.
    public var agencyID: String?
    /// The route that it applies to; nil when it applies to something else, or to the whole feed.
    public var routeID: String?
    /// The trip that it applies to; nil when it applies to something else, or to the whole feed.
    public var tripID: String?
    /// The organization to credit.
    public var organizationName: String?
    /// 1 when the organization produces the data, 0 or nil when not.
    public var isProducer: Int?
    /// 1 when the organization runs the vehicles, 0 or nil when not.
    public var isOperator: Int?
    /// 1 when the organization is the transit authority, 0 or nil when not.
    public var isAuthority: Int?
    /// The organization's web site; nil where the feed is blank.
    public var attributionURL: String?
    /// The organization's address for questions; nil where the feed is blank.
    public var attributionEmail: String?
    /// The organization's telephone number; nil where the feed is blank.
    public var attributionPhone: String?

    /// Creates an attribution.
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

    /// Whether it applies to the whole feed.
    public var appliesToFeed: Bool { agencyID == nil && routeID == nil && tripID == nil }
}

/// Identifies the bundles that share integer keys: `Stop.sid` and `Route.rid`.
///
/// A bundle built from an earlier one takes over its keys and its line; a bundle built from none
/// assigns new keys and begins a new line. A key saved from a bundle of another line may belong to
/// any stop. So save the line with the key, and the feed's own id in case the line changes:
///
/// ```swift
/// let stop = try await source.stop(id: "QUAY")
/// let saved = (sid: stop.sid, stopID: stop.stopID, line: try await source.line)
/// let favorite =
///     try await source.recognizes(saved.line)
///     ? source.stop(sid: saved.sid) : source.stop(id: saved.stopID)
/// ```
///
/// ``FavoriteStop`` does this for any source, and also finds a stop whose id has changed.
public struct BundleLine: RawRepresentable, Codable, Hashable, Sendable {
    /// The digits from the bundle's table `metadata`.
    public let rawValue: String

    /// Creates a line from a value that an app has saved.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The days for which a feed is meant, and those on which its trips run.
public struct FeedValidity: Codable, Hashable, Sendable {
    /// `feed_start_date` of `feed_info.txt`.
    public var feedStart: ServiceDate?
    /// `feed_end_date` of `feed_info.txt`.
    public var feedEnd: ServiceDate?
    /// The first day on which a trip runs.
    public var firstServiceDay: ServiceDate?
    /// The last day on which a trip runs.
    public var lastServiceDay: ServiceDate?

    /// Creates a validity from dates; nil where the feed does not say, or no trip runs.
    public init(
        feedStart: ServiceDate? = nil, feedEnd: ServiceDate? = nil,
        firstServiceDay: ServiceDate? = nil, lastServiceDay: ServiceDate? = nil
    ) {
        self.feedStart = feedStart
        self.feedEnd = feedEnd
        self.firstServiceDay = firstServiceDay
        self.lastServiceDay = lastServiceDay
    }

    public enum CodingKeys: String, CodingKey {
        case feedStart = "feed_start_date"
        case feedEnd = "feed_end_date"
        case firstServiceDay = "first_service_day"
        case lastServiceDay = "last_service_day"
    }

    /// The first day for which the feed is reliable: the later of the two.
    public var start: ServiceDate? { [feedStart, firstServiceDay].compactMap { $0 }.max() }

    /// The last day for which the feed is reliable: the earlier of the two.
    public var end: ServiceDate? { [feedEnd, lastServiceDay].compactMap { $0 }.min() }

    /// Returns the days from a date to the last valid one: 0 on the last day itself, negative
    /// afterwards; nil when the feed has no end.
    public func daysLeft(on date: ServiceDate) -> Int? { end?.days(since: date) }

    /// Returns whether a date is in the window; without a start or an end, the window is open on
    /// that side.
    public func contains(_ date: ServiceDate) -> Bool {
        if let start, date < start { return false }
        if let end, date > end { return false }
        return true
    }

    /// Returns the text for users: "Timetable expires in 3 days", "Timetable expires today",
    /// "Timetable expired 1 day ago"; nil when the feed has no end.
    ///
    /// ```swift
    /// let feed = try await source.feed()
    /// let today = feed.date(at: now)
    /// let text = feed.validity.expiryText(on: today)  // "Timetable expires in 222 days"
    /// ```
    public func expiryText(
        on date: ServiceDate, in words: RiderWords = .english
    ) -> String? {
        guard let days = daysLeft(on: date) else { return nil }
        switch days {
        case 0: return words[.expiresToday]
        case 1: return words[.expiresInDay]
        case -1: return words[.expiredDayAgo]
        default:
            return words.text(days > 0 ? .expiresInDays : .expiredDaysAgo, n: "\(abs(days))")
        }
    }
}
