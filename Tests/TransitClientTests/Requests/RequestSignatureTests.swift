import Foundation
import Testing

@testable import TransitClient

@Suite("Signed requests") struct RequestSignatureTests {
    /// The output of `printf 'GET\n/api/v1/stops?q=central\n2026-11-18T11:06:40Z' | openssl dgst
    /// -sha256 -hmac secret` gives.
    private static let expected =
        "1da253abcbfedf229d2ba8bca6e17b0680f4089943bea4cd42ea1ae3565fe754"

    @Test("The signature is the HMAC of method, path with query, and timestamp")
    func vector() async throws {
        let transport = MockTransport()
        transport.reply(to: "/api/v1/stops", .json(#"{"data":{"stops":[]},"meta":{}}"#))
        let asked = AskedQuestions(transport, clock: SteppedClock()) {
            $0.signingKey = Data("secret".utf8)
        }
        _ = try await asked.stops("central")
        let headers = try #require(transport.requests.first).headers
        #expect(headers["x-request-timestamp"] == "2026-11-18T11:06:40Z")
        #expect(headers["x-request-signature"] == Self.expected)
    }

    @Test("Each attempt has its own timestamp, and the path of the server's address")
    func attempts() async throws {
        let transport = MockTransport()
        transport.reply(
            to: "/transit/", .status(503, headers: ["retry-after": "9"]), AskedQuestions.title("a"))
        let server = try #require(URL(string: "https://transit.example/transit/api/v1/"))
        let asked = AskedQuestions(transport, server: server, clock: SteppedClock()) {
            $0.signingKey = Data("secret".utf8)
        }
        _ = try await asked.title()
        let times = transport.requests.map { $0.headers["x-request-timestamp"] }
        #expect(times == ["2026-11-18T11:06:40Z", "2026-11-18T11:06:49Z"])
        #expect(
            Set(transport.requests.map { $0.headers["x-request-signature"] }).count == 2)
        #expect(
            transport.requests.map(\.url.absoluteString)
                == [String](repeating: "https://transit.example/transit/", count: 2))
    }
}
