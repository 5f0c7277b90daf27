import Foundation
import TransitModel

/// Whom a screen asks, and in which language.
struct ScreenSource: Sendable {
    let source: any TransitSource
    /// Nil for names as published.
    let language: String?

    /// The outcome of questions that belong together, and where it came from; the origin that is
    /// known stays when there is no answer.
    func reading<Value: Sendable>(
        _ known: AnswerOrigin?, _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async -> (LoadState<Value>, AnswerOrigin?) {
        do {
            let spoken = try await language.mapAsync { try await source.speaking($0) } ?? source
            let answer = try await spoken.answering(questions)
            return (.loaded(answer.value), answer.origin)
        } catch {
            return (.failed(error.localizedDescription), known)
        }
    }

    func changes() -> AsyncStream<Void> { source.changes() }
}

extension Optional {
    fileprivate func mapAsync<Value>(
        _ transform: (Wrapped) async throws -> Value
    ) async rethrows -> Value? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
