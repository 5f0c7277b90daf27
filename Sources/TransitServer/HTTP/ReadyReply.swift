import HTTPTypes
import Hummingbird
import NIOCore

/// A response whose body is in memory.
@available(iOS 17, macOS 14, *)
struct ReadyReply: Sendable {
    let status: HTTPResponse.Status
    var headers: HTTPFields
    var body: ByteBuffer?

    init(status: HTTPResponse.Status, headers: HTTPFields, body: ByteBuffer? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The head before the body.
    var head: HTTPResponse { HTTPResponse(status: status, headerFields: headers) }

    /// The response for the server.
    var response: Response {
        Response(
            status: status, headers: headers,
            body: body.map(ResponseBody.init(byteBuffer:)) ?? ResponseBody())
    }
}
