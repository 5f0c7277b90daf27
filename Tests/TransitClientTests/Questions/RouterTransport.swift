import Foundation
import HTTPTypes
import Hummingbird
import ServerTestSupport
import TransitServer

@testable import TransitClient

/// Hands requests to a server of this process, headers and bodies as they are, without a socket.
struct RouterTransport: Transport {
    let client: ResponderClient

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try Task.checkCancellation()
        let text = request.url.absoluteString
        let host = text.range(of: "://")?.upperBound ?? text.startIndex
        let path = text[host...].drop { $0 != "/" }
        var headers = HTTPFields()
        // Transports unpack what comes compressed; here nothing does.
        for (name, value) in request.headers where name != "accept-encoding" {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let response = try await client.execute(
            uri: String(path), method: .get, headers: headers)
        var fields: [String: String] = [:]
        for field in response.headers { fields[field.name.canonicalName] = field.value }
        return TransportResponse(
            status: response.status.code, headers: fields,
            body: TransportBody(Parts(Data(response.body.readableBytesView)).next))
    }

    /// One part, and then the end.
    private actor Parts {
        private var part: Data?

        init(_ part: Data?) {
            self.part = part
        }

        @Sendable func next() async -> Data? {
            defer { part = nil }
            return part
        }
    }

    /// Has a client ask a server of a bundle or a publish folder.
    @available(macOS 14, iOS 17, *)
    static func serving<Value: Sendable>(
        _ path: String, settings: ClientSettings = .patient,
        _ body: @escaping @Sendable (TransitClient, ServerCore) async throws -> Value
    ) async throws -> Value {
        let core = ServerCore(try await FeedCatalog(path: path), ServerSettings())
        let client = ResponderClient(APIResponder(core))
        guard let url = URL(string: "http://localhost:8080") else {
            throw TransportError(.unreachable, "no address")
        }
        return try await body(
            TransitClient(url, transport: RouterTransport(client: client), settings: settings),
            core)
    }
}
