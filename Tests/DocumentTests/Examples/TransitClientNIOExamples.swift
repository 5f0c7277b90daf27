import Foundation
import TransitClient
import TransitClientNIO
import TransitModel

/// The stops that fit a typed text best, asked over AsyncHTTPClient.
func stopNames(matching text: String, at server: URL) async throws -> [String] {
    let transport = try NIOTransport()
    let client = TransitClient(server, transport: transport)
    let names = try await client.stops(matching: text, limit: 3).map(\.stopName)
    try await transport.shutdown()
    return names
}

/// The examples in the comments of `TransitClientNIO`, with the address of a server.
struct TransitClientNIOExamples {
    let server: URL

    func client() async throws -> [String] {
        let client = TransitClient(server, transport: try NIOTransport())
        let routes = try await client.routes().map(\.name)
        return routes
    }

    func pinned(to certificate: String) throws -> NIOTransport {
        let transport = try NIOTransport(trust: .pem(certificate))
        return transport
    }

    func shutdown(_ transport: NIOTransport) async throws -> TransportError? {
        try await transport.shutdown()
        var failure: TransportError?
        do {
            _ = try await transport.send(TransportRequest(url: server))
        } catch let error as TransportError {
            failure = error
        }
        return failure
    }
}
