import Foundation
import GTFSSchedule
import HTTPTypes
import Hummingbird
import SystemLayer
import TestSupport
import Testing
import TransitAPI

@testable import TransitServer

@Suite("Quick answers")
struct QuickAnswersTests {
    private let place: ServedPlace

    init() throws {
        place = try ServedPlace()
    }

    /// Starts a server that answers from a bundle, and hands its port on.
    private func serve(
        _ change: (inout ServerSettings) throws -> Void = { _ in },
        _ body: @escaping @Sendable (Int, ServerCore) async throws -> Void
    ) async throws {
        guard #available(macOS 14, iOS 17, tvOS 17, *) else { return }
        let path = place.folder.path + "/town.sqlite"
        try place.place("Harbour", at: path)
        var settings = ServerSettings()
        settings.limits = .patient
        try change(&settings)
        let core = ServerCore(try await FeedCatalog(path: path), settings)
        try await APIServer(core).run { port in try await body(port, core) }
    }

    /// The same for those who have the token `secret`.
    private func serveForTokens(
        _ body: @escaping @Sendable (Int, ServerCore) async throws -> Void
    ) async throws {
        let file = place.folder.path + "/tokens"
        try WholeFile.write(Array("secret\n".utf8), to: file, replacing: .anything)
        try await serve(
            { $0.keys = try AccessKeys(tokenFile: file, secretFile: nil) }, body)
    }

    private static let path = "/api/v1/stops/A"

    private static func request(
        _ path: String = path, _ more: String = "", method: String = "GET", version: String = "1.1"
    ) -> String {
        "\(method) \(path) HTTP/\(version)\r\nHost: localhost\r\n\(more)\r\n"
    }

    /// Whether a head has arrived to its end.
    private static let isHead: @Sendable ([UInt8]) -> Bool = {
        $0.suffix(4).elementsEqual("\r\n\r\n".utf8)
    }

    private static func plain(_ answer: String) -> String {
        answer.split(separator: "\r\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("X-Request-Id: ") && !$0.hasPrefix("Date: ") }
            .joined(separator: "\r\n")
    }

    @Test("They are the answers of the server, head and body")
    func sameAnswers() async throws {
        try await serve { port, core in
            let connection = try RawConnection(port: port)
            func ask(_ path: String, _ more: String) async throws -> String {
                await connection.send(Self.request(path, more))
                let answer = await connection.answer()
                #expect(answer.contains("\r\nDate: ") && answer.contains("\r\nX-Request-Id: "))
                return Self.plain(answer)
            }
            for path in [
                Self.path, "/api/v1/routes", "/api/v1/stops/A/departures?at=2026-11-20T08:00:00",
            ] {
                for more in ["", "Accept-Encoding: gzip\r\n", "Origin: http://localhost\r\n"] {
                    let first = try await ask(path, more)
                    #expect(first.hasPrefix("HTTP/1.1 200 OK\r\n"))
                    for _ in 0..<3 { #expect(try await ask(path, more) == first) }
                }
                // Only quick answers leave a target.
                #expect(core.targets.value(for: path.exact) != nil)
            }
        }
    }

    @Test("An answer that the client has kept is not sent again")
    func notModified() async throws {
        try await serve { port, _ in
            let connection = try RawConnection(port: port)
            await connection.send(Self.request())
            let tag = try #require(
                await connection.answer().split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }
            ).dropFirst(6)
            for _ in 0..<2 {
                await connection.send(Self.request(Self.path, "If-None-Match: \(tag)\r\n"))
                let answer = await connection.receive(until: Self.isHead)
                #expect(answer.text.hasPrefix("HTTP/1.1 304 Not Modified\r\n"))
                #expect(!answer.text.lowercased().contains("content-length"))
            }
        }
    }

    @Test("Quick and other answers on one connection keep the order of their requests")
    func order() async throws {
        try await serve { port, _ in
            let connection = try RawConnection(port: port)
            let paths = (0..<200).map { number in
                switch number % 4 {
                case 0: Self.path
                case 1: "/api/v1/stops/none\(number)"
                case 2: "/api/v1/stops/A/departures?at=2026-11-20T08:00:\(10 + number % 40)"
                default: "/api/ping"
                }
            }
            // The first is in the cache.
            await connection.send(Self.request())
            _ = await connection.answer()
            async let sent = connection.send(
                paths.map { Self.request($0) }.joined()
                    + Self.request("/", "Connection: close\r\n"))
            let answers = await connection.receive().text.components(separatedBy: "HTTP/1.1 ")
                .dropFirst()
            #expect(await sent)
            #expect(answers.count == paths.count + 1)
            for (path, answer) in zip(paths, answers) {
                let mark =
                    switch path {
                    case Self.path: #""stop":{"#
                    case "/api/ping": "pong"
                    case let path where path.contains("departures"): #""departures":["#
                    default: String(path.split(separator: "/").last ?? "")
                    }
                #expect(answer.contains(mark), "\(path)")
            }
        }
    }

