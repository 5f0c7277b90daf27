package import Hummingbird

/// `GET /api/ping`: says that the process answers, whatever its bundles do.
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
