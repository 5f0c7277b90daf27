package import FeedCompiling
package import FeedReading

/// The rules at work, on files that may be read for a build at the same time.
package struct Validation: Sendable {
    private let options: ValidationOptions

    package init(_ options: ValidationOptions) {
        self.options = options
    }

    /// Throws what the archive throws, and `CancellationError` when the archive is canceled; faults
    /// of the feed itself are in the report.
    ///
    /// - Parameters:
    ///   - sharing: reads the largest files while a bundle is built from the same feed; nil when
    ///     none is.
    ///   - cut: what a filter left of the feed; nil for all of it.
    ///   - onNotice: called with every notice as it is found, but not under `--compat canonical`,
    ///     where notices are certain only at the end.
    ///   - onReport: gets the report while the feed is still in memory: releasing it takes a while.
    package func run(
        _ files: FeedFiles, sharing: SharedReading? = nil, cut: FeedCut? = nil,
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
        try FeedLoader(feed: feed, rules: rules, sharing: sharing, cut: cut).run(files)
        try RowsOnceMore(
            archive: files.archive, options: options, rules: rules, cut: cut ?? FeedCut()
        ).run()
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
