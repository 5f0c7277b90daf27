/// What a validation found.
public struct ValidationReport: Sendable {
    /// All notices of one code.
    public struct Group: Sendable {
        public let definition: NoticeDefinition
        /// How many there are; never capped.
        public let count: Int
        /// At most a thousand of them.
        public let samples: [ValidationNotice]
        public var code: String { definition.code }
        /// The catalogue's, unless a policy says otherwise.
        public internal(set) var severity: NoticeSeverity

        static func isInOrder(_ left: Group, _ right: Group) -> Bool {
            let order = NoticeSeverity.allCases
            let first = order.firstIndex(of: left.severity) ?? 0
            let second = order.firstIndex(of: right.severity) ?? 0
            return (first, left.code) < (second, right.code)
        }
    }

    /// Where the feed came from.
    public let source: String
    /// How long it took, in seconds.
    public let seconds: Double
    public let options: ValidationOptions
    public let summary: FeedSummary
    /// Errors first, then warnings, then information; by code.
    public internal(set) var groups: [Group]
    /// Where the samples lie.
    let map: ReportMap
    /// Rules of the canonical validator that end with an exception here.
    public let systemErrors: [SystemError]

    /// An exception of the canonical validator, reproduced under `--compat canonical`.
    public struct SystemError: Sendable {
        public let rule: String
        public let exception: String
        public let message: String
    }

    init(
        _ feed: LoadedFeed, _ rules: RuleBins, _ crashes: [RuleRunner.Crash], source: String,
        time: Duration
    ) {
        self.source = source
        options = feed.options
        seconds =
            Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        summary = FeedSummary(feed)
        let all = NoticeBin()
        all.absorb(rules.loading)
        for checked in rules.rowRules { all.absorb(checked.bin) }
        for checked in rules.feedRules { all.absorb(checked.bin) }
        for checked in rules.tripRules { all.absorb(checked.bin) }
        groups = all.entries.filter { $0.count > 0 }.map {
            Group(
                definition: $0.definition, count: $0.count, samples: $0.samples,
                severity: $0.definition.severity)
        }.sorted(by: Group.isInOrder)
        map = ReportMap(feed, groups)
        systemErrors = crashes.map {
            SystemError(
                rule: $0.rule, exception: $0.crash.exception, message: $0.crash.message)
        }
    }

    /// How many notices there are of a severity.
    public func total(_ severity: NoticeSeverity) -> Int {
        groups.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
    }
}
