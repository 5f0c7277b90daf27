import FeedReading

/// Limits the work of a rule for one feed, where that work may grow faster than the feed.
///
/// A hundred thousand trips of one block are five billion pairs, in an archive of less than a
/// megabyte. Steps are counted, not seconds, so that a report is the same in every run. Honest
/// feeds need a thousandth.
struct RulePatience {
    /// A rule exceeded its limit. Its findings until then stay in the report.
    struct Exhausted: Error {}

    private let cancellation: Cancellation
    private var left: Int

    init(_ feed: LoadedFeed) {
        cancellation = feed.cancellation
        left = feed.options.patience
    }

    /// Takes the cost of a piece of work: about a microsecond per hundred steps.
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
        "A rule would have had to compare billions of pairs, and did not look at all of them.",
        why: "There may be more of what it looks for than the report says.",
        fix: "Look at what it found: no timetable has that many trips in one block, or calls in "
            + "one trip.")
}
