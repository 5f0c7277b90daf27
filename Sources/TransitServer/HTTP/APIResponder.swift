import Foundation
import HTTPTypes
package import Hummingbird
import Logging
import SystemLayer
import TransitAPI
import TransitAnswers
import TransitExplorer

/// A request's ``RequestPlan`` is created once. If the plan and memory are enough, the event loop
/// replies; all others are answered by a task that continues from the plan.
@available(macOS 14, iOS 17, tvOS 17, *)
package struct APIResponder: HTTPResponder {
    package typealias Context = BasicRequestContext

    /// Larger bodies are not compressed on an event loop: that would hold up other connections.
    private static let mostToCompress = 64 << 10

    let core: ServerCore

    package init(_ core: ServerCore) {
        self.core = core
    }

    // MARK: On the event loop

    /// The reply to a request, if it needs nothing but memory; otherwise nil, and the connection has
    /// the plan for ``respond(to:context:)``. It never waits.
    func quickReply(to request: HTTPRequest, from connection: ClientConnection) -> ReadyReply? {
        let plan = RequestPlan(request, core, from: connection)
        guard var reply = quickReply(to: request, plan) else {
            connection.plan.withLock { $0 = plan }
            return nil
        }
        if let length = reply.body?.readableBytes { reply.headers[.contentLength] = "\(length)" }
        finish(&reply.headers, status: reply.status, of: plan, request, from: connection)
        reply.headers[.date] = core.dates.text(at: Date())
        if request.method == .head { reply.body = nil }
        return reply
    }

    private func quickReply(to request: HTTPRequest, _ plan: RequestPlan) -> ReadyReply? {
        switch plan.course {
        case .failure(let error): return failure(error, plan)
        case .bundle(let asked):
            var known = core.cache.body(of: asked)
            if known == nil {
                let resolution = asked.resolution
                let context = resolution.context(
                    source: resolution.bundle.bundle, hours: core.hours)
                // A board whose hours are known.
                if let board = Answerer.known(asked.question, in: context) {
                    core.cache.countMiss()
                    known = core.cache.keep(board, for: asked)
                }
            } else if !asked.asked.isKept, let path = request.path {
                core.targets.insert(asked.asked.target, for: path)
            }
            guard let body = known,
                body.plain.readableBytes <= Self.mostToCompress || body.isCompressed
                    || !Preferences.allowGzip(request.headerFields[.acceptEncoding])
            else { return nil }
            do {
                return try ReadyReply(body, of: asked, core.settings.clock, to: request)
            } catch {
                return failure(error, plan)
            }
        default: return nil
        }
    }

    // MARK: In a task

    package func respond(to request: Request, context: Context) async throws -> Response {
        let connection = ClientConnection.current
        let plan = connection?.plan.take() ?? RequestPlan(request.head, core, from: connection)
        var response: Response
        do {
            response =
                switch plan.course {
                case .failure(let error): throw error
                case .preflight: preflight(request)
                case .explorer(let target):
                    await explore(target, request: request, id: plan.id)
                case .server(let question): try await server(question, request)
                case .manifest(let state): try manifest(state, request)
                case .file(let name, let state): try file(name, of: state, to: request)
                case .stream(let topic): try await stream(topic, request)
                case .bundle(let asked): try await answer(asked, request)
                case .opening(let question):
                    try await answer(
                        core.asked(question, wish: request.headers[.acceptLanguage]), request)
                }
        } catch {
            response = failure(error, plan).response
        }
        finish(
            &response.headers, status: response.status, of: plan, request.head, from: connection)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(_ asked: BundleQuestion, _ request: Request) async throws -> Response {
        let body = try await body(asked)
        return try ReadyReply(body, of: asked, core.settings.clock, to: request.head).response
    }

    func body(_ asked: BundleQuestion) async throws -> FinishedBody {
        if let cached = core.cache.body(of: asked) { return cached }
        core.cache.countMiss()
        let context = asked.resolution.context(
            source: asked.resolution.source, hours: core.hours)
        return core.cache.keep(
            try await Answerer(asked.question, in: context).answer(), for: asked)
    }

    // MARK: On both ways

    func failure(_ error: any Error, _ plan: RequestPlan) -> ReadyReply {
        let failure = APIFailure(telling: error)
        if failure.code == .serverError {
            // Not its path, which may say where a rider is.
            core.settings.logger.error("\(plan.id) \(plan.endpoint): \(error)")
        }
        var headers: HTTPFields = [.contentType: ReadyReply.json, .cacheControl: "no-store"]
        switch failure.code {
        case .methodNotAllowed: headers[.allow] = Self.methods
        case .unavailable: headers[.retryAfter] = "10"
        default: break
        }
        if let error = error as? Unauthorized { headers[.wwwAuthenticate] = error.challenge }
        if let error = error as? OutsideRange {
            headers[.contentRange] = "bytes */\(error.size)"
        }
        return ReadyReply(
            status: HTTPResponse.Status(code: failure.code.status), headers: headers,
            body: ByteBuffer(bytes: ErrorEnvelope(failure).jsonBytes))
    }

    private func finish(
        _ headers: inout HTTPFields, status: HTTPResponse.Status, of plan: RequestPlan,
        _ request: HTTPRequest, from connection: ClientConnection?
    ) {
        // Pages have others.
        if plan.endpoint != "explorer" {
            headers[.vary] = "Accept-Encoding, Accept, Accept-Language, Origin"
            headers[.xContentTypeOptions] = "nosniff"
            if let origin = request.headerFields[.origin],
                let allowed = core.settings.origins.answer(to: origin)
            {
                headers[.accessControlAllowOrigin] = allowed
                headers[.accessControlExposeHeaders] = Self.exposedHeaders
            }
        }
        core.metrics.count(
            endpoint: plan.endpoint, status: status.code,
            seconds: ThisProcess.steadySeconds - plan.start)
        if core.settings.accessLog != nil {
            let logged = AccessLog.Request(
                id: plan.id, method: request.method.rawValue, endpoint: plan.endpoint,
                start: plan.start)
            connection?.request.withLock { $0 = logged }
        }
        for field in plan.admission.headers(of: status) { headers.append(field) }
        if let name = Self.requestID { headers[name] = plan.id }
        // Answers that need credentials are not for shared caches.
        if core.settings.keys != nil, let header = headers[.cacheControl] {
            headers[.cacheControl] = header.replacing("public", with: "private")
        }
    }

    private static let requestID = HTTPField.Name("X-Request-Id")
}
