import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitClient

/// On Linux `URLSession` ends the process when what comes is not HTTP: nothing here sends such things.
@Suite("Transport by URLSession") struct URLSessionTransportTests {
    private let transport = URLSessionTransport()

    private func send(
        _ server: TestServer, _ headers: [String: String] = [:],
        timeout: Duration = .seconds(1800)
    ) async throws -> (response: TransportResponse, body: Data) {
        let url = try #require(URL(string: server.url("/api/v1/stops/a%2Fb?q=%C3%A9%2B")))
        let response = try await transport.send(
            TransportRequest(url: url, headers: headers, timeout: timeout))
        var body = Data()
        for try await part in response.body { body += part }
        return (response, body)
    }

    @Test("Head and body arrive, and the request arrived unchanged")
    func exchange() async throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let server = try TestServer { _, _ in ServedReply("200 OK", ["X-One: a"], body: bytes) }
        let (response, body) = try await send(server, ["x-test": "1"])
        #expect(response.status == 200)
        #expect(response.headers["x-one"] == "a")
        #expect(Array(body) == bytes)
        let request = try #require(server.requests.first)
        #expect(request.path == "/api/v1/stops/a%2Fb" && request.query == "q=%C3%A9%2B")
        #expect(request["x-test"] == "1" && request["accept-encoding"] == "identity")
    }

    @Test("A status is an answer, and so is a redirect")
    func statuses() async throws {
        let server = try TestServer { _, number in
            number == 0 ? .redirect(to: "http://127.0.0.1:1/") : .status("404 Not Found")
        }
        #expect(try await send(server).response.status == 302)
        let (response, body) = try await send(server)
        #expect(response.status == 404)
        #expect(String(decoding: body, as: UTF8.self) == "<p>no</p>")
    }

    @Test("An unreachable server, and a silent one")
    func failures() async throws {
        let nobody = try #require(URL(string: "http://127.0.0.1:1/"))
        await #expect {
            _ = try await transport.send(TransportRequest(url: nobody))
        } throws: { ($0 as? TransportError)?.kind == .unreachable }
        let slow = try TestServer { _, _ in
            ServedReply(body: [1, 2, 3, 4]).with {
                $0.pieceSize = 2
                $0.pause = 1_800_000
            }
        }
        await #expect {
            _ = try await send(slow, timeout: .milliseconds(500))
        } throws: { ($0 as? TransportError)?.kind == .timeout }
        let cut = try TestServer { _, _ in
            ServedReply(body: [1, 2, 3, 4]).with { $0.cutAfter = 2 }
        }
        await #expect {
            _ = try await send(cut)
        } throws: { ($0 as? TransportError)?.kind == .cut }
    }

    @Test("A request that is cancelled ends")
    func cancellation() async throws {
        let server = try TestServer { _, _ in
            ServedReply(body: [1, 2, 3, 4]).with {
                $0.pieceSize = 2
                $0.pause = 1_800_000
            }
        }
        let task = Task { [self] in _ = try await send(server, timeout: .seconds(1800)) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
