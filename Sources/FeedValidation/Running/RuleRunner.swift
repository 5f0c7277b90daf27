import FeedCompiling
import FeedReading
import GTFSSchedule
import SystemLayer

/// Withdraws findings that the canonical validator would not have looked for.
struct RuleRunner {
    private let feed: LoadedFeed
    private let rules: RuleBins
    /// Rules run one by one when each notice is passed on as it is found.
    private let isConcurrent: Bool
    private let release: Promise<Void>?

    /// The other rules must wait for `release`, but early ones need not.
    init(
        _ feed: LoadedFeed, _ rules: RuleBins, isConcurrent: Bool,
        after release: Promise<Void>?
    ) {
        self.feed = feed
        self.rules = rules
        self.isConcurrent = isConcurrent
        self.release = release
    }

    func run() throws -> [ValidationReport.SystemError] {
        let feedRules = rules.feedRules.filter { !isSkipped($0.rule) }
        let tripRules = rules.tripRules.filter { !isSkipped($0.rule) && applies($0.rule) }
        let work = RuleWork(steps(feedRules, tripRules))
        let groups = GroupingWork(
            feed, by: Set(tripRules.map { type(of: $0.rule).reads }), after: release)
        if isConcurrent {
            feed.prepareForEarlyRules()
            work.performAll(groups)
        } else {
            for part in 0..<groups.count { groups.perform(part) }
            let groups = try groups.wait()
            for index in work.steps.indices { work.perform(index, groups) }
        }
        try feed.checkCancellation()
        for step in work.steps { step.merge() }
        var errors: [ValidationReport.SystemError] = []
        var last: String?
        // A rule that is done in parts fails once.
        for (step, error) in work.failures
        where step.name != last || !(error is RulePatience.Exhausted) {
            last = step.name
            if let crash = error as? CanonicalCrash {
                if let error = ValidationReport.SystemError(crash, of: step.name) {
                    errors.append(error)
                }
            } else if error is RulePatience.Exhausted {
                rules.loading.add(.ruleGaveUp, ["noticeCodes": step.codes])
                if feed.options.isCanonical { errors.append(.init(ruleGaveUp: step.codes)) }
            } else {
                throw error
            }
        }
        return errors
    }

    private func steps(
        _ feedRules: [RuleBins.Checked<any FeedRule>], _ tripRules: [RuleBins.Checked<any TripRule>]
    ) -> [RuleStep] {
        feedRules.flatMap { checked in
            let type = type(of: checked.rule)
            let takesLong = RuleTurns.long.contains(ObjectIdentifier(type))
            func step(
                into bin: NoticeBin, _ check: @escaping (NoticeBin) throws -> Void
            ) -> RuleStep {
                RuleStep(
                    name: type.name, codes: Self.codes(type), takesLong: takesLong,
                    isEarly: feed.options.earlyRules.contains(ObjectIdentifier(type)),
                    merge: { if bin !== checked.bin { checked.bin.absorb(bin) } },
                    run: { _ in
                        try feed.checkCancellation()
                        try check(bin)
                    })
            }
            guard isConcurrent, takesLong, let rule = checked.rule as? any PartedRule else {
                return [step(into: checked.bin) { try checked.rule.check(feed, into: $0) }]
            }
            return (0..<Swift.type(of: rule).parts).map { part in
                step(into: NoticeBin()) { try rule.check(feed, part: part, into: $0) }
            }
        }
            + tripRules.map { checked in
                let type = type(of: checked.rule)
                return RuleStep(
                    name: type.name, codes: Self.codes(type),
                    takesLong: RuleTurns.long.contains(ObjectIdentifier(type))
                ) { groups in
                    try run(checked.rule, into: checked.bin, in: groups)
                }
            }
    }

    private static func codes(_ rule: any Rule.Type) -> String {
        rule.notices.map(\.code).joined(separator: ", ")
    }

    /// Whether a rule has nothing to look at.
    private func isSkipped(_ rule: any Rule) -> Bool {
        if feed.options.isCanonical { return CanonicalRules.skip(rule, in: feed) }
        return type(of: rule).needsKeys && rule.inputFiles.contains { feed.lacksKeyColumn(of: $0) }
    }

    private func applies(_ rule: any TripRule) -> Bool {
        feed.options.isCanonical ? CanonicalRules.applies(rule, to: feed) : rule.applies(to: feed)
    }

    private func run(
        _ rule: any TripRule, into bin: NoticeBin, in groups: TripGroups
    ) throws {
        let parts = type(of: rule).reads
        let lists = TripLists(feed.calls)
        let cancellation = feed.cancellation
        guard !parts.contains(.trip) else {
            for trip in 0..<feed.trips.count where lists.hasCalls(trip) {
                try cancellation.check()
                try rule.check(TripView(feed, lists: lists, trip: trip), into: bin)
            }
            return
        }
        let (groupOfTrip, count) = groups.grouping(by: parts)
        var verdicts = [GroupVerdict](repeating: .unknown, count: count)
        var counts = GroupVerdict.Counts(bin)
        for trip in groupOfTrip.indices {
            let group = Int(groupOfTrip[trip])
            if group < 0 || verdicts[group].holdsAgain(bin, &counts) { continue }
            try cancellation.check()
            try rule.check(TripView(feed, lists: lists, trip: trip), into: bin)
            verdicts[group] = GroupVerdict(since: &counts, bin)
        }
    }
}

