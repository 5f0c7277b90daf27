package import SystemLayer

package struct DownloadRequest: Sendable {
    package var url: SecretText
    /// Its name in messages, without secrets.
    package var shownAs: String
    /// Sent only to the URL's own origin, never to where it redirects; they replace those that a
    /// download sends by itself.
    package var headers: [HTTPHeader] = []
    package var userAgent = "swift-gtfs"
    /// Of the known version: if the server still has it, nothing is transferred.
    package var validators: DownloadValidators?
    package var settings = DownloadSettings()
    /// For the temporary file and its size limit.
    package var archive: ArchiveOptions
    /// The end of the message when the server refuses: what to check.
    package var refusalHint: String?

    package init(url: SecretText, shownAs: String, archive: ArchiveOptions) {
        self.url = url
        self.shownAs = shownAs
        self.archive = archive
    }
}

/// The values by which a server recognizes what it has sent before (RFC 9110, 8.8).
package struct DownloadValidators: Sendable, Hashable, Codable {
    package let etag: String?
    package let lastModified: String?

    package init?(etag: String?, lastModified: String?) {
        guard etag != nil || lastModified != nil else { return nil }
        self.etag = etag
        self.lastModified = lastModified
    }

    /// The validator for requesting the rest of a broken transfer; it must guarantee equal bytes,
    /// which a weak ETag does not.
    var forRange: String? {
        if let etag, !etag.hasPrefix("W/") { return etag }
        return lastModified
    }
}

/// Text that may be secret: descriptions, logs and dumps never show the value.
package struct SecretText: Sendable, Equatable {
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

package struct DownloadSettings: Sendable {
    package var limits = DownloadLimits()
    package var retry = RetryPolicy()
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Whether a server on the internet may redirect to private addresses. See ``NetworkGuard``.
    package var allowsPrivateRedirects = false
    /// Which addresses are private: those of this machine or of a private network.
    package var isPrivate: @Sendable (NetworkAddress) -> Bool = { !$0.isPublic }

    package init() {}
}

package struct DownloadLimits: Sendable, Equatable {
    /// The most bytes, in addition to the limit for everything that is unpacked.
    package var maxBytes: Int64?
    /// Gives up on a server that is silent for this long, or that sends fewer than 100 bytes a
    /// second in that time.
    package var idleTimeout: Duration = DownloadBounds.silence
    /// Gives up on a download that takes longer, including all its attempts.
    package var totalTimeout: Duration = DownloadBounds.total
    package var maxRedirects = 10

    package init() {}
}

/// The number of further attempts of a download, and the waits before them.
///
/// Waits are random between 0 and a bound that doubles each time ("full jitter"), so that thousands
/// of clients that failed together do not return together.
package struct RetryPolicy: Sendable {
    /// Attempts after the first.
    package var retries = 4
    /// The bound of the first wait.
    package var base: Duration = .milliseconds(500)
    /// The longest wait, even when the server asks for more.
    package var longest: Duration = .seconds(60)
    /// A number from 0 to 1.
    package var random: @Sendable () -> Double = { .random(in: 0...1) }
    /// Replaces the cancellable wait.
    package var sleep: (@Sendable (Duration) -> Void)?

    package init() {}

    /// The time to wait before an attempt; 1 is the first repetition.
    func delay(before attempt: Int) -> Duration {
        let doublings = min(attempt - 1, 30)
        return min(longest, base * (1 << doublings)) * random()
    }
}
