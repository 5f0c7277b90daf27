import Foundation
import GTFSSchedule
import SystemLayer
import TransitAPI
import TransitAnswers
import TransitBundle
import TransitRealtime

///     source ─▶ RealtimeRefresher ─▶ RealtimeMessages ─▶ advance ─▶ LiveView ─▶ requests
@available(iOS 17, macOS 14, *)
final class LiveFeed: CoverageSource {
    private static let kept = 4

    let sources: [RealtimeFeed]
    let messages: RealtimeMessages
    let refresher: RealtimeRefresher
    let started: Date
    private let log: SourceLog
    private let clock: ServerClock
    private let merge: Merge
    private let state: Locked<State>
    private let listeners = Listeners<Void>()

    private struct State: Sendable {
        var views: [String: [LiveView]] = [:]
        var lastNumber: Int
        var firsts: [String: Task<LiveView, any Error>] = [:]
        var work: Task<Void, Never>?
        var covering: [String: Covering] = [:]
    }

    private struct Covering: Sendable {
        let number: Int
        let minute: Date
        let task: Task<LiveCoverage?, any Error>
        var coverage: LiveCoverage?
    }

    typealias Merge =
        @Sendable (RealtimeMessages, TransitBundle, LiveGeneration?) async throws -> LiveGeneration

    init(
        _ sources: [RealtimeFeed], by fetching: any RealtimeFetching, clock: ServerClock,
        log: SourceLog = SourceLog(),
        merge: @escaping Merge = { try await LiveGeneration(of: $0, over: $1, after: $2) }
    ) {
        self.sources = sources
        self.clock = clock
        self.log = log
        self.merge = merge
        started = clock.now()
        messages = RealtimeMessages(clock: clock.now)
        refresher = RealtimeRefresher(sources, into: messages, by: fetching)
        // Larger than any before a restart, so that pages of then are of none of today.
        state = Locked(State(lastNumber: Int(started.timeIntervalSince1970)))
    }

    func view(of version: ServedVersion) -> LiveView? {
        state.withLock { $0.views[version.name]?.first }
    }

    /// The newest generation in which the boards of some places, or everything, are those of a
    /// number.
    func view(
        of version: ServedVersion, number: Int, places: Set<StopID>?
    ) throws(APIFailure) -> LiveView {
        let view = state.withLock { state in
            state.views[version.name]?.first { $0.number(of: places) == number }
        }
        guard let view else { throw PageCursor.stale }
        return view
    }

    var keptViews: Int { state.withLock { $0.views.values.map(\.count).max() ?? 0 } }

    func changes() -> AsyncStream<Void> { listeners.events() }

    /// The newest generation over a version, created if there is none: in parallel with the work on
    /// other versions, which may take long.
    func made(of version: ServedVersion, over bundle: OpenBundle) async throws -> LiveView {
        if let view = view(of: version) { return view }
        // Not looked up afterwards: a version that is replaced meanwhile has its generations forgotten.
        return try await first(of: version, over: bundle).value
    }

    private func first(
        of version: ServedVersion, over bundle: OpenBundle
    ) -> Task<LiveView, any Error> {
        state.withLock { state in
            if let known = state.firsts[version.name] { return known }
            let task = Task {
                defer { self.state.withLock { $0.firsts[version.name] = nil } }
                if let view = self.view(of: version) { return view }
                return try await self.make(version, bundle)
            }
            state.firsts[version.name] = task
            return task
        }
    }

    /// Creates the first generations over versions that are to answer next, and waits for them, but
    /// not forever: they take over whatever messages cost.
    func prepare(_ versions: [(ServedVersion, OpenBundle)]) async throws {
        let (results, end) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
        Task {
            do {
                for (version, bundle) in versions {
                    _ = try await made(of: version, over: bundle)
                }
                end.yield(.success(()))
            } catch {
                end.yield(.failure(error))
            }
            end.finish()
        }
        let alarm = Task {
            defer { end.finish() }
            try await clock.wait(clock.now() + Self.patience)
        }
        defer { alarm.cancel() }
        for await result in results { try result.get() }
    }

    /// The number of seconds that new versions wait for their live data.
    private static let patience: TimeInterval = 5

    func advance(_ versions: [(ServedVersion, OpenBundle)]) async throws {
        log.note(reports(nil))
        try await inTurn {
            for (version, bundle) in versions {
                _ = try await self.made(of: version, over: bundle)
                _ = try await self.make(version, bundle)
            }
        }
        listeners.tell(())
    }

    func keep(_ offered: Set<ServedVersion>) {
        let names = Set(offered.map(\.name))
        state.withLock { state in
            state.views = state.views.filter { names.contains($0.key) }
            state.covering = state.covering.filter { names.contains($0.key) }
        }
    }

    private func inTurn<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = state.withLock { state in
            let before = state.work
            let task = Task {
                await before?.value
                return try await body()
            }
            state.work = Task { _ = await task.result }
            return task
        }
        return try await task.value
    }

    private func make(_ version: ServedVersion, _ bundle: OpenBundle) async throws -> LiveView {
        let last = view(of: version)
        let generation = try await merge(messages, bundle.bundle, last?.generation)
        let sources = reports(generation.report)
        return state.withLock { state in
            state.lastNumber += 1
            let view =
                last.map { LiveView(generation, sources, after: $0, next: state.lastNumber) }
                ?? LiveView(generation, sources, number: state.lastNumber)
            var views = state.views[version.name] ?? []
            // The same generation, later.
            if views.first?.number == view.number { views.removeFirst() }
            state.views[version.name] = Array(([view] + views).prefix(Self.kept))
            return view
        }
    }

    // MARK: Coverage

    /// How many of the runs of a minute a generation covers. The timetable is asked once for both.
    func coverage(
        of view: LiveView, _ version: String, over bundle: TransitBundle, at minute: Date
    ) async throws -> LiveCoverage? {
        guard view.generation.report != nil else {
            state.withLock { $0.covering[version] = nil }
            return nil
        }
        let task = state.withLock { state in
            if let known = state.covering[version], known.number == view.number,
                known.minute == minute
            {
                return known.task
            }
            let task = Task {
                let runs = try await bundle.runsUnderWay(at: Int(minute.timeIntervalSince1970))
                return view.generation.coverage(of: runs)
            }
            state.covering[version] = Covering(
                number: view.number, minute: minute, task: task,
                coverage: state.covering[version]?.coverage)
            return task
        }
        let coverage = try await task.value
        state.withLock { state in
            if state.covering[version]?.task == task {
                state.covering[version]?.coverage = coverage
            }
        }
        return coverage
    }

    func coverage(of version: ServedVersion) -> LiveCoverage? {
        state.withLock { $0.covering[version.name]?.coverage }
    }

    // MARK: Keeping up

    func run(_ versions: @escaping @Sendable () async -> [(ServedVersion, OpenBundle)]) async {
        let alarms = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let changes = messages.changes()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.refresher.run() }
            group.addTask { for await _ in changes { alarms.continuation.yield() } }
            group.addTask {
                // Messages get old without another one.
                while !Task.isCancelled {
                    do {
                        try await self.clock.wait(self.clock.now() + Self.pause)
                    } catch {
                        break
                    }
                    alarms.continuation.yield()
                }
                alarms.continuation.finish()
            }
            group.addTask {
                for await _ in alarms.stream {
                    do {
                        try await self.advance(await versions())
                    } catch {
                        // The bundle cannot be read: that is a problem of the feed, and requests say so.
                        continue
                    }
                }
            }
        }
    }

    private static let pause: TimeInterval = 5
}
