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
