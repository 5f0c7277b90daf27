import Foundation
import SystemLayer
import TransitBundle
public import TransitModel

/// A source with live data laid over it: the same code on a phone, in the command and in a server.
///
/// Boards are cut and sorted by expected times. Canceled runs and skipped calls stay at their
/// scheduled times; only runs that a producer deletes or replaces, or that are over, leave a board.
/// The timetable's time stays beside the expected one. Over a bundle all messages are matched at
/// once, when they arrive and when the bundle is replaced; over any other source only the trips of
/// requested boards are matched.
///
/// ```swift
/// let live = RealtimeSource(over: bundle, messages: messages)
/// let board = try await live.departures(from: stop, at: now)
/// let canceled = board.filter { $0.realtime?.status == .canceled }
/// ```
public final class RealtimeSource: ForwardingSource {
    private let source: any TransitSource
    /// The messages that are laid over the timetable.
    public let messages: RealtimeMessages
    private let known = Locked<[Known]>([])

    private struct Known {
        let messages: RealtimeMessages.Current.Key
        let timetable: ObjectIdentifier?
        let state: Task<LiveState, any Error>
    }

    /// - Parameters:
    ///   - source: the source of the timetable: a bundle, a store of bundles, a server.
    ///   - messages: the live data, which may arrive later.
    public init(over source: any TransitSource, messages: RealtimeMessages) {
        self.source = source
        self.messages = messages
    }

    public func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        try await answering(question).value
    }

    public func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        try await source.answering { source in
            try await questions(LiveSource(source: source, live: try await self.live(over: source)))
        }
    }

    /// Returns how well the messages fit the timetable; nil over a source that is not a bundle,
    /// where only the trips of boards are matched.
    public func matchReport() async throws -> MatchReport? {
        try await source.answering { source in
            try await self.live(over: source).report
        }.value
    }

    public func changes() -> AsyncStream<Void> {
        let streams = [source.changes(), messages.changes()]
        return AsyncStream { continuation in
            let waiting = Task {
                await withTaskGroup(of: Void.self) { group in
                    for stream in streams {
                        group.addTask { for await _ in stream { continuation.yield() } }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in waiting.cancel() }
        }
    }

    private func live(over source: any TransitSource) async throws -> LiveState {
        while true {
            let current = messages.current()
            guard !current.applied.isEmpty else { return LiveState(nothingAt: current) }
            do {
                var live = try await made(current, over: source).value
                // Messages get stale while what they say stays the same.
                live.sources = current.sources
                live.now = current.now
                return live
            } catch let costly as CostlyMessage {
                guard messages.refuse(costly.source, of: current) else { throw costly }
            }
        }
    }

    private func made(
        _ current: RealtimeMessages.Current, over source: any TransitSource
    ) -> Task<LiveState, any Error> {
        let bundle = source as? TransitBundle
        let timetable = bundle.map(ObjectIdentifier.init)
        return known.withLock { known in
            if let made = known.first(where: {
                $0.messages == current.key && $0.timetable == timetable
            }) {
                return made.state
            }
            let messages = messages
            let task = Task {
                let state = try await Self.made(current, over: source, bundle)
                messages.use(current)
                return state
            }
            // Those who ask while messages or bundles change finish on the state before.
            known =
                [Known(messages: current.key, timetable: timetable, state: task)] + known.prefix(1)
            return task
        }
    }

    private static let many = 10_000

    private static func made(
        _ current: RealtimeMessages.Current, over source: any TransitSource,
        _ bundle: TransitBundle?
    ) async throws -> LiveState {
        guard let bundle else { return try await followed(current, over: source) }
        return try await made(current, over: bundle)
    }

    /// Messages that would cost too much are refused.
    static func made(
        of messages: RealtimeMessages, over bundle: TransitBundle,
        last: (RealtimeMessages.Current) -> LiveState?
    ) async throws -> (state: LiveState, of: RealtimeMessages.Current) {
        while true {
            let current = messages.current()
            if let last = last(current) { return (last, current) }
            guard !current.applied.isEmpty else {
                return (LiveState(nothingAt: current), current)
            }
            do {
                let state = try await made(current, over: bundle)
                messages.use(current)
                return (state, current)
            } catch let costly as CostlyMessage {
                guard messages.refuse(costly.source, of: current) else { throw costly }
            }
        }
    }

    private static func made(
        _ current: RealtimeMessages.Current, over bundle: TransitBundle
    ) async throws -> LiveState {
        let live = try await merged(current, over: bundle)
        // The texts of many updates leave gaps between other blocks, which glibc would keep.
        if (live.report?.tripUpdates ?? 0) > many { FreedMemory.giveBack() }
        return live
    }

    private static func followed(
        _ current: RealtimeMessages.Current, over source: any TransitSource
    ) async throws -> LiveState {
        let agencies = try await source.feed().agencies
        let named = agencies.lazy.compactMap { $0.agencyTimezone.flatMap { NamedTimeZone($0) } }
            .first
        let zone = (named ?? .fallback).timeZone
        let contents = RealtimeContents(current, in: zone)
        var facts = try await AlertFacts(contents.informed, in: source)
        try await facts.add(contents.informed, in: source)
        let effort = MatchEffort()
        let trips = try FollowedTrips(
            contents.updates, contents.detours, zone: zone, counting: effort)
        return LiveState(
            current, trips, alerts: AlertIndex(contents, facts),
            vehicles: try VehicleIndex(
                contents.vehicles, trips.added, now: current.now, over: nil, counting: effort))
    }

    /// A function of its own, so that the updates are released when it ends.
    private static func merged(
        _ current: RealtimeMessages.Current, over bundle: TransitBundle
    ) async throws -> LiveState {
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
                try facts.add(
                    contents.informed, contents.alertedRuns, in: lookup, counting: effort)
                alerts = AlertIndex(contents, facts)
            }
            let vehicles = try VehicleIndex(
                contents.vehicles, trips, now: current.now, over: lookup, counting: effort)
            return LiveState(
                current, trips, alerts: alerts, vehicles: vehicles,
                alertsHash: contents.alertsHash, steps: effort.steps)
        }
    }
}
