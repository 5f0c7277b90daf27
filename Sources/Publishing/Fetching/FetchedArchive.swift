package import FeedReading

/// A feed that was fetched.
package struct FetchedArchive: Sendable {
    package let archive: FeedArchive
    /// The source that delivered, and its place in the definition's list.
    package let source: FeedSource
    package let sourceIndex: Int
    /// For the next time; nil for a local feed, and when the server says nothing.
    package let memory: FetchMemory?
    /// What was transferred or lay there.
    package var bytes: Int64 { archive.archiveBytes }
    /// Why the sources before it did not deliver, a line for each.
    package let failures: [String]
}
