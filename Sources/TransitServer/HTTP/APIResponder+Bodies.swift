import HTTPTypes
import Hummingbird

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
