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
    /// Replaces the cancellable wait before an attempt.
    package var sleep: (@Sendable (Duration) -> Void)?
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
