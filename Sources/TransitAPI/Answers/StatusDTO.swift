public import TransitModel

/// The state of the server and its feeds.
public struct StatusDTO: WireObject, DTO {
    /// The feeds, sorted by name.
    public var feeds: [FeedStatusDTO] = []
    /// When the server started, RFC 3339.
    public var startedAt: String?
    /// The version of the server.
    public var serverVersion: String?

    init() {}

    /// Creates the wire form of a status.
    public init(feeds: [FeedStatusDTO], startedAt: String?) {
        self.feeds = feeds
        self.startedAt = startedAt
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("feeds", &feeds)
        wire.optional("started_at", &startedAt)
        wire.optional("server_version", &serverVersion)
    }
}

/// The state of a feed of the server.
public struct FeedStatusDTO: WireObject, DTO {
    /// The name of the feed in addresses; empty where an answer lacks it.
    public var feed = ""
    /// Its state.
    public var state: WireWord<State> = WireWord(.unavailable)
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
    /// The last day for which the version is reliable.
    public var expires: ServiceDate?
    /// All kept versions, the current one first.
    public var versions: [String] = []
    /// The number of times that a version has taken over since the server started.
    public var swaps = 0
    /// Its sources of live data.
    public var realtime: [RealtimeSourceDTO] = []

    /// Creates the status of a feed without a version.
    public init() {}

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
        wire.optional("realtime", &realtime)
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

/// A feed of the server.
public struct FeedSummaryDTO: WireObject, DTO, ListedForm {
    public static var listKey: StaticString { "feeds" }
    /// Its name in addresses.
    public var feed = ""
    /// The version that answers; nil when none does.
    public var bundle: String?
    /// The version that takes over by itself.
    public var next: String?
    /// All kept versions, the current one first.
    public var versions: [VersionDTO] = []
    /// The license, if known.
    public var licence: LicenceDTO?
    /// The publisher's page, if known.
    public var homepage: String?

    /// Creates a feed without versions.
    public init() {}

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
public struct VersionDTO: WireObject, DTO {
    /// Its name in addresses.
    public var version = ""
    /// When it was published, RFC 3339; nil for a lone bundle.
    public var publishedAt: String?
    /// The first day for which it is reliable.
    public var validFrom: ServiceDate?
    /// The last day for which it is reliable.
    public var validUntil: ServiceDate?

    init() {}

    /// Creates a version of which only the name is known.
    public init(_ version: String) {
        self.version = version
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("version", &version)
        wire.optional("published_at", &publishedAt)
        wire.optional("valid_from", &validFrom)
        wire.optional("valid_until", &validUntil)
    }
}

/// The data of an event `bundle`: another version answers from now on.
public struct BundleEventDTO: WireObject, DTO {
    /// The version.
    public var bundle = ""

    init() {}

    /// Creates the wire form of an event.
    public init(bundle: String) {
        self.bundle = bundle
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("bundle", &bundle)
    }
}
