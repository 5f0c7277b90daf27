package import FeedReading

/// What is kept of a download, so that the next one transfers nothing when nothing has changed.
///
/// It holds no secret and belongs to one source: another one has other validators.
package struct FetchMemory: Sendable, Hashable, Codable {
    /// See ``FeedSource/key``.
    package let source: String
    package let validators: DownloadValidators

    package init(source: String, validators: DownloadValidators) {
        self.source = source
        self.validators = validators
    }
}
