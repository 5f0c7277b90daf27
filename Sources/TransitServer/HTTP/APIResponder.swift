import Foundation
import HTTPTypes
package import Hummingbird
import Logging
import SystemLayer
import TransitAPI
import TransitExplorer

/// Answers every request: finds the question, gets its answer, and turns that into HTTP.
///
/// It splits paths itself: Hummingbird's router decodes a path before splitting it, and an id may
/// contain a slash.
@available(macOS 14, iOS 17, tvOS 17, *)
package struct APIResponder: HTTPResponder {
    package typealias Context = BasicRequestContext

    static let methods = "GET, HEAD, OPTIONS"

    let core: ServerCore

    package init(_ core: ServerCore) {
        self.core = core
    }

    package func respond(to request: Request, context: Context) async throws -> Response {
        let start = ThisProcess.steadySeconds
        let id = core.requestIDs.next()
        let connection = ClientConnection.current
        let admission = Admission(request.head, core.settings, from: connection)
        var endpoint = "unknown"
        var response: Response
        do {
            if let refusal = admission.refusal { throw refusal }
            let path = request.head.path ?? "/"
            if let page = try ExplorerTarget(path) {
                let visit = Visit(
                    id: id, endpoint: "explorer", start: start, connection: connection,
                    admission: admission)
                return finished(
                    await explore(page, request: request, id: id), visit: visit, request: request)
            }
            let target = try RequestTarget(path)
            // Figures are for operators of the server, at a separate address.
            guard target.match.endpoint.name != .metrics else {
                throw APIFailure(.unknownPath, field: "path", "Nothing has the path /metrics here.")
            }
            endpoint = target.match.endpoint.name.rawValue
            response = try await answer(target, request)
        } catch {
            response = failure(error, "\(id) \(endpoint)").response
        }
        decorate(&response.headers, for: request.head)
        let visit = Visit(
            id: id, endpoint: endpoint, start: start, connection: connection, admission: admission)
        return finished(response, visit: visit, request: request)
    }

    /// A request as those who monitor the server see it.
    struct Visit {
        let id: String
        let endpoint: String
        let start: Double
        let connection: ClientConnection?
        let admission: Admission
    }

    /// A response as it is sent, after figures and log have noted it.
    private func finished(
        _ response: Response, visit: Visit, request: Request
    ) -> Response {
        var response = response
        finish(&response.headers, status: response.status, visit: visit, method: request.method)
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Notes a response in figures and log, and adds the headers that say what it cost.
    func finish(
        _ headers: inout HTTPFields, status: HTTPResponse.Status, visit: Visit,
        method: HTTPRequest.Method
    ) {
        core.metrics.count(
            endpoint: visit.endpoint, status: status.code,
            seconds: ThisProcess.steadySeconds - visit.start)
        if core.settings.accessLog != nil {
            visit.connection?.answers(
                AccessLog.Request(
                    id: visit.id, method: method.rawValue, endpoint: visit.endpoint,
                    start: visit.start))
        }
        for field in visit.admission.headers(of: status) { headers.append(field) }
        if let name = Self.requestID { headers[name] = visit.id }
        // Answers that need credentials are not for shared caches.
        if core.settings.keys != nil, let header = headers[.cacheControl] {
            headers[.cacheControl] = header.replacing("public", with: "private")
        }
    }

    private static let requestID = HTTPField.Name("X-Request-Id")

    private func answer(_ target: RequestTarget, _ request: Request) async throws -> Response {
        switch request.method {
        case .get, .head: break
        case .options: return preflight(request)
        default:
            throw APIFailure(
                .methodNotAllowed, field: "method",
                "\(request.method.rawValue) is not answered here: the API is read-only, by GET and "
                    + "HEAD.")
        }
        return target.match.endpoint.scope == .server
            ? try await server(target, request) : try await feed(target, request)
    }

    /// The answer to a browser's preflight request for a page of another origin.
    func preflight(_ request: Request) -> Response {
        var headers: HTTPFields = [.allow: Self.methods]
        if request.headers[.accessControlRequestMethod] != nil {
            headers[.accessControlAllowMethods] = Self.methods
            headers[.accessControlAllowHeaders] =
                "Accept, Accept-Language, Authorization, Cache-Control, If-None-Match, If-Range, "
                + "Last-Event-ID, Range, X-Request-Signature, X-Request-Timestamp"
            headers[.accessControlMaxAge] = "600"
        }
        return Response(status: .noContent, headers: headers)
    }

    /// Adds the headers of every answer, including errors.
    func decorate(_ headers: inout HTTPFields, for request: HTTPRequest) {
        headers[.vary] = "Accept-Encoding, Accept, Accept-Language, Origin"
        headers[.xContentTypeOptions] = "nosniff"
        guard let origin = request.headerFields[.origin],
            let allowed = core.settings.origins.answer(to: origin)
        else { return }
        headers[.accessControlAllowOrigin] = allowed
        headers[.accessControlExposeHeaders] =
            "Accept-Ranges, Age, Content-Language, Content-Length, Content-Range, Date, ETag, "
            + "RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id"
    }

    // MARK: Failures

    /// The answer that says why there is none.
    ///
    /// - Parameter name: names the request in the log: its path may say where a rider is.
    func failure(_ error: any Error, _ name: String) -> ReadyReply {
        let failure = APIFailure(telling: error)
        if failure.code == .serverError { core.settings.logger.error("\(name): \(error)") }
        var headers: HTTPFields = [
            .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
        ]
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
            body: ByteBuffer(bytes: ErrorBody.bytes(of: failure)))
    }
}

/// Bodies that are the same for all clients, and may come as gzip.
@available(macOS 14, iOS 17, tvOS 17, *)
extension APIResponder {
    /// A body whose tag is made of its bytes; nothing but the head for a client that has it.
    func reply(
        _ body: FinishedBody, cacheControl: String, _ request: Request
    ) throws -> Response {
        let gzip = Preferences.allowGzip(request.headers[.acceptEncoding]) ? try body.gzip() : nil
        let isGzip = gzip != nil
        let tag = body.tag(isGzip: isGzip) {
            EntityTag(of: [
                String(decoding: body.plain.readableBytesView, as: UTF8.self),
                isGzip ? "gzip" : "",
            ])
        }
        let headers: HTTPFields = [.eTag: tag.text, .cacheControl: cacheControl]
        if let header = request.headers[.ifNoneMatch], tag.isNamed(in: header) {
            return Response(status: .notModified, headers: headers)
        }
        return try reply(body, headers: headers, to: request)
    }

    /// A body under headers that say how long it holds.
    func reply(
        _ body: FinishedBody, headers: HTTPFields, to request: Request
    ) throws -> Response {
        let gzip = Preferences.allowGzip(request.headers[.acceptEncoding]) ? try body.gzip() : nil
        var headers = headers
        headers[.contentType] = body.contentType
        if gzip != nil { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: gzip ?? body.plain))
    }
}
