import SystemLayer
import TransitAPI
import TransitModel

/// Questions whose answers must agree: all have the version of the first answer.
///
/// An answer of another version ends the session; it then begins again, with answers from the
/// server itself.
final class VersionSession: Sendable {
    struct OtherVersion: Error {}

    private struct State {
        var version: String?
        var isBroken = false
        /// In seconds; nil while all answers were live.
        var age: Double?
        /// By kind; nil as a key stands for all kinds.
        var realtime: [RealtimeState.Kind?: RealtimeState] = [:]
        var hasNoLiveData = false
    }

    private let asker: any QuestionAsker
    private let watch: VersionWatch
    private let isFresh: Bool
    private let state = Locked(State())

    init(_ asker: any QuestionAsker, _ watch: VersionWatch, isFresh: Bool) {
        self.asker = asker
        self.watch = watch
        self.isFresh = isFresh
    }

    private static let attempts = 3

    static func leading<Value>(
        _ asker: any QuestionAsker, watching watch: VersionWatch,
        _ questions: (VersionSession) async throws -> Value
    ) async throws -> (value: Value, origin: AnswerOrigin) {
        for attempt in 0..<attempts {
            try Task.checkCancellation()
            let session = VersionSession(asker, watch, isFresh: attempt > 0)
            do {
                let value = try await questions(session)
                // The caller may have ignored the error.
                if !session.isBroken { return (value, session.origin) }
            } catch  where session.isBroken && !(error is CancellationError) {
                continue
            }
        }
        throw APIError.server(
            code: "version_changed",
            message: "The server switched to another version in the middle of the answer, "
                + "\(attempts) times.")
    }

    private var isBroken: Bool { state.withLock { $0.isBroken } }

    var origin: AnswerOrigin {
        state.withLock { $0.age }.map { .cached(ageSeconds: $0) } ?? .live
    }

    /// The worst state of the times in the answers so far, else that of vehicles, of alerts or of
    /// all; nil while none had live data.
    var realtime: RealtimeState? {
        let known = state.withLock { $0.realtime }
        return (RealtimeState.Kind.allCases + [nil]).lazy.compactMap { known[$0] }.first
    }

    var hasLiveData: Bool? {
        let (isLive, isNot) = state.withLock { (!$0.realtime.isEmpty, $0.hasNoLiveData) }
        if isLive || isNot { return isLive }
        return watch.hasLiveData ? true : nil
    }

    private static let telling: Set<Endpoint.Name> = [
        .feed, .departures, .arrivals, .stop, .route, .trip,
    ]

    func ask<Payload: WireForm>(
        _ question: Question, as payload: Payload.Type, language: String?
    ) async throws -> AskedAnswer<Payload> {
        let (version, isBroken) = state.withLock { ($0.version, $0.isBroken) }
        if isBroken { throw OtherVersion() }
        let manner = AskingManner(
            language: language, version: version ?? watch.wantedVersion, isFresh: isFresh)
        let answer: AskedAnswer<Payload>
        do {
            answer = try await asker.ask(question, as: payload, manner)
        } catch let error as APIError where version != nil {
            try await check(error)
            throw error
        }
        try take(answer)
        if answer.meta.realtime == nil, Self.telling.contains(question.endpoint) {
            state.withLock { $0.hasNoLiveData = true }
        }
        return answer
    }

    private func take<Payload: WireForm>(_ answer: AskedAnswer<Payload>) throws {
        watch.see(answer)
        try state.withLock { state in
            if let version = answer.meta.bundle {
                if state.version.map({ $0 != version }) ?? false { state.isBroken = true }
                state.version = state.version ?? version
            }
            if state.isBroken { throw OtherVersion() }
            if case .cached(let age) = answer.origin { state.age = max(age, state.age ?? 0) }
            guard let realtime = answer.realtime else { return }
            let kind = (Payload.self as? any LiveAnswer.Type)?.kind
            let known = state.realtime[kind] ?? realtime
            state.realtime[kind] = RealtimeState(
                max(known.freshness, realtime.freshness),
                at: [known.at, realtime.at].compactMap { $0 }.min())
        }
    }

    /// Checks the version: a failure does not show which version lacks the thing, and it may be
    /// another one.
    private func check(_ error: APIError) async throws {
        switch error {
        case .notFound:
            let question = try Question(Endpoint[.feed])
            let manner = AskingManner(version: state.withLock { $0.version }, isFresh: true)
            let answer = try await asker.ask(question, as: FeedDTO.self, manner)
            try take(answer)
        case .validation(let details) where details.contains { $0.field == "cursor" }:
            // The previous page had another version.
            state.withLock { $0.isBroken = true }
            throw OtherVersion()
        default: return
        }
    }
}
