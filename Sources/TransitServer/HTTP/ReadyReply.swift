import HTTPTypes
import Hummingbird
import NIOCore
import TransitAPI
import TransitAnswers

@available(iOS 17, macOS 14, *)
extension HTTPFields {
    subscript(_ name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set {
            if let name = HTTPField.Name(name) { self[name] = newValue }
        }
    }
}

@available(iOS 17, macOS 14, *)
struct ReadyReply: Sendable {
    static let json = "application/json; charset=utf-8"
    static let forEver = "public, max-age=31536000, immutable"
    /// Clients that do not ask again notice the next version within a minute.
    static let aMinute = "public, max-age=60"

    private static let realtimeAt = HTTPField.Name("Realtime-At")

    let status: HTTPResponse.Status
    var headers: HTTPFields
    var body: ByteBuffer?

    init(status: HTTPResponse.Status, headers: HTTPFields, body: ByteBuffer? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(
        _ body: FinishedBody, of question: BundleQuestion, _ clock: ServerClock,
        to request: HTTPRequest
    ) throws {
        let left = clock.secondsLeft(of: question.asked.offered.minute)
        let cacheControl =
            switch body.lifetime {
            // Another message may be there after that.
            case _ where question.live != nil:
                "public, max-age=\(min(left, question.asked.live?.seconds ?? left))"
            case .minute: "public, max-age=\(left)"
            case .version: question.asked.target.match.version != nil ? Self.forEver : Self.aMinute
            }
        try self.init(
            body, cacheControl: cacheControl, language: question.resolution.contentLanguage,
            to: request
        ) { question.tag(body, isGzip: $0) }
        if let at = body.realtimeAt ?? question.live?.shown.at, let name = Self.realtimeAt {
            headers[name] = at
        }
    }

    /// Creates the reply for a body that clients keep, compressed for those that accept that;
    /// nothing but headers for a client that has it.
    ///
    /// - Parameter tag: names one of its encodings; called on first use.
    init(
        _ body: FinishedBody, cacheControl: String, language: String? = nil,
        to request: HTTPRequest, tag: (_ isGzip: Bool) -> EntityTag
    ) throws {
        let allowsGzip = Preferences.allowGzip(request.headerFields[.acceptEncoding])
        let gzip = allowsGzip ? try body.gzip() : nil
        self.init(
            gzip ?? body.plain, tag: body.tag(isGzip: gzip != nil) { tag(gzip != nil) },
            cacheControl: cacheControl, type: body.contentType, to: request)
        if let language { headers[.contentLanguage] = language }
        if gzip != nil, status == .ok { headers[.contentEncoding] = "gzip" }
    }

    init(
        _ bytes: [UInt8], cacheControl: String, type: String = json, to request: HTTPRequest
    ) {
        self.init(
            ByteBuffer(bytes: bytes), tag: EntityTag(of: [String(decoding: bytes, as: UTF8.self)]),
            cacheControl: cacheControl, type: type, to: request)
    }

    private init(
        _ body: ByteBuffer, tag: EntityTag, cacheControl: String, type: String,
        to request: HTTPRequest
    ) {
        let isKept = tag.isKept(by: request)
        self.init(
            status: isKept ? .notModified : .ok,
            headers: [.eTag: tag.text, .cacheControl: cacheControl], body: isKept ? nil : body)
        if !isKept { headers[.contentType] = type }
    }

    init(_ bytes: [UInt8], type: String = json) {
        self.init(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ByteBuffer(bytes: bytes))
    }

    var head: HTTPResponse { HTTPResponse(status: status, headerFields: headers) }

    var response: Response {
        Response(
            status: status, headers: headers,
            body: body.map(ResponseBody.init(byteBuffer:)) ?? ResponseBody())
    }
}
