/// A rule whose work is so much that it is done in parts, several at once.
///
/// The number of parts is the same on every machine, so that the report is, too.
protocol PartedRule: FeedRule {
    static var parts: Int { get }
    /// Checks a part of the feed. All findings of the parts, in their order, are those of the rule.
    func check(_ feed: LoadedFeed, part: Int, into bin: NoticeBin) throws
}

extension PartedRule {
    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        var failure: (any Error)?
        // A part that gives up keeps none from its work.
        for part in 0..<Self.parts {
            do { try check(feed, part: part, into: bin) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

/// When rules run, of those that need the whole feed.
///
/// Lists, because the runtime takes long to find out whether a type conforms to a protocol.
enum RuleTurns {
    /// Rules that need nothing of the days of services. They may run first, while a bundle that is
    /// made of the same feed writes its trips: there is more memory for the others after that.
    static let early = Set(
        (PrimaryKeys.rules + ForeignKeys.rules).map { ObjectIdentifier(type(of: $0)) } + [
            ObjectIdentifier(CalendarDateRangeRule.self), ObjectIdentifier(ShapeMatchingRule.self),
        ])

    /// Rules that may take as long as many others together; they begin before those. Where the column
    /// `timepoint` is there and blank, every call has a finding.
    static let long: Set = [
        ObjectIdentifier(ShapeMatchingRule.self), ObjectIdentifier(TimepointRule.self),
    ]
}
