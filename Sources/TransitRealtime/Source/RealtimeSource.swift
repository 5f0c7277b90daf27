import Foundation
import SystemLayer
public import TransitBundle
public import TransitModel

/// A bundle with live data laid over it: the same code on a phone, in the command and in a server.
///
/// Boards are cut and sorted by expected times. Canceled runs and skipped calls stay at their
/// scheduled times; only runs that a producer deletes or replaces, or that are over, leave a board.
/// The timetable's time stays beside the expected one. All messages are matched at once, when they
/// arrive and when the bundle is replaced. A client of a server needs none: its live data come from
/// that server.
///
/// ```swift
/// let live = RealtimeSource(over: bundle, messages: messages)
/// let board = try await live.departures(from: stop, at: now)
/// let canceled = board.filter { $0.realtime?.status == .canceled }
/// ```
public final class RealtimeSource: ForwardingSource {
    /// The messages that are laid over the timetable.
    public let messages: RealtimeMessages
    private let bundle: @Sendable () -> TransitBundle
    private let replaced: @Sendable () -> AsyncStream<Void>
    private let known = Locked<[Known]>([])

    private struct Known {
        let messages: RealtimeMessages.Current.Key
        weak var bundle: TransitBundle?
        let generation: Task<LiveGeneration, any Error>
    }

    /// Creates a source over a bundle.
    ///
    /// - Parameters:
    ///   - bundle: the timetable.
    ///   - messages: the live data, which may arrive later.
    public init(over bundle: TransitBundle, messages: RealtimeMessages) {
        self.messages = messages
        self.bundle = { bundle }
        replaced = bundle.changes
    }

    /// Creates a source over the current bundle of a store.
    ///
    /// - Parameters:
    ///   - store: the timetable, which may be replaced.
    ///   - messages: the live data, which may arrive later.
    public init(over store: TransitBundleStore, messages: RealtimeMessages) {
        self.messages = messages
        bundle = { store.current }
        replaced = store.changes
    }

    public func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        try await answering(question).value
    }

    public func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        let bundle = bundle()
        return try await bundle.answering { source in
            try await questions(LiveSource(source: source, live: try await self.live(over: bundle)))
        }
    }

    /// Returns how well the messages fit the timetable; nil where none counts.
    public func matchReport() async throws -> MatchReport? {
        try await live(over: bundle()).report
    }

    public func changes() -> AsyncStream<Void> {
        let streams = [replaced(), messages.changes()]
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

    private func live(over bundle: TransitBundle) async throws -> LiveGeneration {
        try await LiveGeneration.made(of: messages) { current in
            try await self.made(current, over: bundle).value
        }
    }

    private func made(
        _ current: RealtimeMessages.Current, over bundle: TransitBundle
    ) -> Task<LiveGeneration, any Error> {
        known.withLock { known in
            if let known = known.first(where: {
                $0.messages == current.key && $0.bundle === bundle
            }) {
                return known.generation
            }
            let messages = messages
            let task = Task {
                try await LiveGeneration.matched(current, of: messages, over: bundle)
            }
            // Those who ask while messages or bundles change finish on the one before.
            let made = Known(messages: current.key, bundle: bundle, generation: task)
            known = [made] + known.prefix(1)
            return task
        }
    }
}
