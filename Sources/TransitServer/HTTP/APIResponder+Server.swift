import Foundation
import GTFSSchedule
import HTTPTypes
import Hummingbird
import TransitAPI
import TransitAnswers
import TransitRealtime

@available(macOS 14, iOS 17, tvOS 17, *)
extension APIResponder {
    func server(_ question: Question, _ request: Request) async throws -> Response {
        switch question.endpoint {
        case .root:
            if Preferences.preferHTML(request.headers[.accept]) {
                return Response(
                    status: .found, headers: [.location: "/explorer/", .cacheControl: "no-store"])
            }
            let title = Envelope(MessageDTO(try await core.title())).jsonBytes
            return ReadyReply(title, cacheControl: ReadyReply.aMinute, to: request.head).response
        case .feeds:
            let feeds = Envelope(ListDTO(feeds)).jsonBytes
            return ReadyReply(feeds, cacheControl: ReadyReply.aMinute, to: request.head).response
        case .status:
            let started = Timestamp.text(Int(core.started.timeIntervalSince1970))
            let status = StatusDTO(feeds: reports().map(\.status), startedAt: started)
            return ReadyReply(Envelope(status).jsonBytes).response
        case .openapi: return try reply(Self.openAPI, cacheControl: ReadyReply.aMinute, request)
        case .ping: return ReadyReply(Envelope(MessageDTO("pong")).jsonBytes).response
        case .healthz: return Self.word("ok\n")
        case .readyz: return try await ready(withLive: question.list("live") == ["1"])
        default:
            throw APIFailure(.unknownPath, field: "path", "Nothing has this path here.")
        }
    }

    var feeds: [FeedSummaryDTO] { reports().map(\.summary) }

    private func reports() -> [FeedReport] {
        let now = core.settings.clock.now()
        return core.catalog.all.map {
            FeedReport(name: $0.name, feed: $0.feed, state: $0.feed.state, now: now)
        }
    }

    /// - Parameter withLive: whether feeds with sources of live data must have some, however old.
    private func ready(withLive: Bool) async throws -> Response {
        let waiting = core.catalog.all.first { _, feed in
            feed.live?.messages.kept.isEmpty ?? false
        }
        if withLive, let waiting {
            throw APIFailure(
                .unavailable, "No live data of \(waiting.name) has arrived yet; /status says why.")
        }
        let now = core.settings.clock.now()
        for (_, feed) in core.catalog.all {
            guard let state = feed.state else { continue }
            do {
                _ = try await core.catalog.bundles.bundle(state.version(at: now))
            } catch {
                // That is the problem of this feed, which /status tells.
                continue
            }
            return Self.word("ready\n")
        }
        throw APIFailure(.unavailable, "No feed can be served now; /status says why.")
    }

    private static func word(_ text: String) -> Response {
        ReadyReply(Array(text.utf8), type: "text/plain; charset=utf-8").response
    }

    private static let openAPI = FinishedBody(
        AnswerBody(
            bytes: Array(EmbeddedTexts.openapi_yaml.utf8),
            contentType: "application/yaml; charset=utf-8"))

    // MARK: Bodies of the server's own

    func reply(
        _ body: FinishedBody, cacheControl: String, _ request: Request
    ) throws -> Response {
        try ReadyReply(
            body, cacheControl: cacheControl, to: request.head, tag: body.tagOfBytes
        ).response
    }
}
