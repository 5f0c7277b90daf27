import Foundation
import SystemLayer
import TransitAPI
import TransitModel

/// Notices when a server switches to another version: from every answer and, while a caller
/// listens, from an occasional small question. With a server that has live data, that is also the
/// moment to look for newer data.
final class VersionWatch: Sendable {
    private struct State {
        var version: String?
        var hasChanged = false
        var hasLiveData = false
        var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]
        var asking: Task<Void, Never>?
    }

    private let asker: any QuestionAsker
    private let interval: Duration?
    private let liveInterval: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - interval: how often to ask while a caller listens; nil for never.
    ///   - liveInterval: the same for a server with live data.
    init(
        _ asker: any QuestionAsker, every interval: Duration?,
        orLive liveInterval: Duration = ClientSettings().realtimeInterval,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.asker = asker
        self.interval = interval
        self.liveInterval = liveInterval
        self.sleep = sleep
    }

    deinit {
        state.withLock { state in
            state.asking?.cancel()
            for listener in state.listeners.values { listener.finish() }
        }
    }

    var wantedVersion: String? {
        state.withLock { $0.hasChanged ? $0.version : nil }
    }

    var hasLiveData: Bool { state.withLock { $0.hasLiveData } }

    /// Looks at the version of an answer. A cached answer may be older than one seen before.
    func see(_ answer: AskedAnswer<some WireForm>) {
        if answer.meta.realtime != nil { state.withLock { $0.hasLiveData = true } }
        guard let version = answer.meta.bundle else { return }
        let listeners = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            guard let known = state.version else {
                state.version = version
                return []
            }
            guard answer.origin == .live, version != known else { return [] }
            state.version = version
            state.hasChanged = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield() }
    }

    /// Tells listeners to look for newer live data, which has no version that answers share: each
    /// board says by its tag whether it is the same.
    private func tellOfLiveData() {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield() }
    }

    /// Yields whenever the server has switched to another version, or may have newer live data; ends with
    /// the task that waits.
    func changes() -> AsyncStream<Void> {
        let id = UUID()
        // A listener that missed two changes needs to look only once.
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.onTermination = { [weak self] _ in self?.remove(id) }
            state.withLock { state in
                state.listeners[id] = continuation
                if state.asking == nil, let interval { state.asking = asking(every: interval) }
            }
        }
    }

    private func remove(_ id: UUID) {
        state.withLock { state in
            state.listeners[id] = nil
            guard state.listeners.isEmpty else { return }
            state.asking?.cancel()
            state.asking = nil
        }
    }

    private func asking(every interval: Duration) -> Task<Void, Never> {
        Task { [weak self, asker, liveInterval, sleep] in
            while !Task.isCancelled {
                do {
                    let isLive = self?.hasLiveData ?? false
                    try await sleep(isLive ? min(interval, liveInterval) : interval)
                    let question = try Question(Endpoint[.feed])
                    let answer = try await asker.ask(
                        question, as: FeedDTO.self, AskingManner(isFresh: true))
                    self?.see(answer)
                    if answer.meta.realtime != nil { self?.tellOfLiveData() }
                } catch {
                    // A server that does not answer shows no other version.
                    continue
                }
            }
        }
    }
}
