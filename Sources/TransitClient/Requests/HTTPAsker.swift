import Foundation
import Logging
import SystemLayer
import TransitAPI
import TransitModel

/// First the cache, then the server, then perhaps the cache again.
final class HTTPAsker: QuestionAsker {
    private let server: ServerAddress
    private let feed: String?
    private let settings: ClientSettings
    private let tokens: TokenKeeper?
    private let cache: AnswerCache
    private let attempts: RequestAttempts
    private let log: RequestLog
    private let sharedRequests = SharedRequests<RequestIdentity, Fetched>()

    private struct RequestIdentity: Hashable {
        let key: String
        let isFresh: Bool
    }

    private struct Fetched {
        let answer: CachedAnswer
        let envelope: any Sendable
    }

    init(
        _ server: ServerAddress, feed: String?, transport: any Transport, settings: ClientSettings
    ) {
        self.server = server
        self.feed = feed
        self.settings = settings
        tokens = settings.tokens.map { TokenKeeper($0) }
        log = RequestLog(settings, feed: feed)
        cache = AnswerCache(settings.cache, settings.log)
        attempts = RequestAttempts(
            server: server, transport: transport, settings: settings, log: log)
    }

    func ask<Payload: WireForm>(
        _ question: Question, as payload: Payload.Type, _ manner: AskingManner
    ) async throws -> AskedAnswer<Payload> {
        try Task.checkCancellation()
        let url = try server.url(of: question, feed: feed)
        let token = try await Self.unified { try await self.token() }
        let key = cacheKey(question, manner: manner, token: token)
        let cached = await cache.answer(key)
        if let cached, !manner.isFresh, let age = cached.age(settings.clock),
            age < cached.lifetimeSeconds,
            let answer: AskedAnswer<Payload> = remembered(cached, age: age, manner: manner)
        {
            return answer
        }
        do {
            let request = RequestIdentity(key: key, isFresh: manner.isFresh)
            let fetched = try await Self.unified {
                try await self.sharedRequests.value(of: request) {
                    try await self.fetch(
                        question, as: payload, from: url, manner: manner, token: token,
                        cached: cached)
                }
            }
            return try answer(of: fetched)
        } catch let error as APIError {
            if let cached, !manner.isFresh, mayBeStale(error), !cached.isNeverStale,
                let age = cached.age(settings.clock),
                let answer: AskedAnswer<Payload> = remembered(cached, age: age, manner: manner)
            {
                return answer
            }
            throw error
        }
    }

    // MARK: Asking the server

    private func fetch<Payload: WireForm>(
        _ question: Question, as payload: Payload.Type, from url: URL, manner: AskingManner,
        token: String?, cached: CachedAnswer?
    ) async throws -> Fetched {
        let start = settings.clock.uptime()
        var token = token
        var fields = self.fields(manner, token: token, cached: cached)
        var reply = try await attempts.reply(to: question, at: url, fields, since: start)
        if reply.status == 401, let tokens, let new = try await tokens.token(replacing: token) {
            token = new
            fields = self.fields(manner, token: token, cached: cached)
            reply = try await attempts.reply(to: question, at: url, fields, since: start)
        }
        let key = cacheKey(question, manner: manner, token: token)
        let report = DecodingReport()
        if reply.status == 304, var cached {
            let envelope: Envelope<Payload> = try HTTPReply.envelope(
                in: cached.body, reportingTo: report)
            cached.refresh(key, by: reply, meta: envelope.meta, settings: settings.cache)
            await cache.keep(cached)
            return Fetched(answer: cached, envelope: envelope)
        }
        let envelope: Envelope<Payload> = try reply.envelope(reportingTo: report)
        log.replacements(report, question)
        let answer = CachedAnswer(
            key, reply: reply, meta: envelope.meta, settings: settings.cache)
        if answer.isKept {
            await cache.keep(answer)
        } else {
            await cache.forget(key)
        }
        return Fetched(answer: answer, envelope: envelope)
    }

    private func token() async throws -> String? {
        guard let tokens else { return nil }
        guard server.isPrivate || settings.allowsTokensOverHTTP else {
            throw APIError.unauthorized(message: "A token is sent only over https")
        }
        return try await tokens.token()
    }

    private func fields(
        _ manner: AskingManner, token: String?, cached: CachedAnswer?
    ) -> [String: String] {
        var fields = ["accept": "application/json", "accept-encoding": "gzip"]
        fields["accept-language"] = manner.languageTag
        fields["authorization"] = token.map { "Bearer " + $0 }
        fields["if-none-match"] = cached?.etag
        // Proxies must not answer from their caches, either.
        if manner.isFresh { fields["cache-control"] = "no-cache" }
        return fields
    }

