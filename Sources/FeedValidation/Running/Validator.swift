public import FeedReading
import SystemLayer

/// Validates a feed: reads it, runs all rules and counts what they find.
///
/// ```swift
/// let options = ValidationOptions(date: today, countryCode: "AU")
/// let report = try await Validator(feed, options).validate()
/// let errors = report.total(.error)  // 0
/// ```
public struct Validator: Sendable {
    private let feed: Feed
    private let options: ValidationOptions

    /// Creates a validator with the rules of the catalog and those of the options.
    public init(_ feed: Feed, _ options: ValidationOptions = ValidationOptions()) {
        self.feed = feed
        self.options = options
    }

    /// Reads the feed and runs all rules.
    ///
    /// Each call has its own threads and memory, so run as many at once as the machine has room
    /// for. Throws a `FeedError` when the feed cannot be read, and `CancellationError` soon after
    /// its task is canceled; faults in the feed's data are in the report.
    public func validate() async throws -> ValidationReport {
        try await WorkerThread.run { try validate(until: $0) }
    }

    /// Returns all notices of a feed as they are found, however many there are.
    ///
    /// Leaving the loop ends the validation. When its task is canceled, the loop ends with a
    /// `CancellationError`.
    ///
    /// Under ``ValidationOptions/isCanonical`` no notice is certain before the end of the feed: the
    /// sequence then has only the kept samples, at most a thousand for each code.
    ///
    /// ```swift
    /// var codes: [String] = []
    /// for try await notice in Validator(feed).notices() {
    ///     codes.append(notice.code)
    ///     if codes.count == 100 { break }
    /// }
    /// ```
    public func notices() -> NoticeSequence {
        NoticeSequence { [self] cancellation, yield in
            let report = try validate(until: cancellation) { yield($0) }
            guard options.isCanonical else { return }
            for notice in report.groups.flatMap(\.samples) { yield(notice) }
        }
    }

    private func validate(
        until cancellation: Cancellation, onNotice: ((ValidationNotice) -> Void)? = nil
    ) throws -> ValidationReport {
        let archive = try feed.archive(
            isCanonical: options.isCanonical, until: cancellation)
        return try Validation(options).run(
            FeedFiles(archive, convertsText: !options.isCanonical), onNotice: onNotice)
    }
}
