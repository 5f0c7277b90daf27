@_exported public import FeedCompiling
@_exported public import FeedReading
@_exported public import FeedValidation
package import SystemLayer

/// Builds a bundle from a feed, as `gtfs build` does: the same settings give the same bytes.
///
/// ```swift
/// var builder = BundleBuilder(try Feed(zip))
/// builder.filter.modes = [.tram]
/// let report = try builder.write(to: bundle)
/// ```
public struct BundleBuilder: Sendable {
    /// The part of the feed that is kept.
    public var filter = FeedFilter()
    /// The path of an older bundle: stops and routes keep the keys (`sid`, `rid`) they have there.
    public var previous: String?
    /// The size in bytes above which no bundle is written.
    public var maxSize: Int?
    /// Whether a bundle is written even if no trip of the feed can be used.
    public var allowsEmpty = false
    /// The rules that run while the feed is read; nil for none. A bundle has the totals of their
    /// notices; of those that depend on the day, only if a date is given.
    public var validation: ValidationOptions? = ValidationOptions()
    /// Whether the rules also judge what the filter leaves out.
    public var validatesSource = false
    package var replaceable = Replaceable.bundle
    package var terms = FeedTerms()
    package var toolVersion = ToolVersion.text
    private let feed: Feed

    /// Creates a builder that keeps all of a feed and runs all rules.
    public init(_ feed: Feed) {
        self.feed = feed
    }

    /// Writes the bundle, and waits for it.
    ///
    /// It appears under its name only when it is complete; if anything fails, an older bundle stays
    /// there. Only bundles are replaced, never other files. Bad rows and cells do not fail a build:
    /// they are left out and counted.
    ///
    /// Throws a `FeedError` when the feed cannot be read, and a ``BundleError`` when a bundle
    /// cannot be written, or would be empty or too large.
    ///
    /// - Parameter progress: called on the thread of this call, several times a second.
    @discardableResult
    public func write(
        to path: String, progress: @escaping (BuildStep) -> Void = { _ in }
    ) throws -> BundleReport {
        try write(to: path, from: feed.archive(), progress: progress)
    }

    /// Writes the bundle without keeping a thread of Swift's tasks busy.
    ///
    /// The build ends soon after its task is canceled, with a `CancellationError`, and leaves
    /// nothing behind.
    @discardableResult
    public func write(
        to path: String, progress: @escaping @Sendable (BuildStep) -> Void = { _ in }
    ) async throws -> BundleReport {
        try await WorkerThread.run { cancellation in
            try write(to: path, from: feed.archive(until: cancellation), progress: progress)
        }
    }

    private func write(
        to path: String, from archive: FeedArchive, progress: @escaping (BuildStep) -> Void
    ) throws -> BundleReport {
        var options = BundleBuild.Options()
        options.filter = filter
        options.previous = previous
        options.maxSize = maxSize
        options.replaceable = replaceable
        options.temporaryDirectory = archive.temporaryDirectory
        options.toolVersion = toolVersion
        options.terms = terms
        options.allowsEmpty = allowsEmpty
        options.validatesSource = validatesSource
        return try BundleBuild(options).run(
            archive, to: path, validation: validation.map(BuildValidation.init), progress: progress)
    }
}
