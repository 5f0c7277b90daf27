import Foundation
import HTTPTypes
package import Hummingbird
import Logging
import SystemLayer
import TransitAPI

/// Answers every request: finds what is asked, has it answered, and says it in the terms of HTTP.
///
/// It takes paths apart itself: the router of Hummingbird decodes a path before it splits it, and an
/// id may hold a slash.
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
        var endpoint = "unknown"
        var response: Response
        do {
            let path = request.head.path ?? "/"
            if let page = try ExplorerTarget(path) {
                return counted(
                    await explore(page, request), of: "explorer", since: start, request)
            }
            let target = try RequestTarget(path)
            // Figures are for those who run the server, at an address of their own.
            guard target.match.endpoint.name != .metrics else {
                throw APIFailure(.unknownPath, field: "path", "Nothing has the path /metrics here.")
            }
            endpoint = target.match.endpoint.name.rawValue
            response = try await answer(target, request)
        } catch {
            response = failure(error, request)
        }
        decorate(&response, for: request)
        return counted(response, of: endpoint, since: start, request)
    }

    /// A response as it is sent, once the figures have it.
    private func counted(
        _ response: Response, of endpoint: String, since start: Double, _ request: Request
    ) -> Response {
        core.metrics.count(
            endpoint: endpoint, status: response.status.code,
            seconds: ThisProcess.steadySeconds - start)
        return request.method == .head ? response.createHeadResponse() : response
    }

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

    /// What a browser asks before it lets a page of another origin ask.
    func preflight(_ request: Request) -> Response {
        var headers: HTTPFields = [.allow: Self.methods]
        if request.headers[.accessControlRequestMethod] != nil {
            headers[.accessControlAllowMethods] = Self.methods
            headers[.accessControlAllowHeaders] =
                "Accept, Accept-Language, Authorization, Cache-Control, If-None-Match, If-Range, "
                + "Last-Event-ID, Range"
            headers[.accessControlMaxAge] = "600"
        }
        return Response(status: .noContent, headers: headers)
    }

    /// What every answer says, errors among them.
    private func decorate(_ response: inout Response, for request: Request) {
        response.headers[.vary] = "Accept-Encoding, Accept, Accept-Language, Origin"
        response.headers[.xContentTypeOptions] = "nosniff"
        guard let origin = request.headers[.origin],
            let allowed = core.settings.origins.answer(to: origin)
        else { return }
        response.headers[.accessControlAllowOrigin] = allowed
        response.headers[.accessControlExposeHeaders] =
            "Accept-Ranges, Age, Content-Language, Content-Length, Content-Range, Date, ETag, "
            + "Retry-After"
    }

    // MARK: Failures

    /// The answer that says why there is none.
    private func failure(_ error: any Error, _ request: Request) -> Response {
        let failure = APIFailure(telling: error)
        if failure.code == .serverError {
            core.settings.logger.error("\(request.head.path ?? "/"): \(error)")
        }
        var headers: HTTPFields = [
            .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
        ]
        switch failure.code {
        case .methodNotAllowed: headers[.allow] = Self.methods
        case .unavailable: headers[.retryAfter] = "10"
        default: break
        }
        if let error = error as? OutsideRange {
            headers[.contentRange] = "bytes */\(error.size)"
        }
        return Response(
            status: HTTPResponse.Status(code: failure.code.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: ErrorBody.bytes(of: failure))))
    }
}
