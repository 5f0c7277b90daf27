package import HTTPTypes
import Hummingbird
import Logging
package import NIOCore
import NIOEmbedded
import SystemLayer
package import TransitServer

/// Asks a server of this process without a socket: a request goes to the responder as it comes from a
/// connection.
///
/// HummingbirdTesting does the same, and builds BoringSSL and AsyncHTTPClient for its other clients.
@available(macOS 14, iOS 17, tvOS 17, *)
package struct ResponderClient: Sendable {
    package let responder: APIResponder

    package init(_ responder: APIResponder) {
        self.responder = responder
    }

    package func execute(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:]
    ) async throws -> ResponderReply {
        let head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: uri,
            headerFields: headers)
        let context = BasicRequestContext(
            source: .init(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
        let response = try await responder.respond(
            to: Request(head: head, body: .init(buffer: ByteBuffer())), context: context)
        let body = Locked(ByteBuffer())
        try await response.body.write(Writer(body: body))
        return ResponderReply(
            status: response.status, headers: response.headers, body: body.withLock { $0 })
    }

    /// Hands itself on, for several questions to one server.
    package func asked<Value>(
        _ body: @Sendable (ResponderClient) async throws -> Value
    ) async rethrows -> Value {
        try await body(self)
    }

    /// Keeps the body that a response writes.
    private struct Writer: ResponseBodyWriter {
        let body: Locked<ByteBuffer>

        func write(_ buffer: ByteBuffer) async throws {
            body.withLock { _ = $0.writeImmutableBuffer(buffer) }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}

/// A response whose body has been written.
package struct ResponderReply: Sendable {
    package let status: HTTPResponse.Status
    package let headers: HTTPFields
    package let body: ByteBuffer
}
