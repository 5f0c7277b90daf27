package import Hummingbird

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
