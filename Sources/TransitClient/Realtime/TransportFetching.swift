public import Foundation
import TransitModel
public import TransitRealtime

/// Fetches messages of GTFS Realtime over a transport of this module.
public struct TransportFetching: RealtimeFetching {
    private let transport: any Transport
    private let patience: Duration

    /// - Parameter transport: sends the requests.
    public init(_ transport: any Transport = URLSessionTransport()) {
        self.init(transport, patience: .seconds(30))
    }

    package init(_ transport: any Transport, patience: Duration) {
        self.transport = transport
        self.patience = patience
    }

    public func fetch(
        _ url: URL, headers: [String: String], atMost limit: Int
    ) async throws -> RealtimeReply {
        try await inTime(patience) { [transport] in
            let response = try await transport.send(TransportRequest(url: url, headers: headers))
            var body: [UInt8] = []
            for try await part in response.body {
                guard body.count + part.count <= limit else {
                    throw RealtimeFailure.tooLarge
                }
                body += part
            }
            return RealtimeReply(status: response.status, headers: response.headers, body: body)
        }
    }
}

extension TransitClient {
    /// Fetches live data, under a name that nothing else shadows.
    public typealias RealtimeTransport = TransportFetching
}
