/// A rule with so much work that it is done in parts, several at once.
///
/// The number of parts is the same on every machine, so that the report is the same, too.
protocol PartedRule: FeedRule {
    static var parts: Int { get }
    /// The findings of all parts, in their order, are those of the rule.
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

/// Lists, because the runtime takes long to find out whether a type conforms to a protocol.
enum RuleTurns {
    /// Rules that need nothing about the days of services. They may run first, while a bundle that
    /// is built from the same feed writes its trips: after that there is more memory for the
    /// others.
    static let early: Set = [
        ObjectIdentifier(DuplicateKeyRule.self), ObjectIdentifier(ForeignKeyRule.self),
        ObjectIdentifier(CalendarDateRangeRule.self), ObjectIdentifier(ShapeMatchingRule.self),
    ]

    /// Rules that may take as long as many others together; they begin before those. If the column
    /// `timepoint` is present but blank, every call has a finding.
    static let long: Set = [
        ObjectIdentifier(ShapeMatchingRule.self), ObjectIdentifier(TimepointRule.self),
    ]
}
