import Foundation
import TransitModel
import TransitSample

/// A source that can be made to fail or wait after a screen has loaded.
actor ChangingSource: ForwardingSource {
    private var source = ScriptedSource(CannedSource.sample())
    private(set) var questionCount = 0

    func change(_ change: @Sendable (inout ScriptedSource) -> Void) { change(&source) }

    func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        questionCount += 1
        return try await question(source)
    }

    private var listeners: [AsyncStream<Void>.Continuation] = []

    /// Says that there is newer data.
    func tell() { for listener in listeners { listener.yield() } }

    private func add(_ listener: AsyncStream<Void>.Continuation) { listeners.append(listener) }

    nonisolated func changes() -> AsyncStream<Void> {
        AsyncStream { listener in Task { await add(listener) } }
    }
}

struct Away: LocalizedError {
    var errorDescription: String? { "The network is away." }
}
