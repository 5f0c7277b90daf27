/// How to access a feed, and what to tolerate: options of `gtfs validate` and `gtfs build`.
///
/// ```swift
/// let access = FeedAccess(
///     limits: ArchiveLimits(totalBytes: 2_000_000_000), httpHeaders: ["Authorization": key])
/// let feed = try Feed("https://localhost:1/gtfs.zip", access: access)
/// ```
public struct FeedAccess: Sendable {
    /// The limits that guard against archives that unpack to too much.
    public var limits: ArchiveLimits
    /// The folder or the inner archive (`inner.zip`, `inner.zip/folder`) that holds the feed;
    /// nil when there is only one.
    public var subpath: String?
    /// The headers of a download by name, such as `Authorization`; sent only to the host of the
    /// URL, never to where it redirects.
    public var httpHeaders: [String: String]
    /// The user agent of a download; some servers refuse the usual library names.
    public var userAgent: String
    /// The folder for downloads and for what cannot be read in place; nil for `$TMPDIR`, or else
    /// `/tmp`.
    public var temporaryDirectory: String?

    /// Creates access with these settings.
    public init(
        limits: ArchiveLimits = .standard, subpath: String? = nil,
        httpHeaders: [String: String] = [:], userAgent: String = "swift-gtfs",
        temporaryDirectory: String? = nil
    ) {
        self.limits = limits
        self.subpath = subpath
        self.httpHeaders = httpHeaders
        self.userAgent = userAgent
        self.temporaryDirectory = temporaryDirectory
    }

    package func archiveOptions(for feed: String) throws(FeedError) -> ArchiveOptions {
        var headers: [HTTPHeader] = []
        for (name, value) in httpHeaders.sorted(by: { $0.key < $1.key }) {
            guard let header = HTTPHeader(name: name, value: value) else {
                throw .download(
                    source: FeedLocation(feed).description,
                    reason: "the header \(name) cannot be sent")
            }
            headers.append(header)
        }
        var options = ArchiveOptions(
            limits: limits, subpath: subpath, httpHeaders: headers, userAgent: userAgent,
            temporaryDirectory: temporaryDirectory ?? ArchiveOptions.systemTemporaryDirectory)
        options.headersName = "FeedAccess.httpHeaders"
        return options
    }
}
