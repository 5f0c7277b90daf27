import FeedReading

/// Limits the work of a rule for one feed, if that work may grow faster than the feed.
///
/// A hundred thousand trips of one block make five billion pairs, in an archive of less than a
/// megabyte. Steps are counted rather than seconds, so that a report is the same in every run.
/// Normal feeds need a thousandth of the limit.
struct RulePatience {
    /// A rule exceeded its limit. Its findings so far stay in the report.
    struct Exhausted: Error {}

    private let cancellation: Cancellation
    private var left: Int

    init(_ feed: LoadedFeed) {
        cancellation = feed.cancellation
        left = feed.options.patience
    }

    /// About a microsecond per hundred steps.
    @inline(__always)
    mutating func spend(_ steps: Int) throws {
        left -= steps
        if left < 0 { throw Exhausted() }
        try cancellation.check()
    }
}

extension NoticeDefinition {
    static let ruleGaveUp = NoticeDefinition(
        "gtfs_rule_gave_up", .error,
        summary: "A rule stops early because it has billions of pairs to compare.",
        why: "The report may lack findings of this rule.",
        fix: "Check its findings, because no timetable has so many trips in a block or stops in a "
            + "trip.")
}
