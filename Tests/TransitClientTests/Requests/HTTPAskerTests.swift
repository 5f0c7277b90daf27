import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI

@testable import TransitClient

@Suite("Questions over a connection") struct HTTPAskerTests {
    private let json = ["Content-Type: application/json"]
    private let body = Array(#"{"data":{"message":"here"},"meta":{}}"#.utf8)

    private func asked(
        _ server: TestServer, _ clock: SteppedClock? = nil
    ) throws -> AskedQuestions {
        let url = try #require(URL(string: server.url("")))
        return AskedQuestions(try CurlTransport(), server: url, clock: clock)
    }

    @Test("A server that misbehaves twice answers the third time")
    func misbehaving() async throws {
        let (json, body) = (json, body)
        let bad: [ServedReply] = [
            .raw([]), .raw(Array("HTTP/1.1 200 OK\r\nContent-".utf8)),
            ServedReply("200 OK", json, body: body).with { $0.cutAfter = 5 },
            ServedReply("200 OK", json, body: body).with {
                $0.cutAfter = 5
                $0.isReset = true
            },
            ServedReply("200 OK", json, body: body).with {
                $0.cutAfter = 5
                $0.isChunked = true
            },
            .status("503 Service Unavailable"),
            .status("429 Too Many Requests", ["Retry-After: 3"]),
        ]
        for reply in bad {
            let server = try TestServer { _, number in
                number < 2 ? reply : ServedReply("200 OK", json, body: body)
            }
            let clock = SteppedClock()
            #expect(try await asked(server, clock).title().data.message == "here", "\(reply)")
            #expect(server.requests.count == 3)
            #expect(clock.sleeps.count == 2)
        }
    }

    @Test("Equal questions at the same time are one request")
    func shared() async throws {
        let (json, body) = (json, body)
        let server = try TestServer { _, _ in
            ServedReply("200 OK", json, body: body).with {
                $0.pieceSize = 4
                $0.pause = 500
            }
        }
        let asked = try asked(server)
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await asked.title().data.message } }
            for try await message in group { #expect(message == "here") }
        }
        #expect(server.requests.count == 1)
    }

    @Test(
        "A question that is cancelled ends, while it waits for its answer or for its next attempt")
    func cancellation() async throws {
        let silent = try TestServer { _, _ in
            ServedReply(body: [1, 2]).with {
                $0.pieceSize = 1
                $0.pause = 1_800_000
            }
        }
        let failing = try TestServer { _, _ in
            .status("503 Service Unavailable", ["Retry-After: 25"])
        }
        for server in [silent, failing] {
            let asked = try asked(server)
            let task = Task { try await asked.title() }
            while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(server.requests.count == 1)
        }
    }

    @Test("A caller cancelled beforehand sends nothing")
    func cancelledBefore() async throws {
        let transport = MockTransport()
        let asked = AskedQuestions(transport)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await asked.title()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(transport.requests.isEmpty)
    }
}
