import FeedCompiling
import FeedReading
import GTFSSchedule
import SystemLayer

/// Runs the rules that need the whole feed, and withdraws findings that the canonical validator
/// would not have looked for.
struct RuleRunner {
    /// An exception of the canonical validator, reproduced.
    struct Crash {
        let rule: String
        let crash: CanonicalCrash
    }

    private let feed: LoadedFeed
    private let rules: RuleBins
    /// Whether rules run side by side: not when each notice is passed on as it is found.
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
            // Long ones first, so that no thread waits at the end for a long one that began last.
            let order = work.steps.indices.sorted { one, other in
                (work.steps[one].takesLong ? 0 : 1, one)
                    < (work.steps[other].takesLong ? 0 : 1, other)
            }
            WorkerThread.perform(order.count) { work.perform(order[$0]) }
        } else {
            for index in work.steps.indices { work.perform(index) }
        }
        try feed.checkCancellation()
        var crashes: [Crash] = []
        for (step, error) in work.failures {
            if error is RulePatience.Exhausted, !feed.options.isCanonical {
                rules.loading.add(.ruleGaveUp, ["noticeCodes": step.codes])
                continue
            }
            guard let crash = crash(for: error, of: step) else { throw error }
            crashes.append(Crash(rule: crash.validator ?? step.name, crash: crash))
        }
        return crashes
    }

    /// The exception of the canonical validator that an error represents.
    private func crash(for error: any Error, of step: RuleStep) -> CanonicalCrash? {
        guard error is RulePatience.Exhausted else { return error as? CanonicalCrash }
        // It would go on for hours, and keep its findings in memory.
        return CanonicalCrash(
            exception: "java.lang.OutOfMemoryError", message: "Java heap space",
            validator: step.name)
    }

    /// The work to do: a step for each rule, which has a bin of its own.
    private func steps() throws -> [RuleStep] {
        let feedRules = rules.feedRules.filter { !isSkipped($0.rule) }
        let tripRules = rules.tripRules.filter {
            !isSkipped($0.rule) && $0.rule.applies(to: feed)
        }
        let groups = try TripGroups(
            feed, by: Set(tripRules.map { type(of: $0.rule).reads }), isConcurrent: isConcurrent)
        return feedRules.map { checked in
            let type = type(of: checked.rule)
            return RuleStep(name: type.name, codes: Self.codes(type), takesLong: type.takesLong) {
                try feed.checkCancellation()
                try checked.rule.check(feed, checked.bin)
            }
        }
            + tripRules.map { checked in
                let type = type(of: checked.rule)
                return RuleStep(name: type.name, codes: Self.codes(type)) {
                    try run(checked.rule, checked.bin, groups)
                }
            }
    }

    private static func codes(_ rule: any Rule.Type) -> String {
        rule.notices.map(\.code).joined(separator: ", ")
    }

    /// Whether the canonical validator would skip the rule: a file that the rule reads has errors.
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

/// What the canonical validator requires of a feed's files.
enum FileNeeds {
    /// Files without which it skips the rules that read them.
    static let required: Set<String> = ["agency.txt", "routes.txt", "stop_times.txt", "trips.txt"]
}

/// The run of one rule over a feed that is read.
struct RuleStep {
    let name: String
    /// The codes that it may find, separated by commas.
    let codes: String
    var takesLong = false
    let run: () throws -> Void
}

/// The steps of a run, which threads take one after the other, and how they ended.
final class RuleWork: @unchecked Sendable {
    // Sendable: a step touches only its rule's bin; the feed that all steps read no longer changes.
    let steps: [RuleStep]
    private let errors: Locked<[(any Error)?]>

    init(_ steps: [RuleStep]) {
        self.steps = steps
        errors = Locked(Array(repeating: nil, count: steps.count))
    }

    func perform(_ index: Int) {
        do {
            try steps[index].run()
        } catch {
            errors.withLock { $0[index] = error }
        }
    }

    /// The errors of failed steps, in the order of the steps.
    var failures: [(step: RuleStep, error: any Error)] {
        let errors = errors.withLock { $0 }
        return zip(steps, errors).compactMap { step, error in error.map { (step, $0) } }
    }
}

