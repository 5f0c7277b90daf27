package import FeedReading

/// Validates feeds: reads one, runs all rules, counts what they find.
package struct Validator {
    private let options: ValidationOptions

    package init(_ options: ValidationOptions) {
        self.options = options
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
        let crashes = try RuleRunner(feed, rules).run()
        return ValidationReport(
            feed, rules, crashes, source: files.archive.sourceDescription,
            time: ContinuousClock.now - start)
    }
}
