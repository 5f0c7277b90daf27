package import SystemLayer

/// What is downloaded, and how.
package struct DownloadRequest: Sendable {
    /// The URL, with whatever secrets are in it.
    package var url: SecretText
    /// What messages call it; without secrets.
    package var shownAs: String
    /// Sent to the URL's own origin only, never to where it redirects.
    package var headers: [(name: String, value: SecretText)] = []
    package var userAgent = "swift-gtfs"
    /// Of what is known already: if the server still has that, nothing is transferred.
    package var validators: DownloadValidators?
    package var settings = DownloadSettings()
    /// For the temporary file and the most that it may hold.
    package var archive: ArchiveOptions
    /// Ends the message when the server refuses: what to check.
    package var refusalHint: String?
    /// Told the bytes so far and, if known, how many there will be.
    package var progress: @Sendable (Int64, Int64?) -> Void = { _, _ in }

    package init(url: SecretText, shownAs: String, archive: ArchiveOptions) {
        self.url = url
        self.shownAs = shownAs
        self.archive = archive
    }
}

/// By what a server recognizes what it has sent before (RFC 9110, 8.8).
package struct DownloadValidators: Sendable, Hashable, Codable {
    package let etag: String?
    package let lastModified: String?

    /// Nil when there is neither.
    package init?(etag: String?, lastModified: String?) {
        guard etag != nil || lastModified != nil else { return nil }
        self.etag = etag
        self.lastModified = lastModified
    }

    /// What says that the bytes are the same, for the rest of a broken transfer: a weak ETag says
    /// only that they mean the same.
    var forRange: String? {
        if let etag, !etag.hasPrefix("W/") { return etag }
        return lastModified
    }
}

/// Text that may be secret: what describes, logs or dumps it never sees the value.
package struct SecretText: Sendable, Equatable {
    /// For the one place that sends it.
    package let value: String

    package init(_ value: String) {
        self.value = value
    }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "***" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// How patient a download is.
package struct DownloadSettings: Sendable {
    package var limits = DownloadLimits()
    package var retry = RetryPolicy()
    /// The clock that patience is measured by.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Whether a server of the internet may redirect to private addresses. See ``NetworkGuard``.
    package var allowsPrivateRedirects = false
    /// Which addresses are private: of this machine or of a network of somebody's own.
    package var isPrivate: @Sendable (NetworkAddress) -> Bool = { !$0.isPublic }

    package init() {}
}

/// What a download is not allowed to go past.
package struct DownloadLimits: Sendable, Equatable {
    /// The most bytes, beside the limit for everything that is unpacked.
    package var maxBytes: Int64?
    /// A server that is silent for this long is given up, and one that sends fewer than 100 bytes a
    /// second in that time.
    package var idleTimeout: Duration = .seconds(60)
    /// A download that takes longer is given up, with all its attempts.
    package var totalTimeout: Duration = .seconds(6 * 3600)
    package var maxRedirects = 10

    package init() {}
}

/// How often, and after which waits, a download is tried again.
///
/// The waits are random between nothing and a bound that doubles each time ("full jitter"), so
/// that thousands of clients that failed together do not come back together.
package struct RetryPolicy: Sendable {
    /// Attempts after the first.
    package var retries = 4
    /// The bound of the first wait.
    package var base: Duration = .milliseconds(500)
    /// The longest wait, also when the server asks for one.
    package var longest: Duration = .seconds(60)
    /// A number from 0 to 1.
    package var random: @Sendable () -> Double = { .random(in: 0...1) }
    /// Waits in the place of what can be cancelled.
    package var sleep: (@Sendable (Duration) -> Void)?

    package init() {}

    /// How long to wait before an attempt, 1 for the first one again.
    func delay(before attempt: Int) -> Duration {
        let doublings = min(attempt - 1, 30)
        return min(longest, base * (1 << doublings)) * random()
    }
}
