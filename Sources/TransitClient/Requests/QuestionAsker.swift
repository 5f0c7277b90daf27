import TransitAPI
import TransitModel

/// Asks a server one question at a time: with a cache, tokens, signatures and further attempts, and
/// with errors as `APIError`.
protocol QuestionAsker: Sendable {
    func ask<Payload: WireForm>(
        _ question: Question, as payload: Payload.Type, _ manner: AskingManner
    ) async throws -> AskedAnswer<Payload>
}

struct AskingManner: Hashable, Sendable {
    var language: String?
    /// The version that the answer must have if it belongs to others: cached answers of another
    /// version do not count.
    var version: String?
    /// Whether cached answers are ignored, because one turned out to be old.
    var isFresh = false
}

struct AskedAnswer<Payload: WireForm>: Sendable {
    var data: Payload
    var meta: Meta
    var origin: AnswerOrigin
    var realtime: RealtimeState?
}
