package import FeedCompiling
public import FeedReading
public import GTFSSchedule

/// Validates feeds: reads a feed, runs all rules and counts what they find.
///
/// ```swift
/// let options = ValidationOptions(date: today, countryCode: "AU")
/// let report = try await Validator(options).validate(feed)
/// let errors = report.total(.error)  // 0
/// ```
public struct Validator: Sendable {
    private let options: ValidationOptions

    /// Creates a validator with the rules of the catalog and those of the options.
    public init(_ options: ValidationOptions) {
        self.options = options
    }

    /// Validates a feed: a zip, a folder, another archive, or an http(s) URL.
    ///
    /// Each call has its own threads and memory, so run as many at once as the machine has room
    /// for. Throws a `FeedError` when the feed cannot be read, and `CancellationError` soon after
    /// its task is canceled; faults in the feed's data are in the report.
    ///
    /// ```swift
    /// var message = ""
    /// do {
    ///     _ = try await validator.validate("/feeds/none.zip")
    /// } catch let error as FeedError {
    ///     message = error.description  // "/feeds/none.zip: no such file or folder"
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - feed: a path or a URL.
    ///   - access: how to access the feed, and what to tolerate.
    public func validate(
        _ feed: String, access: FeedAccess = FeedAccess()
    ) async throws -> ValidationReport {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                WorkerThread.start {
                    continuation.resume(
                        with: Result { try validate(feed, access, until: cancellation) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
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
    /// for try await notice in validator.notices(feed) {
    ///     codes.append(notice.code)
    ///     if codes.count == 100 { break }
    /// }
    /// ```
    public func notices(_ feed: String, access: FeedAccess = FeedAccess()) -> NoticeSequence {
        NoticeSequence { [self] cancellation, yield in
            let report = try validate(feed, access, until: cancellation) { yield($0) }
            guard options.isCanonical else { return }
            for notice in report.groups.flatMap(\.samples) { yield(notice) }
        }
    }

    /// Errors after a cancellation are not failures.
    private func validate(
        _ feed: String, _ access: FeedAccess, until cancellation: Cancellation,
        onNotice: ((ValidationNotice) -> Void)? = nil
    ) throws -> ValidationReport {
        do {
            try cancellation.check()
            var archive = try access.archiveOptions(for: feed)
            archive.cancellation = cancellation
            let files = try FeedFiles(at: feed, for: options, access: archive)
            return try validate(files, onNotice: onNotice)
        } catch {
            try cancellation.check()
            throw error
        }
    }

    /// Throws what the archive throws, and `CancellationError` when the archive is canceled; faults
    /// of the feed itself are in the report.
    ///
    /// - Parameters:
    ///   - sharing: reads the largest files while a bundle is built from the same feed; nil when
    ///     none is.
    ///   - onNotice: called with every notice as it is found, but not under `--compat canonical`,
    ///     where notices are certain only at the end.
    ///   - onReport: gets the report while the feed is still in memory: releasing it takes a while.
    package func validate(
        _ files: FeedFiles, sharing: SharedReading? = nil,
        onNotice: ((ValidationNotice) -> Void)? = nil,
        onReport: ((ValidationReport) -> Void)? = nil
    ) throws -> ValidationReport {
        defer { sharing?.withdraw() }
        let start = ContinuousClock.now
        let cancellation = files.archive.cancellation
        let feed = LoadedFeed(
            options: options, cancellation: cancellation,
            temporaryDirectory: files.archive.temporaryDirectory)
        let rules = RuleBins(options, onNotice: onNotice)
        try FeedLoader(feed: feed, rules: rules, sharing: sharing).run(files)
        let crashes = try RuleRunner(
            feed, rules, isConcurrent: onNotice == nil, after: sharing?.tripsWritten
        ).run()
        let report = ValidationReport(
            feed, rules: rules, systemErrors: crashes, archive: files.archive,
            time: ContinuousClock.now - start)
        try cancellation.check()
        try feed.calls.rowLists.bytes.throwFailure()
        try feed.shapes.codes.throwFailure()
        withExtendedLifetime(feed) { onReport?(report) }
        return report
    }
}

/// How to validate a feed.
public struct ValidationOptions: Sendable {
    /// The date that counts as today.
    public var date: ServiceDate
    /// The country for phone numbers, ISO 3166-1 alpha-2; nil leaves phone numbers unchecked.
    public var countryCode: String?
    /// Whether counts must equal those of the canonical validator, including its defects.
    public var isCanonical = false
    /// Finding the places takes a while.
    package var hasMap = true
    /// See `RulePatience`.
    package var patience = 1_000_000_000
    /// See `RuleTurns`.
    package var earlyRules = RuleTurns.early
    /// Rules in addition to those of the catalog: ``RowRule``, ``TripRule`` or ``FeedRule``.
    ///
    /// ```swift
    /// var options = ValidationOptions(date: today)
    /// options.ownRules = [RouteColorRule()]
    /// let report = try await Validator(options).validate(feed)
    /// let colorless = report.groups.first { $0.code == "acme_missing_color" }?.count  // 1
    /// ```
    public var ownRules: [any Rule] = []

    /// Creates options for a validation by the rules of the catalog, on a given day.
    public init(date: ServiceDate, countryCode: String? = nil) {
        self.date = date
        self.countryCode = countryCode
    }
}

extension FeedFiles {
    /// Opens a feed for validation. Under canonical counts, files in folders are not part of the
    /// feed, and UTF-16 is not converted.
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
        self.init(archive, convertsText: !validation.isCanonical)
    }
}
