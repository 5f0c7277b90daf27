import Foundation
import TransitModel

/// The source that a screen asks, and the language.
struct ScreenSource: Sendable {
    let source: any TransitSource
    /// Nil for names as published.
    let language: String?

    /// The outcome of related questions, and its origin; when there is no answer, the known origin
    /// stays.
    func reading<Value: Sendable>(
        _ known: AnswerOrigin?, _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async -> (LoadState<Value>, AnswerOrigin?) {
        do {
            var spoken = source
            if let language { spoken = try await source.speaking(language) }
            let answer = try await spoken.answering(questions)
            return (.loaded(answer.value), answer.origin)
        } catch {
            return (.failed(error.localizedDescription), known)
        }
    }

    func changes() -> AsyncStream<Void> { source.changes() }
}
