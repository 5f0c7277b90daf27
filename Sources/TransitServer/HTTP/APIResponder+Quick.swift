import Foundation
import HTTPTypes
import Hummingbird
import SystemLayer
import TransitAPI
import TransitModel

/// Answers that need nothing but memory.
@available(macOS 14, iOS 17, tvOS 17, *)
extension APIResponder {
    /// Larger bodies are compressed elsewhere: that would hold up the other connections.
    private static let mostToCompress = 64 << 10
    private static let prefix = "/api/v1/".utf8

    /// The reply to a request, if its body is cached or made of hours that are; nil for all others,
    /// and for those that fail. It is the one that ``respond(to:context:)`` gives.
    func quickReply(to request: HTTPRequest, from connection: ClientConnection) -> ReadyReply? {
        let start = ThisProcess.steadySeconds
        guard request.method == .get || request.method == .head, let path = request.path,
            path.utf8.starts(with: Self.prefix)
        else { return nil }
        var reply: ReadyReply
        let endpoint: String
        do {
            guard let known = try known(path, request) else { return nil }
            (reply, endpoint) = known
        } catch {
            // It fails again on the other way, which says why.
            return nil
        }
        let admission = Admission(request, core.settings, from: connection)
        let id = core.requestIDs.next()
        let isRefused = admission.refusal != nil
        if let refusal = admission.refusal { reply = failure(refusal, "\(id) unknown") }
        if let length = reply.body?.readableBytes { reply.headers[.contentLength] = "\(length)" }
        decorate(&reply.headers, for: request)
        let visit = Visit(
            id: id, endpoint: isRefused ? "unknown" : endpoint, start: start,
            connection: connection, admission: admission)
        finish(&reply.headers, status: reply.status, visit, request.method)
        reply.headers[.date] = core.dates.text(at: Date())
        if request.method == .head { reply.body = nil }
        return reply
    }

    /// The reply before it is known whether the client may have it, and the endpoint.
    private func known(_ path: String, _ request: HTTPRequest) throws -> (ReadyReply, String)? {
        let kept = core.targets.target(path)
        let target = try kept ?? KnownTargets.Target(path)
        let match = target.match
        guard match.endpoint.scope == .feed else { return nil }
        let feed = try core.catalog.feed(match.feed)
        let clock = core.settings.clock
        let now = clock.now()
        let version = try feed.offered().version(match.version, at: now)
        guard let bundle = core.catalog.bundles.opened(version) else { return nil }
        let language = Preferences.language(
            request.headerFields[.acceptLanguage], among: bundle.languages,
            own: bundle.feed.info?.feedLang)
        let asked = Asked(
            feed: feed.name, version: version, isPinned: match.version != nil,
            question: target.question, address: target.address)
        let minute = ServerClock.minute(of: now)
        let body: FinishedBody
        if let cached = cached(asked, language, minute) {
            body = cached
            if kept == nil { core.targets.insert(target, for: path) }
        } else if let made = madeOfHours(asked, bundle, language, minute) {
            body = made
        } else {
            return nil
        }
        guard
            body.plain.readableBytes <= Self.mostToCompress || body.isCompressed
                || !Preferences.allowGzip(request.headerFields[.acceptEncoding])
        else { return nil }
        let reply = try reply(
            body, asked, language, Int(minute.timeIntervalSince1970) / 60, request)
        return (reply, match.endpoint.name.rawValue)
    }

    /// The body of a board, if all its hours are known.
    private func madeOfHours(
        _ asked: Asked, _ bundle: OpenBundle, _ language: SpokenLanguage?, _ now: Date
    ) -> FinishedBody? {
        switch asked.question.endpoint {
        case .departures, .arrivals: break
        default: return nil
        }
        guard let source = bundle.knownSource(language) else { return nil }
        let context = context(asked, bundle, source, language, now)
        guard let answer = BoardAnswers(asked.question, in: context).known() else { return nil }
        core.cache.countMiss()
        return keep(answer, asked, language, now)
    }
}
