public import Logging
import SystemLayer
import TransitAPI
public import TransitModel

/// A server and a bundle on this device as one source: it answers with or without a network, and
/// says which of the two answered.
///
/// ```swift
/// let source = OfflineFirst(
///     remote: client, bundle: store, policy: .remoteFirst(timeout: .seconds(2)))
/// let answer = try await source.answering { try await $0.stop(id: "QUAY") }
/// let origin = answer.origin  // .live; .bundle without a network
/// let name = answer.value.stopName  // "Quayside"
/// ```
///
/// All questions in one `answering(_:)` are answered by the same source: when the server fails in
/// the middle, the bundle is asked all of them again. "This id is not in the feed" is an answer; if
/// anything else keeps the server from answering, such as the network, an error of the server or
/// too many requests, the bundle answers.
public final class OfflineFirst: ForwardingSource {
    /// Which of the two is asked first.
    public enum Policy: Hashable, Sendable {
        /// The bundle answers at once. Meanwhile the server is occasionally asked whether it has
        /// other data. If so, it is asked first from then on, and screens are told to ask again.
        case bundleFirst
        /// The server answers, or the bundle if the server has not answered in time.
        case remoteFirst(timeout: Duration)
        /// Only the bundle answers.
        case bundleOnly
        /// Only the server answers.
        case remoteOnly
    }

    static let usualTimeout = Duration.seconds(3)

    private struct State {
        var isRemoteOther = false
        var askedAt: Duration?
        var isAsking = false
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var listenerCount = 0
    }

    let remote: any TransitSource
    let bundle: any TransitSource
    let policy: Policy
    let connection: ConnectionMonitor?
    let refreshInterval: Duration
    let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let log: Logger
    private let state = Locked(State())

    /// - Parameters:
    ///   - remote: the server, such as a `TransitClient`.
    ///   - bundle: the bundle, such as a `TransitBundleStore`.
    ///   - policy: which of the two is asked first.
    ///   - connection: tells, while a caller listens to it or to `changes()`, when waiting for the
    ///     server is pointless.
    ///   - refreshInterval: how often `bundleFirst` asks the server whether it has other data.
    ///   - clock: measures waiting times.
    ///   - log: logs when the bundle answers in place of the server.
    public init(
        remote: any TransitSource, bundle: any TransitSource,
        policy: Policy = .remoteFirst(timeout: .seconds(3)), connection: ConnectionMonitor? = nil,
        refreshInterval: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock(),
        log: Logger = Logger(label: "TransitClient")
    ) {
        self.remote = remote
        self.bundle = bundle
        self.policy = policy
        self.connection = connection
        self.refreshInterval = refreshInterval
        self.clock = clock
        self.log = log
        elapsed = Self.stopwatch(clock)
    }

    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    public func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        switch policy {
        case .bundleOnly: return try await question(bundle)
        case .remoteOnly: return try await question(remote)
        case .remoteFirst(let timeout):
            return isRemoteGone
                ? try await ask(UnreachedBundle(bundle), orRemoteFor: timeout, question)
                : try await askRemote(for: timeout, question)
        case .bundleFirst:
            refreshIfDue()
            let isRemoteGone = isRemoteGone
            let isRemoteFirst = state.withLock { $0.isRemoteOther } && !isRemoteGone
            return isRemoteFirst
                ? try await askRemote(for: Self.usualTimeout, question)
                : try await ask(
                    isRemoteGone ? UnreachedBundle(bundle) : bundle,
                    orRemoteFor: Self.usualTimeout, question)
        }
    }

    private var isRemoteGone: Bool {
        guard let state = connection?.state else { return false }
        return state == .unreachable || state == .badAnswer
    }

    private func askRemote<Value: Sendable>(
        for timeout: Duration, _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        do {
            return try await askRemoteAlone(for: timeout, question)
        } catch let failure {
            try Task.checkCancellation()
            if Self.isAnswer(failure) { throw failure }
            log.info("The bundle answers", metadata: ["error": "\(failure)"])
            do {
                return try await question(UnreachedBundle(bundle))
            } catch {
                try Task.checkCancellation()
                // The failure is the server's; the bundle was only a way out.
                throw Self.isAnswer(error) ? error : failure
            }
        }
    }

    /// The bundle may not exist yet, or may be too old for the question.
    private func ask<Value: Sendable>(
        _ bundle: any TransitSource, orRemoteFor timeout: Duration,
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        do {
            return try await question(bundle)
        } catch let failure {
            try Task.checkCancellation()
            do {
                return try await askRemoteAlone(for: timeout, question)
            } catch {
                try Task.checkCancellation()
                throw !Self.isAnswer(error) && Self.isAnswer(failure) ? failure : error
            }
        }
    }

    private enum Finish<Value: Sendable>: Sendable {
        case answer(Value)
        case tooLate
    }

    private func askRemoteAlone<Value: Sendable>(
        for timeout: Duration, _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        // The group ends before this returns, and with it everything that holds the question.
        try await withoutActuallyEscaping(question) { question in
            try await withThrowingTaskGroup(of: Finish<Value>.self) { [remote, clock] group in
                group.addTask { .answer(try await question(remote)) }
                group.addTask {
                    try await clock.sleep(for: timeout)
                    return .tooLate
                }
                defer { group.cancelAll() }
                guard case .answer(let value) = try await group.next() else {
                    throw TransportError(.timeout, "The server has not answered in time.")
                }
                return value
            }
        }
    }

    private static func isAnswer(_ error: any Error) -> Bool {
        switch error {
        case TransitSourceError.notFound: true
        case APIError.notFound(code: .notFound, _), APIError.notFound(code: .gone, _): true
        default: false
        }
    }
}

