import TransitAPI
import TransitModel

/// Asks a server one question at a time: with a cache, tokens, signatures and further attempts, and
/// with errors as `APIError`.
protocol QuestionAsker: Sendable {
    /// The answer to a question.
    func ask<Payload: DTO>(
        _ question: Question, as payload: Payload.Type, _ manner: AskingManner
    ) async throws -> AskedAnswer<Payload>
}

/// How to ask a question.
struct AskingManner: Hashable, Sendable {
    /// The language of names, an IETF BCP 47 tag; nil for names as published.
    var language: String?
    /// The version that the answer must have, when it belongs to others: cached answers of another
    /// version do not count.
    var version: String?
    /// Whether cached answers do not count, because one turned out to be old.
    var isFresh = false
}

/// An answer and its origin.
struct AskedAnswer<Payload: DTO>: Sendable {
    var data: Payload
    var meta: Meta
    /// Live or cached.
    var origin: AnswerOrigin
    /// The state of its live data now; nil when it does not say.
    var realtime: RealtimeState?
}
