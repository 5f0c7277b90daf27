import BundleManifest
import HTTPTypes
import Hummingbird
import ServiceLifecycle
import TransitAPI

@available(macOS 14, iOS 17, tvOS 17, *)
extension APIResponder {
    func manifest(_ state: FeedState, _ request: Request) throws(APIFailure) -> Response {
        ReadyReply(
            try Self.published(state).bytes, cacheControl: "public, max-age=10", to: request.head
        ).response
    }

    func file(_ name: String, of state: FeedState, to request: Request) throws -> Response {
        let published = try Self.published(state)
        let isSignature = name == ManifestSignature.name(of: published.bytes)
        let described = published.file(name)
        guard described != nil || isSignature else {
            throw APIFailure(
                .notFound, field: "name",
                "The manifest names no file \(name); /bundle/manifest lists those that it has.")
        }
        guard let file = OpenFile(published.folder + "/" + name) else {
            guard isSignature else { throw Self.incomplete(name) }
            throw APIFailure(.notFound, field: "name", "The manifest is not signed.")
        }
        guard described.map({ $0.bytes == file.size }) ?? true else { throw Self.incomplete(name) }
        return try FileReply(
            file: file,
            tag: described.map { EntityTag(digits: $0.sha256) } ?? EntityTag(of: [name]),
            contentType: FileReply.contentType(of: name),
            // Names are never reused for other bytes.
            cacheControl: ReadyReply.forEver
        ).response(to: request)
    }

    private static func incomplete(_ name: String) -> APIFailure {
        APIFailure(.unavailable, "\(name) does not match the manifest at the moment.")
    }

    private static func published(_ state: FeedState) throws(APIFailure) -> PublishedState {
        guard let published = state.published else {
            throw APIFailure(
                .notFound, field: "path",
                "A bundle that is served by itself has no manifest. `gtfs update` publishes one.")
        }
        return published
    }

    func stream(_ topic: BoardHub.Topic, _ request: Request) async throws -> Response {
        let hub = core.hub
        let events = try await hub.events(topic, after: request.headers["Last-Event-ID"])
        var headers: HTTPFields = [
            .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
        ]
        headers[.contentLanguage] = hub.language(of: topic)
        // A proxy that buffers answers would keep the first event until the last.
        headers["X-Accel-Buffering"] = "no"
        let body = ResponseBody { writer in
            // A stopping server waits for all answers, and this one never ends by itself.
            try await withGracefulShutdownHandler {
                for await event in events { try await writer.write(.init(string: event.text)) }
            } onGracefulShutdown: {
                hub.close()
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}
