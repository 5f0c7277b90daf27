import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitClient

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

    private func failure(
        _ server: TestServer, _ headers: [String: String] = [:], timeout: Duration = .seconds(1800)
    ) async -> TransportError.Kind? {
        do {
            _ = try await send(server, headers, timeout: timeout)
            return nil
        } catch {
            return (error as? TransportError)?.kind
        }
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
        #expect(await failure(slow, timeout: .milliseconds(500)) == .timeout)
    }

    @Test("A connection that is lost, and an answer that is not HTTP")
    func brokenAnswers() async throws {
        let body = [UInt8](repeating: 65, count: 100_000)
        let half = ServedReply(body: body).with { $0.cutAfter = 50_000 }
        let cuts = [
            half, half.with { $0.isReset = true }, half.with { $0.isChunked = true }, .raw([]),
            .raw(Array("HTTP/1.1 200 OK\r\nContent-Ty".utf8)),
        ]
        for reply in cuts {
            #expect(await failure(try TestServer { _, _ in reply }) == .cut)
        }
        let noise = [
            "SSH-2.0-x\r\n\r\n", "\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
            "HTTP/1.1 2\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        ]
        for text in noise {
            let server = try TestServer { _, _ in .raw(Array(text.utf8)) }
            #expect(await failure(server) == .malformed, "\(text)")
        }
    }

    @Test("gzip is unpacked where it was asked for; a part of it is refused")
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
        let (_, body) = try await send(server, ["accept-encoding": "gzip"])
        #expect(String(decoding: body, as: UTF8.self) == "{\"a\":1}")
        #expect(server.requests.first?["accept-encoding"] == "gzip")
        #expect(await failure(server, ["accept-encoding": "gzip"]) == .cut)
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