    private static func unified<Value>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error as TransportError {
            throw APIError.network(.init(error))
        } catch {
            if error is APIError || error is CancellationError { throw error }
            try Task.checkCancellation()
            // Only a token provider throws errors of its own.
            throw APIError.unauthorized(message: "There is no token: \(error)")
        }
    }

    // MARK: Answering

    private func answer<Payload>(of fetched: Fetched) throws -> AskedAnswer<Payload> {
        let age = fetched.answer.initialAgeSeconds
        let envelope: Envelope<Payload> =
            if let envelope = fetched.envelope as? Envelope<Payload> {
                envelope
            } else {
                try HTTPReply.envelope(in: fetched.answer.body, reportingTo: DecodingReport())
            }
        let answer = asked(
            envelope, of: fetched.answer, age: age,
            origin: age > 0 ? .cached(ageSeconds: age) : .live)
        // A cache on the way has kept it for longer than live data lasts.
        guard let answer else { throw APIError.decoding(reason: "the answer is too old") }
        return answer
    }

    private func remembered<Payload>(
        _ cached: CachedAnswer, age: Double, manner: AskingManner
    ) -> AskedAnswer<Payload>? {
        guard manner.version == nil || manner.version == cached.bundle else { return nil }
        do {
            let envelope: Envelope<Payload> = try HTTPReply.envelope(
                in: cached.body, reportingTo: DecodingReport())
            return asked(envelope, of: cached, age: age, origin: .cached(ageSeconds: age))
        } catch {
            // Another version of this code has cached it, so the server is asked again.
            return nil
        }
    }

    private func asked<Payload: WireForm>(
        _ envelope: Envelope<Payload>, of cached: CachedAnswer, age: Double, origin: AnswerOrigin
    ) -> AskedAnswer<Payload>? {
        var answer = AskedAnswer(data: envelope.data, meta: envelope.meta, origin: origin)
        guard let sent = envelope.meta.realtime else { return answer }
        let age = LiveAge(sinceAnswer: age, before: cached.realtimeAgeSeconds)
        let kind = (Payload.self as? any LiveAnswer.Type)?.kind ?? .tripUpdates
        // A word of a later server promises nothing.
        let freshness = age.freshness(sent.state.known ?? .stale, of: kind)
        guard age.hasPassed(kind.goodAge) else {
            answer.realtime = RealtimeState(freshness, at: cached.realtimeAt)
            return answer
        }
        answer.realtime = RealtimeState(freshness)
        guard let data = answer.data as? any LiveAnswer else { return answer }
        let keepsAlerts = !age.hasPassed(RealtimeState.Kind.alerts.goodAge)
        guard let planned = data.planned(keepsAlerts: keepsAlerts) as? Payload else { return nil }
        answer.data = planned
        return answer
    }

    private func mayBeStale(_ error: APIError) -> Bool {
        switch (settings.cache.staleAnswers, error) {
        case (.never, _): false
        case (_, .network): true
        case (.whenFailing, .server), (.whenFailing, .rateLimited): true
        default: false
        }
    }

    /// The key that equal answers share. Answers to one token are not valid for another.
    private func cacheKey(_ question: Question, manner: AskingManner, token: String?) -> String {
        [
            server.identity, question.address(feed: feed), manner.languageTag ?? "",
            token.map { ByteDigest.sha256($0.utf8) } ?? "",
        ].joined(separator: "\n")
    }
}

extension AskingManner {
    /// The language in the form of a header; nil for none, and for anything that is not a tag.
    var languageTag: String? {
        guard let language, !language.isEmpty,
            language.utf8.allSatisfy({ byte in
                byte == UInt8(ascii: "-")
                    || Character(Unicode.Scalar(byte)).isASCII
                        && (Character(Unicode.Scalar(byte)).isLetter
                            || Character(Unicode.Scalar(byte)).isNumber)
            })
        else { return nil }
        return language
    }
}

extension APIError.NetworkFailure {
    init(_ error: TransportError) {
        let kind: Kind =
            switch error.kind {
            case .unreachable: .unreachable
            case .cut: .cut
            case .timeout: .timeout
            case .untrusted: .untrusted
            case .malformed: .malformed
            }
        self.init(kind, error.reason)
    }
}
