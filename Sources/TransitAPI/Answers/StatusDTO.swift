public import TransitModel

/// The state of the server and its feeds.
public struct StatusDTO: DTO {
    /// Sorted by name.
    public var feeds: [FeedStatusDTO]
    /// When the server started, RFC 3339.
    public var startedAt: String?
    /// The version of the server.
    public var serverVersion: String?

    /// A status as it is sent.
    public init(feeds: [FeedStatusDTO] = [], startedAt: String? = nil, serverVersion: String? = nil)
    {
        self.feeds = feeds
        self.startedAt = startedAt
        self.serverVersion = serverVersion
    }

    public init(_ wire: WireReader) {
        feeds = wire.list("feeds")
        startedAt = wire.optionalText("started_at")
        serverVersion = wire.optionalText("server_version")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(feeds, "feeds")
        wire.put(startedAt, "started_at")
        wire.put(serverVersion, "server_version")
    }
}

/// The state of a feed of the server.
public struct FeedStatusDTO: DTO {
    /// The name of the feed in addresses; empty where an answer lacks it.
    public var feed: String
    /// Its state.
    public var state: WireWord<FeedStatusDTO.State>
    /// The reason why the last published version is not served; nil when it is.
    public var problem: String?
    /// The version that answers; nil when none does.
    public var bundle: String?
    /// When that version was published, RFC 3339.
    public var publishedAt: String?
    /// The age of that version.
    public var ageSeconds: Int?
    /// When the manifest was written last, RFC 3339.
    public var updatedAt: String?
    /// The last day for which it is reliable.
    public var expires: ServiceDate?
    /// All kept versions, the current one first.
    public var versions: [String]
    /// The number of times that a version has taken over since the server started.
    public var swaps: Int

    /// A status as it is sent.
    public init(
        feed: String, state: WireWord<FeedStatusDTO.State>, problem: String? = nil,
        bundle: String? = nil, publishedAt: String? = nil, ageSeconds: Int? = nil,
        updatedAt: String? = nil, expires: ServiceDate? = nil, versions: [String] = [], swaps: Int
    ) {
        self.feed = feed
        self.state = state
        self.problem = problem
        self.bundle = bundle
        self.publishedAt = publishedAt
        self.ageSeconds = ageSeconds
        self.updatedAt = updatedAt
        self.expires = expires
        self.versions = versions
        self.swaps = swaps
    }

    public init(_ wire: WireReader) {
        feed = wire.text("feed")
        state = wire.word("state", default: .unavailable)
        problem = wire.optionalText("problem")
        bundle = wire.optionalText("bundle")
        publishedAt = wire.optionalText("published_at")
        ageSeconds = wire.optionalInteger("age_seconds")
        updatedAt = wire.optionalText("updated_at")
        expires = wire.optionalDate("expires")
        versions = wire.optionalTexts("versions")
        swaps = wire.integer("swaps")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(feed, "feed")
        wire.put(state, "state")
        wire.put(problem, "problem")
        wire.put(bundle, "bundle")
        wire.put(publishedAt, "published_at")
        wire.put(ageSeconds, "age_seconds")
        wire.put(updatedAt, "updated_at")
        wire.put(expires, "expires")
        wire.putUnlessEmpty(versions, "versions")
        wire.put(swaps, "swaps")
    }

    /// The state of a feed.
    public enum State: String, CaseIterable, Sendable {
        /// The last published version is served.
        case serving
        /// The last published version cannot be served; the previous one still is.
        case refused
        /// Nothing can be served.
        case unavailable
    }
}

/// The feeds of the server, sorted by name.
public struct FeedListDTO: DTO {
    /// `feeds`; empty where there are none.
    public var feeds: [FeedSummaryDTO]

    /// Feeds as they are sent.
    public init(feeds: [FeedSummaryDTO] = []) {
        self.feeds = feeds
    }

    public init(_ wire: WireReader) {
        feeds = wire.list("feeds")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(feeds, "feeds")
    }
}

/// A feed of the server.
public struct FeedSummaryDTO: DTO {
    /// Its name in addresses.
    public var feed: String
    /// The version that answers; nil when none does.
    public var bundle: String?
    /// The version that takes over by itself.
    public var next: String?
    /// All kept versions, the current one first.
    public var versions: [VersionDTO]
    /// Its licence, if known.
    public var licence: LicenceDTO?
    /// The publisher's page, if known.
    public var homepage: String?

    /// A feed as it is sent.
    public init(
        feed: String, bundle: String? = nil, next: String? = nil, versions: [VersionDTO] = [],
        licence: LicenceDTO? = nil, homepage: String? = nil
    ) {
        self.feed = feed
        self.bundle = bundle
        self.next = next
        self.versions = versions
        self.licence = licence
        self.homepage = homepage
    }

    public init(_ wire: WireReader) {
        feed = wire.text("feed")
        bundle = wire.optionalText("bundle")
        next = wire.optionalText("next")
        versions = wire.optionalList("versions")
        licence = wire.optionalObject("licence")
        homepage = wire.optionalText("homepage")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(feed, "feed")
        wire.put(bundle, "bundle")
        wire.put(next, "next")
        wire.putUnlessEmpty(versions, "versions")
        wire.put(licence, "licence")
        wire.put(homepage, "homepage")
    }
}

/// A kept version of a feed.
public struct VersionDTO: DTO {
    /// Its name in addresses.
    public var version: String
    /// When it was published, RFC 3339; nil for a lone bundle.
    public var publishedAt: String?
    /// The first day for which it is reliable.
    public var validFrom: ServiceDate?
    /// The last day for which it is reliable.
    public var validUntil: ServiceDate?

    /// A version as it is sent.
    public init(
        version: String, publishedAt: String? = nil, validFrom: ServiceDate? = nil,
        validUntil: ServiceDate? = nil
    ) {
        self.version = version
        self.publishedAt = publishedAt
        self.validFrom = validFrom
        self.validUntil = validUntil
    }

    public init(_ wire: WireReader) {
        version = wire.text("version")
        publishedAt = wire.optionalText("published_at")
        validFrom = wire.optionalDate("valid_from")
        validUntil = wire.optionalDate("valid_until")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(version, "version")
        wire.put(publishedAt, "published_at")
        wire.put(validFrom, "valid_from")
        wire.put(validUntil, "valid_until")
    }
}

/// The data of an event `bundle`: another version answers from now on.
public struct BundleEventDTO: DTO {
    /// The version.
    public var bundle: String

    /// An event as it is sent.
    public init(bundle: String) {
        self.bundle = bundle
    }

    public init(_ wire: WireReader) {
        bundle = wire.text("bundle")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(bundle, "bundle")
    }
}
