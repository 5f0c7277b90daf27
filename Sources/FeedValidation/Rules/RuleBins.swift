import GTFSSchedule

/// The rules of a run, each with what it found.
final class RuleBins {
    struct Checked<RuleType> {
        let rule: RuleType
        let bin: NoticeBin
    }

    /// What loading itself finds: bytes, headers, cells.
    let loading: NoticeBin
    private(set) var rowRules: [Checked<any RowRule>]
    private(set) var tripRules: [Checked<any TripRule>]
    private(set) var feedRules: [Checked<any FeedRule>]

    init(_ options: ValidationOptions, onNotice: ((ValidationNotice) -> Void)? = nil) {
        // Under --compat canonical nothing is certain before the end.
        let forward = options.isCanonical ? nil : onNotice
        loading = NoticeBin(onNotice: forward)
        func checked<RuleType>(_ rules: [RuleType]) -> [Checked<RuleType>] {
            (rules + options.ownRules.compactMap { $0 as? RuleType }).map {
                Checked(rule: $0, bin: NoticeBin(onNotice: forward))
            }
        }
        rowRules = checked(Rules.rows)
        tripRules = checked(Rules.trips)
        feedRules = checked(Rules.feeds)
    }

    /// The rules for rows of one kind.
    func rows<Row: FeedRow>(_ type: Row.Type) -> [Checked<any RowRule<Row>>] {
        rowRules.compactMap { checked in
            guard checked.rule.isFor(type) else { return nil }
            return (checked.rule as? any RowRule<Row>).map { Checked(rule: $0, bin: checked.bin) }
        }
    }
}