private struct UnreachedBundle: ForwardingSource {
    private let bundle: any TransitSource

    init(_ bundle: any TransitSource) {
        self.bundle = bundle
    }

    func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        try await question(bundle)
    }

    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        var answer = try await bundle.answering(questions)
        if case .bundle(let version, let end, _) = answer.origin {
            answer.origin = .bundle(version: version, end: end, isOffline: true)
        }
        return answer
    }

    func speaking(_ language: String) async throws -> any TransitSource {
        UnreachedBundle(try await bundle.speaking(language))
    }

    func changes() -> AsyncStream<Void> { bundle.changes() }
}

// MARK: Newer data

extension OfflineFirst {
    /// Yields whenever answers may have changed: there is newer data, or the server has disappeared
    /// or come back. A monitor, if there is one, watches as long as a caller waits here.
    public func changes() -> AsyncStream<Void> {
        switch policy {
        case .bundleOnly: return bundle.changes()
        case .remoteOnly: return remote.changes()
        case .bundleFirst, .remoteFirst: break
        }
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.listenerCount += 1
            state.listeners[state.listenerCount] = continuation
            return state.listenerCount
        }
        // Listening begins here, not later in the task, so that nothing is missed.
        let sources = [remote.changes(), bundle.changes()]
        let states = connection?.states()
        let task = Task {
            await self.pass(sources, states, to: continuation)
            continuation.finish()
        }
        continuation.onTermination = { _ in
            task.cancel()
            self.state.withLock { $0.listeners[id] = nil }
        }
        return stream
    }

    private func pass(
        _ sources: [AsyncStream<Void>], _ states: AsyncStream<ConnectionMonitor.State>?,
        to listener: AsyncStream<Void>.Continuation
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for source in sources {
                group.addTask {
                    for await _ in source {
                        self.state.withLock { $0.askedAt = nil }
                        listener.yield()
                    }
                }
            }
            if let states {
                group.addTask {
                    // Before the first ping the server is assumed to be reachable.
                    var wasReachable = true
                    for await state in states where state != .checking {
                        let isReachable = state == .reachable
                        if isReachable != wasReachable { listener.yield() }
                        wasReachable = isReachable
                    }
                }
            }
            if policy == .bundleFirst { group.addTask { await self.refreshAlways() } }
        }
    }

    private func refreshAlways() async {
        do {
            while true {
                refreshIfDue()
                try await clock.sleep(for: refreshInterval)
            }
        } catch {
            // The clock stops waiting when the task is cancelled: no caller waits for changes.
            return
        }
    }

    private func refreshIfDue() {
        let now = elapsed()
        let isDue = state.withLock { state in
            let isDue = state.askedAt.map { now - $0 >= refreshInterval } ?? true
            guard isDue, !state.isAsking, !isRemoteGone else { return false }
            state.askedAt = now
            state.isAsking = true
            return true
        }
        if isDue { Task(priority: .utility) { await self.refresh() } }
    }

    private func refresh() async {
        let found = await isRemoteOther()
        let listeners = state.withLock { state in
            state.isAsking = false
            guard let found, found != state.isRemoteOther else {
                return [AsyncStream<Void>.Continuation]()
            }
            state.isRemoteOther = found
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield() }
    }

    private func isRemoteOther() async -> Bool? {
        let offered: FeedDescription
        do {
            offered = try await remote.feed()
        } catch {
            return nil
        }
        do {
            let own = try await bundle.feed()
            if let version = own.version, let other = offered.version { return version != other }
            return own != offered
        } catch {
            // Without a bundle, only the server has data.
            return true
        }
    }
}

extension TransitClient {
    /// A server and a bundle as one source, under a name that nothing else shadows.
    public typealias Offline = OfflineFirst
}
