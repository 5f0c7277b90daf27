import Dispatch
package import FeedReading

/// Validates feeds: reads one, runs all rules, counts what they find.
///
/// ```swift
/// let options = ValidationOptions(date: today, countryCode: "AU")
/// let report = try await Validator(options).validate("feed.zip")
/// print(report.total(.error))
/// ```
public struct Validator: Sendable {
    private let options: ValidationOptions

    /// A validator with the rules of the catalogue, and those of the options.
    public init(_ options: ValidationOptions) {
        self.options = options
    }

    /// Validates a feed: a zip, a folder, another archive, or an http(s) URL.
    ///
    /// Throws when the feed cannot be read; what is wrong with its data is in the report.
    public func validate(_ feed: String) async throws -> ValidationReport {
        try await withCheckedThrowingContinuation { continuation in
            Self.queue.async {
                continuation.resume(with: Result { try validate(open(feed)) })
            }
        }
    }

    /// The notices of a feed as they are found, each of them, however many there are.
    ///
    /// Under ``ValidationOptions/isCanonical`` nothing is certain before the end of the feed: the
    /// sequence then has the kept samples only, at most a thousand of each code.
    public func notices(_ feed: String) -> NoticeSequence {
        NoticeSequence { [self] yield in
            let report = try validate(open(feed)) { yield($0) }
            guard options.isCanonical else { return }
            for notice in report.groups.flatMap(\.samples) { yield(notice) }
        } on: { job in
            Self.queue.async(execute: job)
        }
    }

    /// Reading and checking keep a thread busy, which must not be one of Swift's few.
    private static let queue = DispatchQueue(label: "gtfs.validator", attributes: .concurrent)

    private func open(_ feed: String) throws -> FeedFiles {
        try FeedFiles(at: feed, for: options)
    }

    /// Throws what the archive throws; a feed's own faults are in the report.
    ///
    /// - Parameter onNotice: called with every notice as it is found; under `--compat canonical`
    ///   notices are certain only at the end, and it is not called.
    package func validate(
        _ files: FeedFiles, onNotice: ((ValidationNotice) -> Void)? = nil
    ) throws -> ValidationReport {
        let start = ContinuousClock.now
        let feed = LoadedFeed(options: options)
        let rules = RuleBins(options, onNotice: onNotice)
        try FeedLoader(feed: feed, rules: rules).run(files)
        let crashes = try RuleRunner(feed, rules, isConcurrent: onNotice == nil).run()
        return ValidationReport(
            feed, rules, crashes, source: files.archive.sourceDescription,
            time: ContinuousClock.now - start)
    }
}
