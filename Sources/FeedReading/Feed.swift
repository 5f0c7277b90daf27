/// A feed that is ready to be read, validated or built: a zip, a folder, another archive, or what
/// an http(s) URL delivers.
///
/// ```swift
/// let feed = try Feed("gtfs.zip")
/// for try await stop in feed.rows(Stop.self) {
///     print(stop.stopName ?? "?", stop.line)
/// }
/// ```
///
/// It may be used several times, also at the same time; a download is kept until the last use.
public struct Feed: Sendable {
    let archive: FeedArchive
    private let location: String
    private let options: ArchiveOptions

    /// Opens a feed; a URL is downloaded first, meanwhile the thread waits.
    ///
    /// ```swift
    /// var message = ""
    /// do {
    ///     _ = try Feed("/feeds/none.zip")
    /// } catch {
    ///     message = error.description  // "/feeds/none.zip: no such file or folder"
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - location: a path or a URL.
    ///   - access: how to access the feed, and what to tolerate.
    public init(_ location: String, access: FeedAccess = FeedAccess()) throws(FeedError) {
        let options = try access.archiveOptions(for: location)
        self.init(try FeedArchive.open(location, options: options), at: location, options)
    }

    /// A feed that the command has opened.
    package init(
        _ archive: FeedArchive, at location: String = "",
        _ options: ArchiveOptions = ArchiveOptions()
    ) {
        self.archive = archive
        self.location = location
        self.options = options
    }

    /// The files of the feed for one use, which can be canceled by itself. The canonical validator
    /// looks for files in its own way, in what was delivered once.
    package func archive(
        isCanonical: Bool = false, until cancellation: Cancellation? = nil
    ) throws(FeedError) -> FeedArchive {
        guard isCanonical else {
            var archive = archive
            archive.cancellation = cancellation ?? archive.cancellation
            return archive
        }
        var options = options
        options.isCanonical = true
        options.cancellation = cancellation ?? options.cancellation
        let opening = FeedOpening(
            location, options: options, knownNames: FeedFileNames.soughtInFolders)
        guard let file = archive.file else { return try opening.open() }
        return try opening.open(file)
    }
}
