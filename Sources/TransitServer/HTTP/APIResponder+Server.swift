import Foundation
import GTFSSchedule
import HTTPTypes
package import Hummingbird
import ServiceLifecycle
import TransitAPI

/// Requests about the server itself, and streams.
@available(macOS 14, iOS 17, tvOS 17, *)
extension APIResponder {
    private static let json = "application/json; charset=utf-8"

    /// The answer to a question about the server.
    func server(_ target: RequestTarget, _ request: Request) async throws -> Response {
        let question = try target.question()
        switch question.endpoint {
        case .root:
            if Preferences.preferHTML(request.headers[.accept]) {
                return Response(
                    status: .found, headers: [.location: "/explorer/", .cacheControl: "no-store"])
            }
            let title = Envelope(MessageDTO(try await core.title())).jsonBytes
            return reply(title, cacheControl: "public, max-age=60", request)
        case .ping: return Ping.response
        case .feeds:
            return reply(
                Envelope(FeedListDTO(feeds: feeds)).jsonBytes, cacheControl: "public, max-age=60",
                request)
        case .status:
            let started = Timestamp.text(Int(core.started.timeIntervalSince1970))
            let status = StatusDTO(feeds: reports().map(\.status), startedAt: started)
            return reply(Envelope(status).jsonBytes, request)
        case .openapi:
            return try reply(Self.openAPI, cacheControl: "public, max-age=60", request)
        case .healthz: return reply(Array("ok\n".utf8), type: "text/plain; charset=utf-8", request)
        case .readyz: return try await ready(request)
        default:
            throw APIFailure(.unknownPath, field: "path", "Nothing has this path here.")
        }
    }

    /// The served feeds, for `/api/v1/feeds`.
    var feeds: [FeedSummaryDTO] { reports().map(\.summary) }

    private func reports() -> [FeedReport] {
        let now = core.settings.clock.now()
        return core.catalog.all.map { FeedReport($0.name, $0.feed, now: now) }
    }

    /// Whether the server can answer questions: some feed has a bundle that opens.
    private func ready(_ request: Request) async throws -> Response {
        let now = core.settings.clock.now()
        for (_, feed) in core.catalog.all {
            guard let state = feed.state else { continue }
            do {
                _ = try await core.catalog.bundles.bundle(state.version(at: now))
            } catch {
                // That is the problem of this feed, which /status tells.
                continue
            }
            return reply(Array("ready\n".utf8), type: "text/plain; charset=utf-8", request)
        }
        throw APIFailure(.unavailable, "No feed can be served now; /status says why.")
    }

    /// The file `openapi.yaml`, which is large enough to be kept compressed.
    private static let openAPI = FinishedBody(
        AnswerBody(
            bytes: PackageResources.openapi_yaml, contentType: "application/yaml; charset=utf-8"))

    /// A small body that is made for every request.
    private func reply(
        _ bytes: [UInt8], type: String = APIResponder.json, cacheControl: String = "no-store",
        _ request: Request
    ) -> Response {
        var headers: HTTPFields = [.cacheControl: cacheControl]
        if cacheControl != "no-store" {
            let tag = EntityTag(of: [String(decoding: bytes, as: UTF8.self)])
            headers[.eTag] = tag.text
            if let header = request.headers[.ifNoneMatch], tag.isNamed(in: header) {
                return Response(status: .notModified, headers: headers)
            }
        }
        headers[.contentType] = type
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    // MARK: Streams

    /// The board of a stop whenever it changes, as server-sent events.
    func stream(
        _ topic: BoardHub.Topic, _ request: Request
    ) async throws -> Response {
        let seen = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let hub = core.hub
        let events = try await hub.events(topic, after: seen)
        var headers: HTTPFields = [
            .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
        ]
        // A proxy that buffers answers would keep the first event until the last.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        let body = ResponseBody { writer in
            // A stopping server waits for all answers, and this one never ends by itself.
            try await withGracefulShutdownHandler {
                for await event in events { try await writer.write(event.buffer) }
            } onGracefulShutdown: {
                hub.close()
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}

/// `GET /api/ping`: tells that the process answers, whatever the state of its bundles.
@available(iOS 17, macOS 14, *)
package enum Ping {
    /// The whole answer, which no cache may keep.
    package static var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
            ],
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: #"{"data":{"message":"pong"},"meta":{}}"#)))
    }
}
