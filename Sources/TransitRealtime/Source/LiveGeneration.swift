import Foundation
import SystemLayer
package import TransitBundle
package import TransitModel

/// What messages say about the runs of a bundle, with their age at one moment.
///
/// A server answers any number of questions from one, and none of them mixes two.
package struct LiveGeneration: Sendable {
    package private(set) var sources: SourceStates
    private(set) var now: Date
    let trips: MergedTrips
    let alerts: AlertIndex
    let vehicles: VehicleIndex
    /// Steps that it took to match the messages.
    package let steps: Int
    private let alertsHash: Int
    private let key: RealtimeMessages.Current.Key
    /// Whether any message counts.
    let isApplied: Bool

    // MARK: Making

    /// Messages of the previous generation over the same bundle need not be matched again.
    package init(
        of messages: RealtimeMessages, over bundle: TransitBundle, after last: LiveGeneration?
    ) async throws {
        self = try await Self.made(of: messages) { current in
            if let last, last.key == current.key { return last }
            return try await Self.matched(current, of: messages, over: bundle)
        }
    }

    /// Messages that would cost too much are refused.
    static func made(
        of messages: RealtimeMessages,
        _ match: (RealtimeMessages.Current) async throws -> LiveGeneration
    ) async throws -> LiveGeneration {
        while true {
            let current = messages.current()
            guard !current.applied.isEmpty else { return LiveGeneration(nothingAt: current) }
            do {
                var made = try await match(current)
                // Messages get stale while what they say stays the same.
                made.sources = current.sources
                made.now = current.now
                return made
            } catch let costly as CostlyMessage {
                guard messages.refuse(costly.source, of: current) else { throw costly }
            }
        }
    }

    static func matched(
        _ current: RealtimeMessages.Current, of messages: RealtimeMessages,
        over bundle: TransitBundle
    ) async throws -> LiveGeneration {
        let made = try await merged(current, over: bundle)
        // The texts of many updates leave gaps between other blocks, which glibc would keep.
        if made.trips.report.tripUpdates > many { FreedMemory.giveBack() }
        messages.use(current)
        return made
    }

    private static let many = 10_000

    /// A function of its own, so that the updates are released when it ends.
    private static func merged(
        _ current: RealtimeMessages.Current, over bundle: TransitBundle
    ) async throws -> LiveGeneration {
        let contents = RealtimeContents(current, in: bundle.timeZone)
        let asked =
            contents.alerts.isEmpty ? nil : try await AlertFacts(contents.informed, in: bundle)
        return try await bundle.matching { lookup in
            let effort = MatchEffort()
            var trips = try MessageMerger.merge(
                contents.updates, contents.detours, over: lookup, counting: effort)
            trips.report.leftOut = contents.leftOut + trips.modified.leftOut
            var alerts = AlertIndex.none
            if var facts = asked {
                try facts.add(contents, in: lookup, counting: effort)
                alerts = AlertIndex(contents, facts)
            }
            let vehicles = try VehicleIndex(
                contents.vehicles, trips, now: current.now, over: lookup, counting: effort)
            return LiveGeneration(
                current, trips, alerts, vehicles, alertsHash: contents.alertsHash,
                steps: effort.steps)
        }
    }

    private init(nothingAt current: RealtimeMessages.Current) {
        self.init(current, MergedTrips(), .none, .none, alertsHash: 0, steps: 0)
    }

    private init(
        _ current: RealtimeMessages.Current, _ trips: MergedTrips, _ alerts: AlertIndex,
        _ vehicles: VehicleIndex, alertsHash: Int, steps: Int
    ) {
        sources = current.sources
        now = current.now
        key = current.key
        isApplied = !current.applied.isEmpty
        self.trips = trips
        self.alerts = alerts
        self.vehicles = vehicles
        self.alertsHash = alertsHash
        self.steps = steps
    }

    // MARK: The source

    package func source(
        over source: any TransitSource, language: LanguageRanks
    ) -> any TransitSource {
        LiveSource(source: source, live: self, language: language)
    }

    // MARK: Reports

    package var report: MatchReport? { isApplied ? trips.report : nil }

    package var losses: (canceledRuns: Int, skippedCalls: Int) {
        (trips.canceledRuns, trips.skippedCalls)
    }

    package func coverage(of runs: [RunUnderWay]) -> LiveCoverage? {
        guard isApplied else { return nil }
        return LiveCoverage(runs, at: Int(now.timeIntervalSince1970), trips, vehicles)
    }

    package var alertCount: Int { alerts.all.count }

    package var vehicleCounts: (all: Int, matched: Int) {
        (vehicles.vehicles.count, vehicles.vehicles.count { $0.key != nil })
    }

    // MARK: What an answer shows

    package func sources(at places: Set<StopID>) -> Set<ExactText> {
        trips.marks.sources(at: places)
    }

    /// The sources of a trip's runs on a day, with their vehicles.
    package func sources(ofTrip id: String, on date: ServiceDate) -> Set<ExactText> {
        let (tripID, day) = (TripID(id), date.dayNumber)
        let runs = trips.runs.runs(of: tripID).filter { $0.key.day == day }.map(\.run.source)
        let listed = zip(trips.listed, trips.listedSources)
            .filter { $0.0.day == day && TripID($0.0.tripID) == tripID }.map(\.1)
        // A vehicle has a time of its own, and does not make fresh times old.
        guard runs.isEmpty, listed.isEmpty else { return trips.marks.sources(runs + listed) }
        let positions = vehicles.vehicles.filter { $0.key?.tripID == tripID && $0.key?.day == day }
        return Set(positions.map(\.source.exact))
    }

    package func sources(ofAlerts ids: [String]) -> Set<ExactText> { alerts.sources(of: ids) }

    package func sources(ofVehicles ids: [String]) -> Set<ExactText> {
        let ids = Set(ids.map(\.exact))
        return Set(
            vehicles.vehicles.filter { ids.contains($0.position.id.exact) }.map(\.source.exact))
    }

    /// Detours are not applied. Nil stands for any station.
    package func isModified(at places: Set<StopID>?) -> Bool {
        let modified = trips.modified.places
        return places.map { !modified.isDisjoint(with: $0) } ?? !modified.isEmpty
    }

    // MARK: Runs

    func isDeleted(_ run: RunKey) -> Bool { trips.runs[run]?.course == .deleted }

    func listed(_ tripID: String) -> [ListedRun] {
        trips.listed.filter { TripID($0.tripID) == TripID(tripID) }
    }

    /// The start times of the runs of a trip of `frequencies.txt` that messages refer to: those
    /// that riders see, in order.
    package func starts(ofTrip id: String) -> [(date: ServiceDate, time: ServiceTime)] {
        runs(of: TripID(id))
            .compactMap { run in run.start.map { (day: run.day, start: $0) } }
            .sorted { $0 < $1 }
            .map { (ServiceDate(dayNumber: $0.day), ServiceTime(seconds: $0.start)) }
    }

    /// Runs that have an update or a vehicle and that riders see.
    private func runs(of tripID: TripID) -> Set<RunKey> {
        var runs = Set(vehicles.vehicles.compactMap(\.key).filter { $0.tripID == tripID })
        for run in trips.listed where TripID(run.tripID) == tripID {
            runs.insert(RunKey(run.tripID, day: run.day, start: run.start))
        }
        for (key, run) in trips.runs.runs(of: tripID) {
            switch run.course {
            case .deleted: runs.remove(key)
            // The run in its place is listed, with a start of its own.
            case .replaced: continue
            case .running, .canceled, .finished: runs.insert(key)
            }
        }
        return runs
    }

    // MARK: Changes

    package enum Changes: Hashable, Sendable {
        case everywhere
        case at(Set<StopID>)
    }

    package func changes(since last: LiveGeneration) -> Changes {
        if alertsHash != last.alertsHash { return .everywhere }
        if vehicles.ages(from: last.now, to: now) { return .everywhere }
        guard key != last.key else { return .at([]) }
        return .at(
            trips.marks.changes(since: last.trips.marks).union(
                vehicles.marks.changes(since: last.vehicles.marks)))
    }

    package func isLike(_ last: LiveGeneration) -> Bool {
        key == last.key && sources == last.sources && !vehicles.ages(from: last.now, to: now)
            && hasSameAlerts(
                from: Int(last.now.timeIntervalSince1970),
                to: Int(now.timeIntervalSince1970.rounded(.up)))
    }

    // MARK: Alerts

    /// The best fit for a reader comes first; texts are chosen accordingly. Without wishes, any
    /// language will do.
    package func alertRanks(of wishes: [String]) -> LanguageRanks { alerts.ranks(of: wishes) }

    package func areAlerts(in language: LanguageMatch, by ranks: LanguageRanks) -> Bool {
        alerts.areAll(in: language, by: ranks)
    }

    /// The later moment is second; in seconds since 1970.
    package func hasSameAlerts(from start: Int, to end: Int) -> Bool {
        alerts.isSteady(from: Double(start), to: Double(end))
    }
}
