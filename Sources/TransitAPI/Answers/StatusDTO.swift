public import TransitModel

/// The state of the server and its feeds.
public struct StatusDTO: WireObject {
    /// Sorted by name.
    public var feeds: [FeedStatusDTO] = []
    /// When the server started, RFC 3339.
    public var startedAt: String?
    /// The version of the server.
    public var serverVersion: String?

    init() {}

    /// A status as it is sent.
    public init(feeds: [FeedStatusDTO] = [], startedAt: String? = nil, serverVersion: String? = nil)
    {
        self.feeds = feeds
        self.startedAt = startedAt
        self.serverVersion = serverVersion
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("feeds", &feeds)
        wire.optional("started_at", &startedAt)
        wire.optional("server_version", &serverVersion)
    }
}

/// The state of a feed of the server.
public struct FeedStatusDTO: WireObject {
    /// The name of the feed in addresses; empty where an answer lacks it.
    public var feed = ""
    /// Its state.
    public var state: WireWord<FeedStatusDTO.State> = WireWord(.unavailable)
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
    public var versions: [String] = []
    /// The number of times that a version has taken over since the server started.
    public var swaps = 0

    init() {}

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

    mutating func visit(_ wire: inout some Wire) {
        wire.key("feed", &feed)
        wire.key("state", &state)
        wire.optional("problem", &problem)
        wire.optional("bundle", &bundle)
        wire.optional("published_at", &publishedAt)
        wire.optional("age_seconds", &ageSeconds)
        wire.optional("updated_at", &updatedAt)
        wire.optional("expires", &expires)
        wire.optional("versions", &versions)
        wire.key("swaps", &swaps)
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
public struct FeedListDTO: WireObject {
    /// `feeds`; empty where there are none.
    public var feeds: [FeedSummaryDTO] = []

    init() {}

    /// Feeds as they are sent.
    public init(feeds: [FeedSummaryDTO] = []) {
        self.feeds = feeds
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("feeds", &feeds)
    }
}

/// A feed of the server.
public struct FeedSummaryDTO: WireObject {
    /// Its name in addresses.
    public var feed = ""
    /// The version that answers; nil when none does.
    public var bundle: String?
    /// The version that takes over by itself.
    public var next: String?
    /// All kept versions, the current one first.
    public var versions: [VersionDTO] = []
    /// Its licence, if known.
    public var licence: LicenceDTO?
    /// The publisher's page, if known.
    public var homepage: String?

    init() {}

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

    mutating func visit(_ wire: inout some Wire) {
        wire.key("feed", &feed)
        wire.optional("bundle", &bundle)
        wire.optional("next", &next)
        wire.optional("versions", &versions)
        wire.optional("licence", &licence)
        wire.optional("homepage", &homepage)
    }
}

/// A kept version of a feed.
public struct VersionDTO: WireObject {
    /// Its name in addresses.
    public var version = ""
    /// When it was published, RFC 3339; nil for a lone bundle.
    public var publishedAt: String?
    /// The first day for which it is reliable.
    public var validFrom: ServiceDate?
    /// The last day for which it is reliable.
    public var validUntil: ServiceDate?

    init() {}

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

    mutating func visit(_ wire: inout some Wire) {
        wire.key("version", &version)
        wire.optional("published_at", &publishedAt)
        wire.optional("valid_from", &validFrom)
        wire.optional("valid_until", &validUntil)
    }
}

/// The data of an event `bundle`: another version answers from now on.
public struct BundleEventDTO: WireObject {
    /// The version.
    public var bundle = ""

    init() {}

    /// An event as it is sent.
    public init(bundle: String) {
        self.bundle = bundle
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("bundle", &bundle)
    }
}