extension CallColumns {
    func hasCalls(_ trip: Int) -> Bool {
        trip < columns.callList.count && columns.callList[trip] >= 0
    }
}

enum FileNeeds {
    /// Files without which the canonical validator skips the rules that read them.
    static let required: Set<String> = ["agency.txt", "routes.txt", "stop_times.txt", "trips.txt"]
}

final class RuleBins {
    struct Checked<RuleType> {
        let rule: RuleType
        let bin: NoticeBin
    }

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

    /// The row rules again, with the bins that they have.
    init(rowRulesOf rules: RuleBins) {
        loading = NoticeBin()
        (rowRules, tripRules, feedRules) = (rules.rowRules, [], [])
    }

    func rows<Row: FeedRow>(_ type: Row.Type) -> [Checked<any RowRule<Row>>] {
        rowRules.compactMap { checked in
            guard checked.rule.isFor(type) else { return nil }
            return (checked.rule as? any RowRule<Row>).map { Checked(rule: $0, bin: checked.bin) }
        }
    }
}

struct RuleStep {
    let name: String
    let codes: String
    var takesLong = false
    /// An early rule needs no groups.
    var isEarly = false
    var merge: () -> Void = {}
    let run: (TripGroups) throws -> Void
}

final class RuleWork: @unchecked Sendable {
    // Sendable: a step touches only its rule's bin; the feed that all steps read no longer changes.
    let steps: [RuleStep]
    private let errors: Locked<[(any Error)?]>

    init(_ steps: [RuleStep]) {
        self.steps = steps
        errors = Locked(Array(repeating: nil, count: steps.count))
    }

    /// A thread that finds no early step left continues with the grouping, so none waits for the
    /// longest step. Parts are taken in order: when a thread waits for the groups, others are
    /// working on all of their parts.
    func performAll(_ grouping: GroupingWork) {
        let early = order { $0.isEarly }
        let late = order { !$0.isEarly }
        WorkerThread.perform(early.count + grouping.count + late.count) { [self] number in
            if number < early.count {
                perform(early[number], TripGroups())
            } else if number < early.count + grouping.count {
                grouping.perform(number - early.count)
            } else {
                let step = late[number - early.count - grouping.count]
                do {
                    perform(step, try grouping.wait())
                } catch {
                    errors.withLock { $0[step] = error }
                }
            }
        }
    }

    /// Long steps come first, so that no thread waits for a long one that another began last.
    private func order(_ isMeant: (RuleStep) -> Bool) -> [Int] {
        let meant = steps.indices.filter { isMeant(steps[$0]) }
        return meant.filter { steps[$0].takesLong } + meant.filter { !steps[$0].takesLong }
    }

    func perform(_ index: Int, _ groups: TripGroups) {
        do {
            try steps[index].run(groups)
        } catch {
            errors.withLock { $0[index] = error }
        }
    }

    var failures: [(step: RuleStep, error: any Error)] {
        let errors = errors.withLock { $0 }
        return zip(steps, errors).compactMap { step, error in error.map { (step, $0) } }
    }
}

struct GroupVerdict: BitwiseCopyable {
    /// The counts tell the next trip's findings from those so far.
    struct Counts {
        private(set) var total: Int
        private(set) var entries: [Int]

        init(_ bin: NoticeBin) {
            total = bin.total
            entries = bin.entries.map(\.count)
        }

        fileprivate mutating func add(_ count: Int, to entry: Int) {
            if entry == entries.count { entries.append(0) }
            entries[entry] += count
            total += count
        }
    }

    private var entry: Int32 = 0
    /// -1 when it is not known, or when the findings have several codes.
    private var count: Int32

    static let unknown = GroupVerdict(count: -1)

    private init(count: Int32) {
        self.count = count
    }

    /// What the bin had counted before the trip was checked; afterwards, what it counts now.
    init(since counts: inout Counts, _ bin: NoticeBin) {
        self.init(count: 0)
        guard bin.total != counts.total else { return }
        for (index, found) in bin.entries.enumerated() {
            let added = found.count - (index < counts.entries.count ? counts.entries[index] : 0)
            guard added > 0 else { continue }
            counts.add(added, to: index)
            count = count == 0 ? Int32(exactly: added) ?? -1 : -1
            entry = Int32(index)
        }
    }

    /// False when the rule must check the trip itself.
    @inline(__always)
    func holdsAgain(_ bin: NoticeBin, _ counts: inout Counts) -> Bool {
        guard count != 0 else { return true }
        guard count > 0, bin.addAgain(Int(entry), count: Int(count)) else { return false }
        counts.add(Int(count), to: Int(entry))
        return true
    }
}
