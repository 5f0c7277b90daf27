public import Logging
import SystemLayer
import TransitAPI
public import TransitModel

/// A server and a bundle on this device as one source: it answers whether there is a network or not,
/// and says who answered.
///
/// ```swift
/// let source = OfflineFirst(
///     remote: client, bundle: store, policy: .remoteFirst(timeout: .seconds(2)), connection: monitor)
/// let answer = try await source.answering { try await $0.nextDepartures(...) }
/// label.text = "\(answer.origin)"      // live, cached(ageSeconds: 40), bundle(version: "5f0c...")
/// ```
///
/// Questions asked in one `answering(_:)` are all answered by one of both: where the server fails in
/// the middle, the bundle is asked them all from the beginning. That an id is not in the feed is an
/// answer; everything else that keeps the server from answering has the bundle answer, be it the
/// network, an error of the server, or too many requests.
public final class OfflineFirst: ForwardingSource {
    /// Who is asked first.
    public enum Policy: Hashable, Sendable {
        /// The bundle answers at once. Meanwhile the server is asked, once in a while, whether it
        /// has other data. From then on it is asked first, and the screens are told to ask again.
        case bundleFirst
        /// The server answers, and the bundle where the server has not after a time.
        case remoteFirst(timeout: Duration)
        /// Only the bundle answers.
        case bundleOnly
        /// Only the server answers.
        case remoteOnly
    }

    /// How long a server is waited for where the policy does not say.
    static let usualTimeout = Duration.seconds(3)

    private struct State {
        /// Whether the server is known to have other data than the bundle.
        var isRemoteOther = false
        /// When that was asked last.
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
    ///   - remote: such as a `TransitClient`.
    ///   - bundle: such as a `TransitBundleStore`.
    ///   - policy: which of the two is asked first.
    ///   - connection: by which is known, while somebody listens to it or to `changes()`, that the
    ///     server need not be waited for.
    ///   - refreshInterval: how often `bundleFirst` asks the server whether it has other data.
    ///   - clock: by which is waited.
    ///   - log: where is told that the bundle answers in the server's place.
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

    /// The time since now.
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
                ? try await askBundle(orRemoteFor: timeout, question)
                : try await askRemote(for: timeout, question)
        case .bundleFirst:
            refreshIfDue()
            let isRemoteFirst = state.withLock { $0.isRemoteOther } && !isRemoteGone
            return isRemoteFirst
                ? try await askRemote(for: Self.usualTimeout, question)
                : try await askBundle(orRemoteFor: Self.usualTimeout, question)
        }
    }

    /// Whether the server is known not to answer now.
    private var isRemoteGone: Bool {
        guard let state = connection?.state else { return false }
        return state == .unreachable || state == .badAnswer
    }

    /// The server's answer, else that of the bundle.
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
                return try await question(bundle)
            } catch {
                try Task.checkCancellation()
                // Why there is no answer is that the server has none; the bundle was the way out.
                throw Self.isAnswer(error) ? error : failure
            }
        }
    }

    /// The bundle's answer, else that of the server: the bundle may not be there yet, or be too old to
    /// have what the question is about.
    private func askBundle<Value: Sendable>(
        orRemoteFor timeout: Duration,
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

    /// What a race between an answer and the time ends with.
    private enum Finish<Value: Sendable>: Sendable {
        case answer(Value)
        case tooLate
    }

    /// - Throws: `TransportError` where the server took longer than it may.
    private func askRemoteAlone<Value: Sendable>(
        for timeout: Duration, _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        // The group ends before this returns, and with it whatever holds the question.
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

    /// Whether an error says something about the feed, and not about who was asked.
    private static func isAnswer(_ error: any Error) -> Bool {
        switch error {
        case TransitSourceError.notFound: true
        case APIError.notFound(code: .notFound, _), APIError.notFound(code: .gone, _): true
        default: false
        }
    }
}

// MARK: Newer data

extension OfflineFirst {
    /// An element whenever answers may have become others: there is newer data, or the server has
    /// gone or come back. Where a monitor is there, it watches for as long as somebody waits here.
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
        // Listening begins here and not some time later in the task: nothing is missed.
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

    /// Passes on what may change answers, until nothing can any more.
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
                    // Who has asked nobody yet expects the server to be there.
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

    /// Asks the server whether it has other data, once in a while, until the task is cancelled.
    private func refreshAlways() async {
        do {
            while true {
                refreshIfDue()
                try await clock.sleep(for: refreshInterval)
            }
        } catch {
            // The clock stops waiting when the task is cancelled: nobody waits for changes.
            return
        }
    }

    /// Asks the server whether it has other data, in the background, if that was not asked lately.
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

    /// Whether the server's data is not the bundle's; nil where the server does not say.
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
            // Without a bundle, the server has what there is.
            return true
        }
    }
}

extension TransitClient {
    /// A server and a bundle in one, by a name that no other hides.
    public typealias Offline = OfflineFirst
}
