import Foundation
import Logging
import SystemLayer
import TestSupport
import Testing
import TransitAPI

@testable import TransitClient

/// The outcome of a question when the network, or a server in it, breaks the rules. Each line of
/// the table says the error, how often was asked, and how long was waited between.
@Suite("A proxy that misbehaves", .blocking)
struct MisbehavingServerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let error: String
        let tries: Int
        var seconds = 0.0
        var timeout: Duration = .seconds(1800)
        let misbehavior: @Sendable (_ honest: ServedReply, _ number: Int) -> ServedReply

        var testDescription: String { name }
    }

    /// With a random number of 0.5, the pauses after the first and the second try are 0.25 s and 0.5 s.
    private static let usualPauses = 0.75

    private static func status(
        _ status: String, _ headers: [String] = [], body: String = "<p>no</p>",
        type: String = "text/html"
    ) -> ServedReply {
        ServedReply(status, ["Content-Type: \(type)"] + headers, body: Array(body.utf8))
    }

    /// `{"data":{"stops":[]},"meta":{}}`, packed.
    private static let packed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x4A, 0x49, 0x2C,
        0x49, 0x54, 0xB2, 0xAA, 0x56, 0x2A, 0x2E, 0xC9, 0x2F, 0x28, 0x56, 0xB2, 0x8A, 0x8E, 0xAD,
        0xD5, 0x51, 0xCA, 0x4D, 0x05, 0x8B, 0xD5, 0xD6, 0x02, 0x00, 0xB7, 0x5D, 0xB9, 0x6C, 0x1F,
        0x00, 0x00, 0x00,
    ]

    private static func gzip(_ bytes: [UInt8]) -> ServedReply {
        ServedReply(
            "200 OK", ["Content-Type: application/json", "Content-Encoding: gzip"], body: bytes)
    }

    /// In one chunk, with fields after it.
    private static func trailed(_ body: [UInt8], fields: Int) -> ServedReply {
        let head = [
            "HTTP/1.1 200 OK", "Connection: close", "Content-Type: application/json",
            "Transfer-Encoding: chunked", "", String(body.count, radix: 16), "",
        ].joined(separator: "\r\n")
        let trailer = "\r\n0\r\n" + String(repeating: "X-T: a\r\n", count: fields) + "\r\n"
        return .raw(Array(head.utf8) + body + Array(trailer.utf8))
    }

    private static let cases: [Case] = [
        Case(name: "nothing wrong", error: "", tries: 1) { honest, _ in honest },
        Case(name: "packed, whole", error: "", tries: 1) { _, _ in gzip(packed) },
        Case(name: "fails once", error: "", tries: 2, seconds: 0.25) { honest, number in
            number == 0 ? status("503 Service Unavailable") : honest
        },
        Case(name: "closed without a word", error: "network: cut", tries: 3, seconds: usualPauses) {
            _, _ in .raw([])
        },
        Case(name: "cut in the head", error: "network: cut", tries: 3, seconds: usualPauses) {
            _, _ in .raw(Array("HTTP/1.1 200 OK\r\nContent-Ty".utf8))
        },
        Case(name: "cut in the body", error: "network: cut", tries: 3, seconds: usualPauses) {
            honest, _ in honest.with { $0.cutAfter = 10 }
        },
        Case(name: "reset in the body", error: "network: cut", tries: 3, seconds: usualPauses) {
            honest, _ in
            honest.with {
                $0.cutAfter = 10
                $0.isReset = true
            }
        },
        Case(name: "cut between chunks", error: "network: cut", tries: 3, seconds: usualPauses) {
            honest, _ in
            honest.with {
                $0.isChunked = true
                $0.cutAfter = 10
            }
        },
        Case(name: "length too long", error: "network: cut", tries: 3, seconds: usualPauses) {
            honest, _ in honest.with { $0.declaredLength = $0.body.count + 100 }
        },
        Case(name: "length too short", error: "decoding", tries: 1) { honest, _ in
            honest.with { $0.declaredLength = 20 }
        },
        Case(
            name: "slower than the time-out", error: "network: timeout", tries: 3,
            seconds: usualPauses, timeout: .milliseconds(100)
        ) { honest, _ in
            honest.with {
                $0.pieceSize = 8
                $0.pause = 1_800_000
            }
        },
        Case(name: "no HTTP", error: "network: malformed", tries: 1) { _, _ in
            .raw(Array("SSH-2.0-OpenSSH_9.6\r\n\r\n".utf8))
        },
        Case(name: "fields after the body", error: "", tries: 1) { honest, _ in
            trailed(honest.body, fields: 3)
        },
        Case(name: "fields after the body without end", error: "network: malformed", tries: 1) {
            honest, _ in trailed(honest.body, fields: 40_000)
        },
        Case(name: "500", error: "server: http_500", tries: 1) { _, _ in
            status("500 Internal Server Error")
        },
        Case(name: "500 of our server", error: "server: server_error", tries: 1) { _, _ in
            status(
                "500 Internal Server Error",
                body: #"{"error":{"code":"server_error","message":"no","details":[]},"meta":{}}"#,
                type: "application/json")
        },
        Case(name: "502", error: "server: http_502", tries: 3, seconds: usualPauses) { _, _ in
            status("502 Bad Gateway")
        },
        Case(name: "503", error: "server: http_503", tries: 3, seconds: usualPauses) { _, _ in
            status("503 Service Unavailable")
        },
        Case(
            name: "503, Retry-After: 4", error: "server: http_503", tries: 3, seconds: 8
        ) { _, _ in status("503 Service Unavailable", ["Retry-After: 4"]) },
        Case(name: "429", error: "rate limited", tries: 3, seconds: usualPauses) { _, _ in
            status("429 Too Many Requests")
        },
        Case(name: "429, Retry-After: 2", error: "rate limited, for 2 s", tries: 3, seconds: 4) {
            _, _ in status("429 Too Many Requests", ["Retry-After: 2"])
        },
        Case(name: "429, Retry-After: 3600", error: "rate limited, for 3600 s", tries: 1) { _, _ in
            status("429 Too Many Requests", ["Retry-After: 3600"])
        },
        Case(
            name: "429, Retry-After as a date, by a clock that is an hour behind",
            error: "rate limited, for 3 s", tries: 3, seconds: 6
        ) { _, _ in
            status(
                "429 Too Many Requests",
                [
                    "Date: Sun, 22 Nov 2026 10:00:00 GMT",
                    "Retry-After: Sun, 22 Nov 2026 10:00:03 GMT",
                ])
        },
        Case(name: "HTML in the place of JSON", error: "network: portal", tries: 1) { _, _ in
            status("200 OK", body: Replies.portal)
        },
        Case(name: "a portal: 302 to another host", error: "network: portal", tries: 1) { _, _ in
            .redirect(to: "http://portal.invalid/login")
        },
        Case(name: "302 to itself", error: "network: malformed", tries: 4) { _, _ in
            .redirect(to: "/api/v1/stops?q=Harbour")
        },
        Case(name: "200 without a body", error: "decoding", tries: 1) { _, _ in
            status("200 OK", body: "", type: "application/json")
        },
        Case(name: "200 with half of the JSON", error: "decoding", tries: 1) { honest, _ in
            honest.with { $0.body = Array($0.body.prefix(40)) }
        },
        Case(name: "204", error: "network: malformed", tries: 1) { _, _ in
            ServedReply("204 No Content")
        },
        Case(name: "304 that nobody asked for", error: "network: portal", tries: 1) { _, _ in
            ServedReply("304 Not Modified")
        },
        Case(
            name: "gzip that ends in the middle", error: "network: cut", tries: 3,
            seconds: usualPauses
        ) { _, _ in
            gzip(Array(packed.prefix(24)))
        },
        Case(name: "gzip that is none", error: "network: malformed", tries: 1) { honest, _ in
            gzip(honest.body)
        },
        Case(name: "401", error: "unauthorized", tries: 1) { _, _ in status("401 Unauthorized") },
        Case(
            name: "the signature's time is an hour off", error: "unauthorized", tries: 1
        ) { _, _ in
            status(
                "401 Unauthorized",
                body:
                    #"{"error":{"code":"unauthorized","message":"The time","details":[]},"meta":{}}"#,
                type: "application/json")
        },
    ]

    /// The clock of a client, by which waiting takes no time.
    private struct QuickClock {
        let waited = Locked(Duration.zero)

        var clock: ClientClock {
            ClientClock(
                now: { Date(timeIntervalSince1970: 1_795_000_000) + waited.value.seconds },
                uptime: { waited.value },
                sleep: { duration in
                    try Task.checkCancellation()
                    waited.withLock { $0 += duration }
                })
        }
    }

    private static func client(
        _ url: String, transport: any Transport, clock: ClientClock, timeout: Duration
    ) throws -> TransitClient {
        var settings = ClientSettings()
        settings.log.logLevel = .critical
        settings.random = { 0.5 }
        settings.clock = clock
        settings.timeout = timeout
        settings.deadline = .seconds(1800)
        settings.signingKey = Data("key".utf8)
        return TransitClient(
            try #require(URL(string: url)), transport: transport, settings: settings)
    }

    /// Asks, and says what came of it as the table has it: nothing for an answer.
    private static func outcome(_ client: TransitClient) async throws -> String {
        let question = try Question(Endpoint[.stops], query: [("q", "Harbour")])
        do {
            _ = try await client.asker.ask(question, as: ListDTO<StopDTO>.self, AskingManner())
            return ""
        } catch let error as APIError {
            #expect(!error.userMessage.isEmpty)
            return error.description
        }
    }

    @Test("the error, the tries, and the seconds")
    func table() async throws {
        let served = try ServedBundle()
        try await served.start()
        defer { #expect(throws: Never.self) { try served.stop() } }
        let transport = try CurlTransport()
        var lines = ["| what happens | error | tries | seconds |", "| --- | --- | --- | --- |"]
        for one in Self.cases {
            let proxy = try MisbehavingProxy(before: served.port, one.misbehavior)
            let clock = QuickClock()
            let client = try Self.client(
                proxy.url, transport: transport, clock: clock.clock, timeout: one.timeout)
            let error = try await Self.outcome(client)
            #expect(
                one.error.isEmpty ? error.isEmpty : error.hasPrefix(one.error),
                "\(one.name): \(error)")
            #expect(proxy.count == one.tries, "\(one.name): \(proxy.count)")
            let seconds = clock.waited.value.seconds
            #expect(abs(seconds - one.seconds) < 0.01, "\(one.name): \(seconds)")
            lines.append(
                "| \(one.name) | \(error.isEmpty ? "none" : error) | \(proxy.count) | \(seconds) |")
        }
        print(lines.joined(separator: "\n"))
    }

    @Test("an expired certificate, and one of an unknown authority")
    func certificates() async throws {
        let cases: [(UntrustedServer.Certificate, CurlTransport.Trust, String)] = [
            (.expired, .pem(UntrustedServer.Certificate.expired.rawValue), "network: untrusted"),
            (.foreign, .system, "network: untrusted"),
            // The second is wrong only in its unknown authority.
            (.foreign, .pem(UntrustedServer.Certificate.foreign.rawValue), ""),
        ]
        for (certificate, trust, expected) in cases {
            let server = try UntrustedServer(certificate)
            let transport = try CurlTransport(trust: trust)
            let clock = QuickClock()
            let error = try await Self.outcome(
                Self.client(
                    server.url, transport: transport, clock: clock.clock, timeout: .seconds(1800)))
            #expect(expected.isEmpty ? error.isEmpty : error.hasPrefix(expected), "\(error)")
            #expect(clock.waited.value == .zero)
            server.stop()
        }
    }

    @Test("a server whose clock is an hour off: its answers are neither too old nor never too old")
    func wrongClock() async throws {
        let served = try ServedBundle()
        try await served.start()
        defer { #expect(throws: Never.self) { try served.stop() } }
        let transport = try CurlTransport()
        for date in ["Sun, 22 Nov 2026 09:00:00 GMT", "Sun, 22 Nov 2026 11:00:00 GMT"] {
            let proxy = try MisbehavingProxy(before: served.port) { honest, _ in
                honest.with { reply in
                    reply.headers.removeAll { $0.lowercased().hasPrefix("date:") }
                    reply.headers.removeAll { $0.lowercased().hasPrefix("cache-control:") }
                    reply.headers += ["Date: \(date)", "Cache-Control: max-age=60"]
                }
            }
            let clock = QuickClock()
            let client = try Self.client(
                proxy.url, transport: transport, clock: clock.clock, timeout: .seconds(1800))
            for (seconds, count) in [(0, 1), (59, 1), (1, 2), (59, 2)] {
                clock.waited.withLock { $0 += .seconds(seconds) }
                #expect(try await Self.outcome(client) == "")
                #expect(proxy.count == count)
            }
        }
    }

    @Test("a question that is given up ends at once, whatever the server does")
    func cancellation() async throws {
        let proxy = try MisbehavingProxy(before: 1) { _, _ in
            // It lasts for hours: who is not let go waits that long.
            ServedReply(body: [UInt8](repeating: 32, count: 100_000)).with {
                $0.pieceSize = 1
                $0.pause = 100
            }
        }
        let transport = try CurlTransport()
        let client = try Self.client(
            proxy.url, transport: transport, clock: .system, timeout: .seconds(1800))
        let question = Task { try await Self.outcome(client) }
        try await until { proxy.count == 1 }
        question.cancel()
        await #expect(throws: CancellationError.self) { try await question.value }
    }
}
