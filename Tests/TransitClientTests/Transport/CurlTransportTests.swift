import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitClient

@Suite("Transport by libcurl") struct CurlTransportTests {
    private let transport: CurlTransport

    init() throws {
        transport = try CurlTransport()
    }

    private func send(
        _ server: TestServer, _ path: String = "/", headers: [String: String] = [:],
        timeout: Duration = .seconds(1800)
    ) async throws -> (response: TransportResponse, body: Data) {
        let url = try #require(URL(string: server.url(path)))
        let response = try await transport.send(
            TransportRequest(url: url, headers: headers, timeout: timeout))
        var body = Data()
        for try await part in response.body { body += part }
        return (response, body)
    }

    private func failure(
        _ server: TestServer, _ headers: [String: String] = [:], timeout: Duration = .seconds(1800)
    ) async -> TransportError.Kind? {
        do {
            _ = try await send(server, "/", headers: headers, timeout: timeout)
            return nil
        } catch {
            return (error as? TransportError)?.kind
        }
    }

    @Test("Head and body arrive, and the request arrived unchanged")
    func exchange() async throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let server = try TestServer { _, _ in
            ServedReply("200 OK", ["X-Two: a", "x-two: b"], body: bytes)
        }
        let path = "/api/v1/stops/a%2Fb%2B%20%25%2E%2E/departures?q=%C3%A9%2B&n=1"
        let (response, body) = try await send(server, path, headers: ["x-test": "1"])
        #expect(response.status == 200)
        #expect(response.headers["x-two"] == "a, b")
        #expect(Array(body) == bytes)
        let request = try #require(server.requests.first)
        #expect(request.path + "?" + request.query == path)
        #expect(request["x-test"] == "1")
    }

    @Test("A redirect is an answer")
    func redirect() async throws {
        let server = try TestServer { _, _ in .redirect(to: "http://127.0.0.1:1/") }
        let (response, _) = try await send(server)
        #expect(response.status == 302)
        #expect(response.headers["location"] == "http://127.0.0.1:1/")
    }

    @Test("gzip is unpacked; a part of it is refused")
    func gzip() async throws {
        // `{"a":1}`
        let packed: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56,
            0x4A, 0x54, 0xB2, 0x32, 0xAC, 0x05, 0x00, 0xAF, 0xAC, 0x1B, 0x56, 0x07,
            0x00, 0x00, 0x00,
        ]
        let server = try TestServer { request, number in
            ServedReply(
                "200 OK", ["Content-Encoding: gzip"],
                body: Array(packed.prefix(number == 0 ? 27 : 18)))
        }
        let (_, body) = try await send(server, "/", headers: ["accept-encoding": "gzip"])
        #expect(String(decoding: body, as: UTF8.self) == "{\"a\":1}")
        #expect(server.requests.first?["accept-encoding"] == "gzip")
        #expect(await failure(server) == .cut)
    }

    @Test("Each way to fail has its kind")
    func failures() async throws {
        let nobody = try #require(URL(string: "http://127.0.0.1:1/"))
        await #expect {
            _ = try await transport.send(TransportRequest(url: nobody))
        } throws: { ($0 as? TransportError)?.kind == .unreachable }
        let body = [UInt8](repeating: 65, count: 100_000)
        let cut = try TestServer { _, _ in
            ServedReply(body: body).with { $0.cutAfter = 50_000 }
        }
        #expect(await failure(cut) == .cut)
        let reset = try TestServer { _, _ in
            ServedReply(body: body).with {
                $0.cutAfter = 50_000
                $0.isReset = true
            }
        }
        #expect(await failure(reset) == .cut)
        let chunked = try TestServer { _, _ in
            ServedReply(body: body).with {
                $0.isChunked = true
                $0.cutAfter = 50_000
            }
        }
        #expect(await failure(chunked) == .cut)
        let silent = try TestServer { _, _ in .raw([]) }
        #expect(await failure(silent) == .cut)
        let noise = try TestServer { _, _ in .raw(Array("SSH-2.0-x\r\n\r\n".utf8)) }
        #expect(await failure(noise) == .malformed)
        let slow = try TestServer { _, _ in
            ServedReply(body: body).with {
                $0.pieceSize = 10_000
                $0.pause = 1_800_000
            }
        }
        #expect(await failure(slow, timeout: .milliseconds(300)) == .timeout)
    }

    @Test("A request that is cancelled ends, in the head and in the body")
    func cancellation() async throws {
        let server = try TestServer { _, _ in
            ServedReply(body: [1, 2, 3, 4]).with {
                $0.pieceSize = 2
                $0.pause = 1_800_000
            }
        }
        let url = try #require(URL(string: server.url("/")))
        let response = try await transport.send(
            TransportRequest(url: url, timeout: .seconds(1800)))
        let reading = Task { for try await _ in response.body {} }
        try await Task.sleep(for: .milliseconds(20))
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        let asking = Task { [transport] in
            _ = try await transport.send(TransportRequest(url: url, timeout: .seconds(1800)))
        }
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
    }

    @Test("An answer outlives its transport, and comes whole however late it is read")
    func lateReader() async throws {
        let bytes = (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let server = try TestServer { _, _ in ServedReply(body: bytes) }
        let url = try #require(URL(string: server.url("/")))
        var other: CurlTransport? = try CurlTransport()
        let response = try await #require(other).send(
            TransportRequest(url: url, timeout: .seconds(1800)))
        other = nil
        var body = Data()
        for try await part in response.body {
            body += part
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(Array(body) == bytes)
    }
}
