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
        // A failure repeats on the other way, which says why.
        guard let found = try? self.found(path, request) else { return nil }
        let admission = Admission(request, core.settings, from: connection)
        let id = core.requestIDs.next()
        let isRefused = admission.refusal != nil
        var reply: ReadyReply
        if let refusal = admission.refusal {
            reply = failure(refusal, "\(id) unknown")
        } else {
            // A refused request has no body made.
            guard let made = try? self.made(found, path: path, request: request) else {
                admission.withdraw()
                return nil
            }
            reply = made
        }
        if let length = reply.body?.readableBytes { reply.headers[.contentLength] = "\(length)" }
        decorate(&reply.headers, for: request)
        let visit = Visit(
            id: id, endpoint: isRefused ? "unknown" : found.target.match.endpoint.name.rawValue,
            start: start, connection: connection, admission: admission)
        finish(&reply.headers, status: reply.status, visit: visit, method: request.method)
        reply.headers[.date] = core.dates.text(at: Date())
        if request.method == .head { reply.body = nil }
        return reply
    }

    /// A request whose body is cached, or may be made of hours.
    private struct Found {
        let target: KnownTargets.Target
        /// Whether the target was known before.
        let isKept: Bool
        let asked: Asked
        let bundle: OpenBundle
        let language: SpokenLanguage?
        let minute: Date
        /// Nil where it may be made.
        let body: FinishedBody?
    }

    /// The target of a request; nil when finding it takes more than a look.
    private func found(_ path: String, _ request: HTTPRequest) throws -> Found? {
        let kept = core.targets.target(path)
        let target = try kept ?? KnownTargets.Target(path)
        let match = target.match
        guard match.endpoint.scope == .feed else { return nil }
        let feed = try core.catalog.feed(match.feed)
        let now = core.settings.clock.now()
        let version = try feed.offered().version(match.version, at: now)
        guard let bundle = core.catalog.bundles.opened(version) else { return nil }
        let language = Preferences.language(
            request.headerFields[.acceptLanguage], among: bundle.languages,
            own: bundle.feed.info?.feedLang)
        let asked = Asked(
            feed: feed.name, version: version, isPinned: match.version != nil,
            question: target.question, address: target.address)
        let minute = ServerClock.minute(of: now)
        let body = cached(asked, language: language, at: minute)
        guard body != nil || Self.boards.contains(asked.question.endpoint) else { return nil }
        return Found(
            target: target, isKept: kept != nil, asked: asked, bundle: bundle, language: language,
            minute: minute, body: body)
    }

    /// The endpoints whose answers are made of hours.
    private static let boards: Set<Endpoint.Name> = [.departures, .arrivals]

    /// The reply; nil when its body is neither cached nor made of known hours.
    private func made(
        _ found: Found, path: String, request: HTTPRequest
    ) throws -> ReadyReply? {
        let body: FinishedBody
        if let cached = found.body {
            body = cached
            if !found.isKept { core.targets.insert(found.target, for: path) }
        } else if let made = madeOfHours(found) {
            body = made
        } else {
            return nil
        }
        guard
            body.plain.readableBytes <= Self.mostToCompress || body.isCompressed
                || !Preferences.allowGzip(request.headerFields[.acceptEncoding])
        else { return nil }
        return try reply(
            body, for: found.asked, language: found.language, at: found.minute, to: request)
    }

    /// The body of a board, if all its hours are known.
    private func madeOfHours(_ found: Found) -> FinishedBody? {
        let asked = found.asked
        guard let source = found.bundle.knownSource(found.language) else { return nil }
        let context = context(
            asked, bundle: found.bundle, source: source, language: found.language, at: found.minute)
        guard let answer = BoardAnswers(asked.question, in: context).known() else { return nil }
        core.cache.countMiss()
        return keep(answer, for: asked, language: found.language, at: found.minute)
    }
}
