import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@testable import TransitServer

/// The limits of a connection, over real sockets. Limits of time are short where they are to
/// strike, and a day where they are not: however slow the machine is, the same happens.
@Suite("Limits of connections")
struct ConnectionLimitTests {
    private let place: ServedPlace

    init() throws {
        place = try ServedPlace()
    }

    private static let short = TimeAmount.milliseconds(50)

    /// Limits none of which strikes but for those that a test sets.
    private static func limits(_ change: (inout ConnectionLimits) -> Void) -> ConnectionLimits {
        var limits = ConnectionLimits.patient
        change(&limits)
        return limits
    }

    /// Starts a server, and hands its port on.
    ///
    /// - Parameter sql: changes its bundle before.
    private func serve(
        _ limits: ConnectionLimits = Self.limits { _ in }, changing sql: String? = nil,
        _ body: @escaping @Sendable (Int, ServerCore) async throws -> Void
    ) async throws {
        guard #available(macOS 14, iOS 17, tvOS 17, *) else { return }
        let path = place.folder.path + "/town.sqlite"
        try place.place("Harbour", at: path)
        if let sql {
            try await DatabaseQueue(path: path).write { database in
                try database.execute(sql: sql)
            }
        }
        var settings = ServerSettings()
        settings.limits = limits
        let core = ServerCore(try await FeedCatalog(path: path), settings)
        try await APIServer(core).run { port in try await body(port, core) }
    }

    private static func request(_ path: String = "/api/v1/stops/A", _ more: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n"
    }

    /// The end of an answer from a bundle.
    private static let end = "\"}}"

    /// Makes a bundle of which ``endlessPath`` is never answered. Statements are given up in the
    /// end, after more steps the larger the file is: with this one, after hours.
    private static let endless = """
        CREATE TABLE filling AS SELECT zeroblob(\(64 << 20)) AS bytes;
        DROP VIEW trips;
        CREATE VIEW trips AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS trip_id FROM n;
        """
    private static let endlessPath = "/api/v1/trips/T1"

