import Foundation
import SystemLayer
import TransitAPI
import TransitModel

/// Notices when a server switches to another version: from every answer and, while a caller
/// listens, from an occasional small question.
final class VersionWatch: Sendable {
    private struct State {
        var version: String?
        var hasChanged = false
        var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]
        var asking: Task<Void, Never>?
    }

    private let asker: any QuestionAsker
    private let interval: Duration?
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Locked(State())

    /// A watch that has seen nothing yet.
    ///
    /// - Parameters:
    ///   - interval: how often to ask while a caller listens; nil for never.
    ///   - sleep: waits; throws when the task is cancelled.
    init(
        _ asker: any QuestionAsker, every interval: Duration?,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.asker = asker
        self.interval = interval
        self.sleep = sleep
    }

    deinit {
        state.withLock { state in
            state.asking?.cancel()
            for listener in state.listeners.values { listener.finish() }
        }
    }

    /// The version that answers must have, because the server switched to it; nil when only one
    /// version was seen.
    var wantedVersion: String? {
        state.withLock { $0.hasChanged ? $0.version : nil }
    }

    /// Looks at the version of an answer. A cached answer may be older than one seen before.
    func see(_ answer: AskedAnswer<some DTO>) {
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

    /// Yields whenever the server has switched to another version; ends with the task that waits.
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
        Task { [weak self, asker, sleep] in
            while !Task.isCancelled {
                do {
                    try await sleep(interval)
                    let question = try Question(Endpoint[.feed])
                    let answer = try await asker.ask(
                        question, as: FeedDTO.self, AskingManner(isFresh: true))
                    self?.see(answer)
                } catch {
                    // A server that does not answer shows no other version.
                    continue
                }
            }
        }
    }
}
