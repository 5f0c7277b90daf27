import TransitAPI
import TransitModel

/// Asks a server one question at a time: over the cache, with tokens, signatures and further attempts,
/// and with errors as `APIError`.
protocol QuestionAsker: Sendable {
    /// The answer to a question.
    func ask<Payload: DTO>(
        _ question: Question, as payload: Payload.Type, _ manner: AskingManner
    ) async throws -> AskedAnswer<Payload>
}

/// How a question is asked.
struct AskingManner: Hashable, Sendable {
    /// The language of names, an IETF BCP 47 tag; nil for names as published.
    var language: String?
    /// The version that the answer has to be of, where it belongs to others: what the cache holds of
    /// another version is no answer then.
    var version: String?
    /// Whether what the cache holds is no answer, because it turned out to be old.
    var isFresh = false
}

/// An answer, and where it comes from.
struct AskedAnswer<Payload: DTO>: Sendable {
    var data: Payload
    var meta: Meta
    /// Live or cached.
    var origin: AnswerOrigin
}