    private static func waitForAnswer(of core: ServerCore, number: Int = 1) async throws {
        while core.cache.totals.misses < number { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("The usual limits are those that schema/threats.md and schema/command.md name")
    func usual() {
        let limits = ConnectionLimits()
        let times = [limits.arrival, limits.idle, limits.stall, limits.stop]
        #expect(times.map { $0.nanoseconds / 1_000_000_000 } == [10, 60, 30, 8])
        #expect(limits.headLines == 128)
        #expect(limits.headBytes == 65_536 && limits.lineBytes == 32_768)
        #expect(limits.bodyBytes == 65_536)
        #expect(limits.connections == 16_384)
    }

    // MARK: Time

    @Test(
        "A request that does not arrive to its end is closed",
        arguments: [
            "G", "GET /api/ping HTTP/1.1\r\nHost: ",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx",
        ])
    func halfSent(text: String) async throws {
        try await serve(Self.limits { $0.arrival = Self.short }) { port, _ in
            let connection = try RawConnection(port: port)
            await connection.send(text)
            _ = await connection.receive()
        }
    }

    @Test(
        "A request that has begun behind another one has to arrive to its end as well",
        arguments: ["G", "GET /api/ping HTTP/1.1\r\n", "GET /api/ping HTTP/1.1\r\nHost: "])
    func halfSentBehind(text: String) async throws {
        try await serve(Self.limits { $0.arrival = Self.short }) { port, _ in
            for whole in Self.wholeRequests {
                let connection = try RawConnection(port: port)
                await connection.send(whole + text)
                #expect(await connection.receive().text.hasSuffix(Self.end))
            }
        }
    }

    /// Requests with all kinds of ends.
    private static let wholeRequests = [
        request(), request("/api/v1/stops/A", "Content-Length: 5\r\n") + "12345",
        request("/api/v1/stops/A", "Transfer-Encoding: chunked\r\n") + "5\r\n12345\r\n0\r\n\r\n",
    ]

    @Test("A connection whose requests have arrived to their ends stays")
    func wholeRequest() async throws {
        try await serve(Self.limits { $0.arrival = Self.short }) { port, _ in
            for whole in Self.wholeRequests {
                let connection = try RawConnection(port: port)
                for _ in 0..<2 {
                    await connection.send(whole)
                    #expect(await connection.answer().hasSuffix(Self.end))
                    // Longer than a request may take.
                    try await Task.sleep(for: .milliseconds(200))
                }
            }
        }
    }

    @Test("A reader that stalls is closed, and one that reads gets all")
    func stalledReader() async throws {
        let size = 16 << 20
        let long = "UPDATE stops SET stop_desc = printf('%.*c', \(size), '.') WHERE stop_id = 'A'"
        try await serve(Self.limits { $0.stall = Self.short }, changing: long) { port, core in
            let stalled = try RawConnection(port: port, window: 4096)
            await stalled.send(Self.request())
            try await Self.waitForAnswer(of: core)
            while core.openConnections.total > 0 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(await stalled.receive().bytes.count < size)
        }
        try await serve(changing: long) { port, _ in
            let reader = try RawConnection(port: port)
            await reader.send(Self.request("/api/v1/stops/A", "Connection: close\r\n"))
            #expect(await reader.receive().bytes.count > size)
        }
    }

    @Test("A connection without a request is closed")
    func idle() async throws {
        try await serve(Self.limits { $0.idle = Self.short }) { port, _ in
            let connection = try RawConnection(port: port)
            #expect(await connection.receive().bytes.isEmpty)
        }
    }

    @Test(
        "The query of a client that has gone is given up, in SQLite too", arguments: [true, false])
    func gone(isReset: Bool) async throws {
        try await serve(Self.limits { $0.absence = Self.short }, changing: Self.endless) {
            port, core in
            let connection = try RawConnection(port: port)
            await connection.send(Self.request(Self.endlessPath))
            try await Self.waitForAnswer(of: core)
            if isReset { connection.reset() } else { connection.finish() }
            let given = #"requests_total{endpoint="trip",status="503"} 1"#
            while !core.metricsText().contains(given) {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    @Test("A client that closes its side after its requests still gets the answers")
    func halfClosed() async throws {
        try await serve { port, _ in
            let connection = try RawConnection(port: port)
            await connection.send(Self.request() + Self.request())
            connection.finish()
            let received = await connection.receive()
            #expect(received.text.split(separator: "HTTP/1.1 200 OK").count == 2)
            #expect(!received.isReset)
        }
    }

    @Test("A server that stops does not wait for ever for an answer")
    func stop() async throws {
        guard #available(macOS 14, iOS 17, tvOS 17, *) else { return }
        let path = place.folder.path + "/town.sqlite"
        try place.place("Harbour", at: path)
        try await DatabaseQueue(path: path).write { database in
            try database.execute(sql: Self.endless)
        }
        var settings = ServerSettings()
        settings.limits.stop = Self.short
        let core = ServerCore(try await FeedCatalog(path: path), settings)
        // It is still there when the server is asked to stop.
        var waiting: RawConnection?
        try await APIServer(core).run { port in
            let connection = try RawConnection(port: port)
            await connection.send(Self.request(Self.endlessPath))
            try await Self.waitForAnswer(of: core)
            waiting = connection
        }
        withExtendedLifetime(waiting) {}
    }

    // MARK: Numbers

    @Test("No more connections are taken than there may be; the others wait")
    func connections() async throws {
        let gate = Locked(false)
        try await serve(Self.limits { $0.connections = 8 }) { port, core in
            let peak = try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    let connection = try RawConnection(port: port)
                    group.addTask {
                        while !gate.value { try await Task.sleep(for: .milliseconds(1)) }
                        await connection.send(Self.request())
                        #expect(await connection.answer().hasSuffix(Self.end))
                    }
                }
                while core.openConnections.total < 8 {
                    try await Task.sleep(for: .milliseconds(1))
                }
                // Time for those to come that must not: a slow machine cannot make this fail.
                try await Task.sleep(for: .milliseconds(300))
                let peak = core.openConnections.total
                gate.withLock { $0 = true }
                try await group.waitForAll()
                return peak
            }
            // Several are taken from the system at a time.
            #expect(8..<16 ~= peak, "\(peak)")
        }
    }

    // MARK: Bytes

    @Test(
        "A head that is too long is refused, and no more of it is looked at",
        arguments: ["X-Long: ", "GET /", "X-Many: 1\r\n"])
    func longHead(piece: String) async throws {
        try await serve { port, _ in
            let connection = try RawConnection(port: port)
            if piece != "GET /" { await connection.send("GET /api/ping HTTP/1.1\r\n") }
            await connection.send(piece)
            let filling = piece.hasSuffix("\n") ? piece : String(repeating: "x", count: 1024)
            await connection.send(String(repeating: filling, count: (1 << 18) / filling.utf8.count))
            let answer = await connection.answer()
            #expect(answer.hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
            #expect(answer.contains(#""code":"head_too_large""#))
            #expect(answer.lowercased().contains("connection: close"))
            let more = [UInt8](repeating: 120, count: 1 << 20)
            for _ in 0..<100 where await !connection.send(more) { break }
        }
    }

    @Test("A request's body is discarded, and the connection goes on")
    func body() async throws {
        try await serve { port, _ in
            let connection = try RawConnection(port: port)
            for _ in 0..<3 {
                await connection.send(
                    Self.request("/api/v1/stops/A", "Content-Length: 5\r\n") + "12345")
                #expect(await connection.answer().hasSuffix(Self.end))
                await connection.send(
                    Self.request("/api/v1/stops/A", "Transfer-Encoding: chunked\r\n")
                        + "5\r\n12345\r\n0\r\n\r\n")
                #expect(await connection.answer().hasSuffix(Self.end))
            }
        }
    }

    @Test("A long body is refused before it comes")
    func longBody() async throws {
        try await serve { port, _ in
            let connection = try RawConnection(port: port)
            await connection.send(
                Self.request("/api/v1/stops/A", "Content-Length: 1000000000\r\n"))
            let answer = await connection.answer()
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.contains(#""code":"body_too_large""#))
        }
    }

    @Test("A long body without a length is refused too, and its request is not answered")
    func longChunks() async throws {
        // The second one is given up when its client goes.
        try await serve(changing: Self.endless) { port, _ in
            let connection = try RawConnection(port: port)
            let chunk = "1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n"
            await connection.send(
                Self.request()
                    + Self.request(Self.endlessPath, "Transfer-Encoding: chunked\r\n")
                    + String(repeating: chunk, count: 17))
            let received = await connection.receive()
            let answers = received.text.components(separatedBy: "HTTP/1.1 ").dropFirst()
            #expect(answers.map { String($0.prefix(4)) } == ["200 ", "413 "])
            #expect(answers.last?.contains(#""code":"body_too_large""#) == true)
            #expect(answers.last?.lowercased().contains("connection: close") == true)
        }
    }

    @Test("A body without an end closes the connection")
    func endlessBody() async throws {
        try await serve(Self.limits { $0.farewell = Self.short }) { port, _ in
            let connection = try RawConnection(port: port)
            await connection.send(
                Self.request("/api/v1/stops/A", "Transfer-Encoding: chunked\r\n"))
            let chunk = "1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n"
            while await connection.send(chunk) {}
        }
    }

    @Test(
        "Input that is not HTTP gets an error, and the connection is closed",
        arguments: [
            "\0\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "SSH-2.0-x\r\n",
        ])
    func noRequest(text: String) async throws {
        try await serve(Self.limits { $0.farewell = Self.short }) { port, _ in
            let connection = try RawConnection(port: port)
            await connection.send(text)
            let received = await connection.receive()
            #expect(received.text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(received.text)")
            #expect(received.text.contains(#""code":"malformed_request""#))
        }
    }

    @Test(
        "A request of HTTP/1.1 names its host once",
        arguments: ["", "Host: a\r\nHost: b\r\n", "Host: a\r\nHost: a\r\n"])
    func hosts(fields: String) async throws {
        try await serve(Self.limits { $0.farewell = Self.short }) { port, _ in
            let connection = try RawConnection(port: port)
            await connection.send("GET /api/ping HTTP/1.1\r\n\(fields)\r\n")
            let received = await connection.receive()
            #expect(received.text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(received.text)")
            #expect(received.text.contains(#""code":"malformed_request""#))
        }
    }

    // MARK: Forms of HTTP

    @Test("A thousand requests at once are answered in their order")
    func pipelining() async throws {
        try await serve { port, _ in
            let connection = try RawConnection(port: port)
            let paths = (0..<1000).map { "/api/v1/stops/\($0.isMultiple(of: 3) ? "A" : "a/b")" }
            let requests = paths.map { Self.request($0) }.joined()
            async let sent = connection.send(requests + Self.request("/", "Connection: close\r\n"))
            let answers = await connection.receive().text.components(separatedBy: "HTTP/1.1 ")
                .dropFirst()
            #expect(await sent)
            #expect(
                answers.map { $0.hasPrefix("200 ") }
                    == paths.map { $0.hasSuffix("A") } + [true])
        }
    }

    @Test("An answer to HTTP/1.0 ends with the connection, and is not sent in chunks")
    func oldClient() async throws {
        try await serve { port, core in
            let connection = try RawConnection(port: port)
            await connection.send("GET /api/ping HTTP/1.0\r\n\r\n")
            let received = await connection.receive()
            #expect(received.text.hasSuffix(#"{"data":{"message":"pong"},"meta":{}}"#))
            #expect(received.text.lowercased().contains("\r\nconnection: close\r\n"))

            let stream = try RawConnection(port: port)
            await stream.send("GET /api/v1/stops/A/departures/stream HTTP/1.0\r\n\r\n")
            while core.hub.totals.listeners == 0 { try await Task.sleep(for: .milliseconds(1)) }
            core.hub.close()
            let events = await stream.receive().text
            #expect(events.contains("\r\n\r\nevent: board\n"), "\(events)")
            #expect(!events.lowercased().contains("chunked"))
        }
    }
}