    @Test("HEAD, the last request of a connection, and HTTP/1.0 are answered as by the server")
    func forms() async throws {
        try await serve { port, _ in
            let first = try RawConnection(port: port)
            await first.send(Self.request())
            let body = try #require(await first.answer().components(separatedBy: "\r\n\r\n").last)
            await first.send(Self.request(method: "HEAD") + Self.request("/api/ping"))
            let both = await first.receive { String(decoding: $0, as: UTF8.self).contains("pong") }
            let head = try #require(both.text.components(separatedBy: "\r\n\r\n").first)
            #expect(head.lowercased().contains("content-length: \(body.utf8.count)"))
            #expect(!both.text.contains(body))

            let last = try RawConnection(port: port)
            await last.send(Self.request(Self.path, "Connection: close\r\n") + Self.request())
            let answer = await last.receive().text
            #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 2)
            #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))

            let old = try RawConnection(port: port)
            await old.send(Self.request(version: "1.0"))
            #expect(await old.receive().text.hasSuffix(body))
        }
    }

    @Test("A request whose body comes later is answered as well, and so is the next")
    func lateBody() async throws {
        try await serve { port, _ in
            let connection = try RawConnection(port: port)
            for path in [Self.path, "/nowhere", "/api/v1/stops?limt=3", "/api/v1/stops/A?date=1"] {
                await connection.send(Self.request(path))
                let first = await connection.answer()
                await connection.send(Self.request(path, "Content-Length: 3\r\n"))
                #expect(Self.plain(await connection.answer()) == Self.plain(first))
                await connection.send("xyz" + Self.request(path))
                #expect(Self.plain(await connection.answer()) == Self.plain(first))
            }
        }
    }

    @Test("A request is planned once, wherever it is answered")
    func plannedOnce() async throws {
        try await serve { port, _ in
            let connection = try RawConnection(port: port)
            let board = "/api/v1/stops/A/departures?at=2026-11-20T08:10:00"
            // A plan takes the next id.
            for (number, path) in [board, "/api/ping", "/nowhere", board, board].enumerated() {
                await connection.send(Self.request(path))
                let answer = await connection.answer().split(separator: "\r\n")
                let id = try #require(answer.first { $0.hasPrefix("X-Request-Id: ") })
                #expect(id.hasSuffix("-\(number + 1)"), "\(path)")
            }
        }
    }

    @Test("A request without a token gets nothing from the cache")
    func token() async throws {
        try await serveForTokens { port, _ in
            let connection = try RawConnection(port: port)
            for _ in 0..<3 {
                await connection.send(Self.request(Self.path, "Authorization: Bearer secret\r\n"))
                let answer = await connection.answer()
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(answer.contains("Cache-Control: private"))
                await connection.send(Self.request())
                let refusal = await connection.answer()
                #expect(refusal.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
                #expect(refusal.contains("WWW-Authenticate: Bearer"))
                #expect(!refusal.contains("Harbour"))
            }
        }
    }

    @Test("For who lacks a token no body is made")
    func nothingMade() async throws {
        try await serveForTokens { port, core in
            let connection = try RawConnection(port: port)
            func ask(_ second: Int, _ more: String) async -> String {
                let path = "/api/v1/stops/A/departures?for=30m&at=2026-11-20T08:10:\(10 + second)"
                await connection.send(Self.request(path, more))
                return await connection.answer()
            }
            // Then the hour is known, of which any time is answered quickly.
            for second in 0..<3 {
                #expect(await ask(second, "Authorization: Bearer secret\r\n").contains(" 200 OK"))
            }
            let before = core.cache.totals
            for second in 10..<20 { #expect(await ask(second, "").contains(" 401 ")) }
            #expect(core.cache.totals.misses == before.misses)
            #expect(core.cache.totals.count == before.count)
            #expect(await ask(11, "Authorization: Bearer secret\r\n").contains(" 200 OK"))
            #expect(core.cache.totals.misses == before.misses + 1)
        }
    }

    @Test("They count for the limit of a client, but for those that are not modified")
    func rateLimit() async throws {
        try await serve {
            $0.limiter = RateLimiter(perMinute: 3)
        } _: { port, _ in
            let connection = try RawConnection(port: port)
            await connection.send(Self.request())
            #expect(await connection.answer().hasPrefix("HTTP/1.1 200 OK\r\n"))
            for _ in 0..<20 {
                await connection.send(Self.request(Self.path, "If-None-Match: *\r\n"))
                let answer = await connection.receive(until: Self.isHead)
                #expect(answer.text.hasPrefix("HTTP/1.1 304 Not Modified\r\n"))
            }
            var statuses: Set<String> = []
            // Shares come back while a slow machine asks: one of many is one too many.
            for _ in 0..<100 where !statuses.contains("429") {
                await connection.send(Self.request())
                statuses.insert(String(await connection.answer().dropFirst(9).prefix(3)))
            }
            #expect(statuses.contains("429"))
        }
    }

    @Test("A board that is not made of hours counts once")
    func countedOnce() async throws {
        try await serve {
            $0.limiter = RateLimiter(perMinute: 1000)
        } _: { port, _ in
            let connection = try RawConnection(port: port)
            let path = "/api/v1/stops/A/departures?at=2026-11-20T08:10:00"
            await connection.send(Self.request(path))
            #expect(await connection.answer().contains(#"RateLimit: "requests";r=999;"#))
        }
    }
}
