/// What came of fetching a feed.
package enum FetchOutcome: Sendable {
    /// The server says that it still has what is remembered.
    case notModified(FeedSource)
    case archive(FetchedArchive)
}
