package import FeedReading
public import GTFSSchedule

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
    /// It works on threads of its own, with memory of its own: ask for as many at once as the machine
    /// has room for. Throws when the feed cannot be read, and `CancellationError`
    /// soon after its task was cancelled; what is wrong with the feed's data is in the report.
    public func validate(_ feed: String) async throws -> ValidationReport {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                WorkerThread.start {
                    continuation.resume(with: Result { try validate(feed, until: cancellation) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// The notices of a feed as they are found, each of them, however many there are.
    ///
    /// Leaving the loop ends the validation. When its task is cancelled, the loop ends with a
    /// `CancellationError`.
    ///
    /// Under ``ValidationOptions/isCanonical`` nothing is certain before the end of the feed: the
    /// sequence then has the kept samples only, at most a thousand of each code.
    public func notices(_ feed: String) -> NoticeSequence {
        NoticeSequence { [self] cancellation, yield in
            let report = try validate(feed, until: cancellation) { yield($0) }
            guard options.isCanonical else { return }
            for notice in report.groups.flatMap(\.samples) { yield(notice) }
        }
    }

    /// Opens and validates a feed. Whatever goes wrong once that is cancelled is no failure.
    private func validate(
        _ feed: String, until cancellation: Cancellation,
        onNotice: ((ValidationNotice) -> Void)? = nil
    ) throws -> ValidationReport {
        do {
            try cancellation.check()
            var access = ArchiveOptions()
            access.cancellation = cancellation
            let files = try FeedFiles(at: feed, for: options, access: access)
            return try validate(files, onNotice: onNotice)
        } catch {
            try cancellation.check()
            throw error
        }
    }

    /// Throws what the archive throws, and `CancellationError` when that is cancelled; a feed's own
    /// faults are in the report.
    ///
    /// - Parameter onNotice: called with every notice as it is found; under `--compat canonical`
    ///   notices are certain only at the end, and it is not called.
    package func validate(
        _ files: FeedFiles, onNotice: ((ValidationNotice) -> Void)? = nil
    ) throws -> ValidationReport {
        let start = ContinuousClock.now
        let cancellation = files.archive.cancellation
        let feed = LoadedFeed(options: options, cancellation: cancellation)
        let rules = RuleBins(options, onNotice: onNotice)
        try FeedLoader(feed: feed, rules: rules).run(files)
        let crashes = try RuleRunner(feed, rules, isConcurrent: onNotice == nil).run()
        let report = ValidationReport(
            feed, rules, crashes, source: files.archive.sourceDescription,
            time: ContinuousClock.now - start)
        try cancellation.check()
        return report
    }
}

/// How a feed is to be validated.
public struct ValidationOptions: Sendable {
    /// The date that counts as today.
    public var date: ServiceDate
    /// ISO 3166-1 alpha-2, for phone numbers; nil leaves them unchecked.
    public var countryCode: String?
    /// Whether counts must be those of the canonical validator, its defects included.
    public var isCanonical = false
    /// Whether the report can draw where its samples lie; looking them up takes a while.
    package var hasMap = true
    /// Rules besides those of the catalogue: ``RowRule``, ``TripRule`` or ``FeedRule``.
    public var ownRules: [any Rule] = []

    public init(date: ServiceDate, countryCode: String? = nil) {
        self.date = date
        self.countryCode = countryCode
    }
}

extension FeedFiles {
    /// Opens a feed as a validation wants it: under canonical counts files of folders are no part of
    /// the feed, and nothing is converted from UTF-16.
    package convenience init(
        at location: String, for validation: ValidationOptions,
        access: ArchiveOptions = ArchiveOptions()
    ) throws {
        var access = access
        access.isCanonical = validation.isCanonical
        let archive = try FeedArchive.open(
            location, options: access,
            knownNames: validation.isCanonical
                ? FeedFileNames.soughtInFolders : FeedFileNames.all)
        self.init(archive, convertsUTF16: !validation.isCanonical)
    }
}
