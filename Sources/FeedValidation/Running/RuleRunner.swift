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

    init(_ feed: LoadedFeed, _ rules: RuleBins) {
        self.feed = feed
        self.rules = rules
    }

    func run() throws -> [Crash] {
        var crashes: [Crash] = []
        for checked in rules.feedRules where !isSkipped(checked.rule) {
            do {
                try checked.rule.check(feed, checked.bin)
            } catch let crash as CanonicalCrash {
                let name = crash.validator ?? type(of: checked.rule).name
                crashes.append(Crash(rule: name, crash: crash))
            }
        }
        var groups = TripGroups(feed)
        for checked in rules.tripRules
        where !isSkipped(checked.rule) && checked.rule.applies(to: feed) {
            do {
                try run(checked.rule, checked.bin, &groups)
            } catch let crash as CanonicalCrash {
                let name = crash.validator ?? type(of: checked.rule).name
                crashes.append(Crash(rule: name, crash: crash))
            }
        }
        return crashes
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
        _ rule: any TripRule, _ bin: NoticeBin, _ groups: inout TripGroups
    ) throws {
        let parts = type(of: rule).reads
        guard !parts.contains(.trip) else {
            for trip in 0..<feed.trips.count where feed.calls.hasCalls(trip) {
                try rule.check(TripView(feed, trip), bin)
            }
            return
        }
        let (groupOfTrip, count) = groups.grouping(by: parts)
        var isClean = [Bool](repeating: false, count: count)
        for (trip, group) in groupOfTrip.enumerated() where group >= 0 && !isClean[Int(group)] {
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
