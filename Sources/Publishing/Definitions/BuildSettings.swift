package import FeedCompiling
package import FeedReading

/// How a feed becomes a bundle: `build` in a definition, the options of `gtfs build`.
package struct BuildSettings: Sendable, Equatable {
    package var filter = FeedFilter()
    /// The most bytes of a bundle.
    package var maxSize: Int?
    /// Whether a feed without a trip that can be used is published, too.
    package var allowsEmpty = false
    /// The folder or inner archive that holds the feed.
    package var subpath: String?
    /// In upper case; for phone numbers.
    package var countryCode: String?
    /// What the archive may unpack to.
    package var limits: ArchiveLimits = .standard

    package init() {}
}
