import FeedReading

/// Runs the rules that need the whole feed, and takes back what the canonical validator would not
/// have looked for.
struct RuleRunner {
    /// An exception of the canonical validator, reproduced.
    struct Crash {
        let rule: String
        let crash: CanonicalCrash
    }

    private let feed: LoadedFeed
    private let rules: RuleBins
    /// Whether rules run side by side: not when somebody is told of each notice as it is found.
    private let isConcurrent: Bool

    init(_ feed: LoadedFeed, _ rules: RuleBins, isConcurrent: Bool) {
        self.feed = feed
        self.rules = rules
        self.isConcurrent = isConcurrent
    }

    /// Runs the rules; returns the crashes in the order of the rules.
    func run() throws -> [Crash] {
        let work = RuleWork(try steps())
        if isConcurrent {
            feed.prepareForRules()
            WorkerThread.perform(work.steps.count) { work.perform($0) }
        } else {
            for index in work.steps.indices { work.perform(index) }
        }
        try feed.checkCancellation()
        var crashes: [Crash] = []
        for (step, error) in work.failures {
            guard let crash = error as? CanonicalCrash else { throw error }
            crashes.append(Crash(rule: crash.validator ?? step.name, crash: crash))
        }
        return crashes
    }

    /// What there is to do: a step for each rule, which has a bin of its own.
    private func steps() throws -> [RuleStep] {
        let feedRules = rules.feedRules.filter { !isSkipped($0.rule) }
        let tripRules = rules.tripRules.filter {
            !isSkipped($0.rule) && $0.rule.applies(to: feed)
        }
        let groups = try TripGroups(feed, by: Set(tripRules.map { type(of: $0.rule).reads }))
        return feedRules.map { checked in
            RuleStep(name: type(of: checked.rule).name) {
                try feed.checkCancellation()
                try checked.rule.check(feed, checked.bin)
            }
        }
            + tripRules.map { checked in
                RuleStep(name: type(of: checked.rule).name) {
                    try run(checked.rule, checked.bin, groups)
                }
            }
    }

    /// Whether the canonical validator would not run the rule: a file that it reads has errors.
    private func isSkipped(_ rule: any Rule) -> Bool {
        guard feed.options.isCanonical, !type(of: rule).checksSingleRows else { return false }
        return rule.inputFiles.contains { file in
            switch feed.state(of: file) {
            case .fine: false
            case .missing: FileNeeds.required.contains(file)
            case .empty, .badHeader, .badRows: true
            }
        }
    }

    private func run(
        _ rule: any TripRule, _ bin: NoticeBin, _ groups: TripGroups
    ) throws {
        let parts = type(of: rule).reads
        guard !parts.contains(.trip) else {
            for trip in 0..<feed.trips.count where feed.calls.hasCalls(trip) {
                try feed.checkCancellation()
                try rule.check(TripView(feed, trip), bin)
            }
            return
        }
        let (groupOfTrip, count) = groups.grouping(by: parts)
        var isClean = [Bool](repeating: false, count: count)
        for (trip, group) in groupOfTrip.enumerated() where group >= 0 && !isClean[Int(group)] {
            try feed.checkCancellation()
            let before = bin.total
            try rule.check(TripView(feed, trip), bin)
            isClean[Int(group)] = bin.total == before
        }
    }
}

extension CallColumns {
    /// Whether `stop_times.txt` has a row of the trip.
    func hasCalls(_ trip: Int) -> Bool { trip < callList.count && callList[trip] >= 0 }
}

/// What the canonical validator asks of a feed's files.
enum FileNeeds {
    /// Files without which it skips the rules that read them.
    static let required: Set<String> = ["agency.txt", "routes.txt", "stop_times.txt", "trips.txt"]
}
