import Foundation
import Testing
import TransitClient
import TransitRealtime

@Suite("Messages over a transport") struct TransportFetchingTests {
    private struct DrippingTransport: Transport {
        func send(_ request: TransportRequest) async throws -> TransportResponse {
            TransportResponse(
                status: 200,
                body: TransportBody {
                    try Task.checkCancellation()
                    await Task.yield()
                    return Data()
                })
        }
    }

    @Test("A message that never ends is given up, though its server is never silent")
    func drip() async throws {
        let fetching = TransportFetching(DrippingTransport(), patience: .milliseconds(1))
        let url = try #require(URL(string: "http://localhost/now.pb"))
        let failure = await #expect(throws: TransportError.self) {
            try await fetching.fetch(url, headers: [:], atMost: 1000)
        }
        #expect(failure?.kind == .timeout)
    }
}