/// The rules of a run, each with its findings.
final class RuleBins {
    struct Checked<RuleType> {
        let rule: RuleType
        let bin: NoticeBin
    }

    /// Findings of the loading itself: bytes, headers, cells.
    let loading: NoticeBin
    private(set) var rowRules: [Checked<any RowRule>]
    private(set) var tripRules: [Checked<any TripRule>]
    private(set) var feedRules: [Checked<any FeedRule>]

    init(_ options: ValidationOptions, onNotice: ((ValidationNotice) -> Void)? = nil) {
        // Under --compat canonical no notice is certain before the end.
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

/// Groups trips that a rule cannot tell apart.
struct TripGroups {
    /// By trip: the number of its group; -1 for trips without calls.
    typealias Grouping = (groupOfTrip: [Int32], count: Int)

    private let known: [TripParts: Grouping]

    /// Also prepares the feed for rules that run on several threads.
    ///
    /// - Parameter wanted: the parts that rules depend on; rules that look at every trip need no
    ///   groups.
    init(_ feed: LoadedFeed, by wanted: Set<TripParts>, isConcurrent: Bool) throws {
        let wanted = wanted.filter { !$0.contains(.trip) }.sorted { $0.rawValue < $1.rawValue }
        guard isConcurrent else {
            let groups = try wanted.map { ($0, try Self.grouping(feed, by: $0)) }
            known = Dictionary(uniqueKeysWithValues: groups)
            return
        }
        let work = GroupingWork(feed, wanted)
        WorkerThread.perform(wanted.count + 1) { work.perform($0) }
        known = try work.groups()
    }

    /// Work for several threads at once.
    private final class GroupingWork: @unchecked Sendable {
        // Sendable: the feed is only read, except that one thread runs `prepareForRules`.
        private let feed: LoadedFeed
        private let wanted: [TripParts]
        private let found: Locked<[TripParts: Result<Grouping, any Error>]> = Locked([:])

        init(_ feed: LoadedFeed, _ wanted: [TripParts]) {
            self.feed = feed
            self.wanted = wanted
        }

        func perform(_ index: Int) {
            guard index > 0 else { return feed.prepareForRules() }
            let parts = wanted[index - 1]
            let result = Result { try TripGroups.grouping(feed, by: parts) }
            found.withLock { $0[parts] = result }
        }

        func groups() throws -> [TripParts: Grouping] {
            try found.withLock { $0 }.mapValues { try $0.get() }
        }
    }

    func grouping(by parts: TripParts) -> Grouping { known[parts] ?? ([], 0) }

    static func grouping(_ feed: LoadedFeed, by parts: TripParts) throws -> Grouping {
        struct Key: BitwiseCopyable {
            var calls: Int32 = -1
            var times: Int32 = -1
            var distances: Int32 = -1
            var route: Int32 = -1
            var shape: Int32 = -1
            var seconds: Int32 = -1
        }
        let keys = IDTable(capacity: 1024)
        var groups = [Int32](repeating: -1, count: feed.trips.count)
        let calls = feed.calls
        for trip in 0..<feed.trips.count where calls.hasCalls(trip) {
            if trip & 0xFF == 0 { try feed.checkCancellation() }
            var key = Key()
            if parts.contains(.calls) { key.calls = calls.callList[trip] }
            if parts.contains(.times) { key.times = calls.timeList[trip] }
            if parts.contains(.distances) { key.distances = calls.distanceList[trip] }
            if parts.contains(.route) { key.route = feed.trips.route[trip] }
            if parts.contains(.shape) { key.shape = feed.trips.shape[trip] }
            if parts.contains(.seconds) { key.seconds = calls.origin[trip] % 60 }
            groups[trip] = withUnsafeBytes(of: key) { Int32(keys.intern($0).index) }
        }
        return (groups, keys.count)
    }
}

/// A place where the canonical validator ends a rule with an exception.
///
/// A rule throws it only under `--compat canonical`; its findings until then stay, and
/// `system_errors.json` gets the entry that the canonical validator writes.
struct CanonicalCrash: Error {
    /// The exception's class, such as `java.lang.IllegalArgumentException`.
    let exception: String
    let message: String
    /// The class of the canonical validator that ends there, without its package; nil when it has
    /// the rule's name.
    var validator: String?
}
