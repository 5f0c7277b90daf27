import SystemLayer

/// How a feed is opened; the defaults suit a feed that somebody trusts as much as a web page.
package struct ArchiveOptions: Sendable {
    /// Guards against archives that unpack to too much.
    package var limits: ArchiveLimits
    /// The folder or the inner archive (`inner.zip`, `inner.zip/folder`) that holds the feed;
    /// nil when the archive holds only one.
    package var subpath: String?
    /// Whether files are found as the canonical validator finds them: those of folders are no part
    /// of the feed, even if the root has none, and case does not matter.
    package var isCanonical = false
    /// Sent with a download, to the host of the URL only: never to where it redirects.
    package var httpHeaders: [(name: String, value: String)]
    /// What a download says it is; some servers refuse the usual library names.
    package var userAgent: String
    /// How patient a download is.
    package var download = DownloadSettings()
    /// The folder for downloads, standard input and what cannot be read in place.
    package var temporaryDirectory: String
    /// Ends the opening, and whatever reads the feed then.
    package var cancellation = Cancellation()

    package init(
        limits: ArchiveLimits = .standard,
        subpath: String? = nil,
        httpHeaders: [(name: String, value: String)] = [],
        userAgent: String = "swift-gtfs",
        temporaryDirectory: String = ArchiveOptions.systemTemporaryDirectory
    ) {
        self.limits = limits
        self.subpath = subpath
        self.httpHeaders = httpHeaders
        self.userAgent = userAgent
        self.temporaryDirectory = temporaryDirectory
    }

    /// `$TMPDIR`, or else `/tmp`.
    package static var systemTemporaryDirectory: String {
        ThisProcess.variable("TMPDIR") ?? "/tmp"
    }
}
