/// Fetches a feed over http(s).
enum FeedDownload {
    /// Downloads are the next step; until then they fail like an unreachable server.
    static func fetch(_ url: String, options: ArchiveOptions) throws(FeedError) -> ReadableFile {
        throw .download(source: url, reason: "downloads are not supported yet")
    }
}
