/// What came of a download.
package enum DownloadOutcome: Sendable {
    /// The server still has what the request's validators stand for.
    case notModified
    case downloaded(DownloadedFile)
}

/// A file that was downloaded; its space is freed with it.
package struct DownloadedFile: Sendable {
    let file: ReadableFile
    /// For the next time; nil when the server gave none.
    package let validators: DownloadValidators?

    package var bytes: Int64 { file.size }

    /// Opens the feed in it.
    package func open(_ options: ArchiveOptions) throws(FeedError) -> FeedArchive {
        try FeedOpening(file.name, options: options, knownNames: FeedFileNames.all).open(file)
    }
}
