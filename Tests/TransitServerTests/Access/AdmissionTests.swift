import Foundation
import HTTPTypes
import Hummingbird
import ServerTestSupport
import SystemLayer
import TestSupport
import Testing
import TransitAPI

@testable import TransitServer

@Suite("Rate limit, tokens and signatures")
struct AdmissionTests {
    private let place: ServedPlace
    private let morning = Date(timeIntervalSince1970: 1_795_120_200)

    init() throws {
        place = try ServedPlace()
    }

    private func file(_ text: String) throws -> String {
        let path = place.folder.path + "/" + UUID().uuidString
        try WholeFile.write(Array(text.utf8), to: path, replacing: .anything)
        return path
    }

    private func serve(
        _ change: (inout ServerSettings) throws -> Void,
        _ body: @escaping @Sendable (ResponderClient) async throws -> Void
    ) async throws {
        guard #available(macOS 14, iOS 17, tvOS 17, *) else { return }
        let path = place.folder.path + "/town.sqlite"
        try place.place("Harbour", at: path)
        var settings = ServerSettings()
        try change(&settings)
        let core = ServerCore(try await FeedCatalog(path: path), settings)
        try await body(ResponderClient(APIResponder(core)))
    }

    private static func header(_ name: String) throws -> HTTPField.Name {
        try #require(HTTPField.Name(name))
    }

    // MARK: How often

    @Test("A client asks as often as it may in a minute, then with each share of it")
    func limiter() throws {
        let limiter = RateLimiter(perMinute: 6)
        let client = RateLimiter.Client(NetworkAddress("192.0.2.1"))
        for left in (0..<6).reversed() {
            let allowance = limiter.take(client, at: 100)
            #expect(allowance.isGranted)
            #expect(allowance.left == left)
        }
        let refused = limiter.take(client, at: 100)
        #expect(!refused.isGranted)
        #expect(refused.secondsToNext == 10)
        #expect(refused.secondsToAll == 60)
        // A refused request costs nothing more.
        #expect(!limiter.take(client, at: 109.9).isGranted)
        #expect(limiter.take(client, at: 110).isGranted)
        #expect(!limiter.take(client, at: 110).isGranted)
        #expect(limiter.take(RateLimiter.Client(NetworkAddress("192.0.2.2")), at: 110).isGranted)
        // After an hour all are there again, and not sixty times as many.
        for _ in 0..<6 { #expect(limiter.take(client, at: 4000).isGranted) }
        #expect(!limiter.take(client, at: 4000).isGranted)
    }

    @Test("Version 6 counts by its network of 64 bits, version 4 by the address in either form")
    func clients() {
        func client(_ text: String) -> RateLimiter.Client {
            RateLimiter.Client(NetworkAddress(text))
        }
        #expect(client("2001:db8::1") == client("2001:db8::ffff:1"))
        #expect(client("2001:db8:0:1::1") != client("2001:db8::1"))
        #expect(client("192.0.2.1") == client("::ffff:192.0.2.1"))
        #expect(client("192.0.2.1") != client("192.0.2.2"))
    }

    @Test("Memory is bounded, and a refused client stays refused when millions come")
    func bounded() {
        let limiter = RateLimiter(perMinute: 2, clients: 1000)
        let greedy = RateLimiter.Client(NetworkAddress("192.0.2.1"))
        for _ in 0..<2 { _ = limiter.take(greedy, at: 0) }
        for number in 0..<20_000 {
            let address = NetworkAddress(
                "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)")
            _ = limiter.take(RateLimiter.Client(address), at: 0)
            #expect(limiter.clients <= 1001)
        }
        #expect(!limiter.take(greedy, at: 0).isGranted)
    }

    @Test("429 with Retry-After and RateLimit; a 304 costs nothing, nor does watching the server")
    func tooMany() async throws {
        let steady = Locked(0.0)
        let morning = morning
        try await serve {
            $0.limiter = RateLimiter(perMinute: 2)
            $0.clock = ServerClock(
                now: { morning }, wait: { _ in }, steady: { steady.value })
        } _: { client in
            let limit = try Self.header("RateLimit")
            func ask(_ path: String, _ headers: HTTPFields = [:]) async throws -> ResponderReply {
                try await client.execute(uri: path, method: .get, headers: headers)
            }
            let first = try await ask("/api/v1/stops/A")
            #expect(first.headers[limit] == #""requests";r=1;t=30"#)
            let tag = try #require(first.headers[.eTag])
            for _ in 0..<5 {
                let same = try await ask("/api/v1/stops/A", [.ifNoneMatch: tag])
                #expect(same.status == .notModified)
                #expect(same.headers[limit] == #""requests";r=1;t=30"#)
            }
            // A missing path costs as much as an existing one.
            #expect(try await ask("/nothing").status == .notFound)
            for path in ["/api/v1/stops/A", "/nothing", "/explorer/", "/api/ping/x", "/status"] {
                let refused = try await ask(path)
                #expect(refused.status == .tooManyRequests, "\(path)")
                #expect(refused.headers[.retryAfter] == "30")
                #expect(refused.headers[limit] == #""requests";r=0;t=60"#)
                #expect(String(buffer: refused.body).contains(#""code":"rate_limited""#))
            }
            for path in ["/api/ping", "/healthz", "/readyz?"] {
                #expect(try await ask(path).status != .tooManyRequests, "\(path)")
            }
            steady.withLock { $0 = 30 }
            #expect(try await ask("/api/v1/stops/A").status == .ok)
        }
    }

    @Test("A clock that is set back or ahead neither locks a client out nor lets it in")
    func jumpingClock() async throws {
        let time = Locked(morning)
        try await serve {
            $0.limiter = RateLimiter(perMinute: 1)
            $0.clock = ServerClock(now: { time.value }, wait: { _ in }, steady: { 0 })
        } _: { client in
            func status() async throws -> HTTPResponse.Status {
                try await client.execute(uri: "/api/v1/stops/A", method: .get).status
            }
            let first = try await status()
            #expect(first == .ok)
            for jump: TimeInterval in [-86_400, 86_400, 366 * 86_400] {
                time.withLock { $0 += jump }
                let next = try await status()
                #expect(next == .tooManyRequests)
            }
        }
    }

    // MARK: Who

    @Test(
        "The client is the peer, unless a trusted proxy names another",
        arguments: [
            ("198.51.100.1", "X-Forwarded-For", "203.0.113.9", "198.51.100.1"),
            ("10.0.0.1", "X-Forwarded-For", "203.0.113.9", "203.0.113.9"),
            ("::ffff:10.0.0.1", "X-Forwarded-For", "203.0.113.9", "203.0.113.9"),
            // The client's own entries stand before those of the proxy.
            ("10.0.0.1", "X-Forwarded-For", "1.1.1.1, 203.0.113.9", "203.0.113.9"),
            ("10.0.0.1", "X-Forwarded-For", "1.1.1.1, 203.0.113.9, 10.9.9.9", "203.0.113.9"),
            ("10.0.0.1", "X-Forwarded-For", "1.1.1.1, nonsense", "10.0.0.1"),
            ("10.0.0.1", "X-Forwarded-For", "", "10.0.0.1"),
            ("10.0.0.1", "X-Forwarded-For", "203.0.113.9:4711", "203.0.113.9"),
            ("10.0.0.1", "X-Forwarded-For", "[2001:db8::7]:4711", "2001:db8:0:0:0:0:0:7"),
            ("10.0.0.1", "Forwarded", "for=a, for=\"[2001:db8::7]:1\"", "2001:db8:0:0:0:0:0:7"),
            ("10.0.0.1", "Forwarded", "proto=https;For=203.0.113.9 ; by=x", "203.0.113.9"),
            ("2001:db8:1::1", "Forwarded", "for=203.0.113.9", "203.0.113.9"),
            ("2001:db8:2::1", "Forwarded", "for=203.0.113.9", "2001:db8:2:0:0:0:0:1"),
        ])
    func proxies(peer: String, name: String, value: String, client: String) throws {
        var proxies = TrustedProxies()
        for network in ["10.0.0.0/8", "2001:db8:1::/48"] {
            let isAdded = proxies.add(network)
            #expect(isAdded)
        }
        for text in ["", "10.0.0.0/33", "10.0.0.0/x", "host", "10.0.0.0/8/8", "::/129"] {
            let isAdded = proxies.add(text)
            #expect(!isAdded, "\(text)")
        }
        var headers = HTTPFields()
        headers[try Self.header(name)] = value
        #expect(proxies.client(NetworkAddress(peer), headers)?.description == client)
    }

    @Test(
        "A client that sets the header that the proxy ignores still counts as one client",
        arguments: [
            ("203.0.113.9", "for=203.0.113.9", "203.0.113.9"),
            ("1.1.1.1, 203.0.113.9", "for=1.1.1.2, for=\"203.0.113.9:4711\"", "203.0.113.9"),
            ("1.1.1.1", "for=203.0.113.9", "10.0.0.1"),
            ("203.0.113.9", "for=1.1.1.1", "10.0.0.1"),
            ("nonsense", "for=203.0.113.9", "10.0.0.1"),
            ("203.0.113.9", "for=unknown", "10.0.0.1"),
            ("", "for=203.0.113.9", "203.0.113.9"),
            ("203.0.113.9", "", "203.0.113.9"),
        ])
    func bothHeaders(usual: String, standard: String, client: String) throws {
        var proxies = TrustedProxies()
        let isAdded = proxies.add("10.0.0.0/8")
        #expect(isAdded)
        var headers = HTTPFields()
        headers[try Self.header("X-Forwarded-For")] = usual
        headers[try Self.header("Forwarded")] = standard
        #expect(proxies.client(NetworkAddress("10.0.0.1"), headers)?.description == client)
        // No other peer is believed.
        let other = NetworkAddress("198.51.100.1")
        #expect(proxies.client(other, headers) == other)
    }

    // MARK: Tokens

    @Test("A token is wanted for everything but whether the server is there")
    func tokens() async throws {
        let keys = try AccessKeys(
            tokenFile: file("# tokens of the apps\n\n first-token \r\nsecond\n"), secretFile: nil)
        try await serve {
            $0.keys = keys
        } _: { client in
            func ask(_ path: String, _ value: String?, method: HTTPRequest.Method = .get)
                async throws -> ResponderReply
            {
                try await client.execute(
                    uri: path, method: method, headers: value.map { [.authorization: $0] } ?? [:])
            }
            for value in ["Bearer first-token", "bearer second"] {
                let answer = try await ask("/api/v1/stops/A", value)
                #expect(answer.status == .ok)
                // An answer for some clients is not for shared caches.
                #expect(answer.headers[.cacheControl]?.hasPrefix("private, ") == true)
            }
            let wrong: [String?] = [
                nil, "", "Bearer", "Bearer ", "Bearer first-toke", "Bearer first-token2",
                "Basic first-token", "Bearer # tokens of the apps", "Bearer second, Bearer x",
            ]
            for value in wrong {
                for path in ["/api/v1/stops/A", "/explorer/", "/nothing", "/openapi.yaml", "/"] {
                    let answer = try await ask(path, value)
                    #expect(answer.status == .unauthorized, "\(path) \(value ?? "")")
                    #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer ") == true)
                    let text = String(buffer: answer.body)
                    #expect(text.contains(#""code":"unauthorized""#))
                    #expect(!text.contains("first"))
                }
            }
            for path in ["/api/ping", "/healthz", "/readyz"] {
                #expect(try await ask(path, nil).status == .ok)
            }
            #expect(try await ask("/api/v1/stops/A", nil, method: .options).status == .noContent)
        }
    }

    @Test("Tokens are read again; a file that is gone or empty changes nothing")
    func reread() throws {
        let path = try file("old\n")
        let keys = try AccessKeys(tokenFile: path, secretFile: nil)
        func accepts(_ token: String) -> Bool {
            let request = HTTPRequest(
                method: .get, scheme: nil, authority: nil, path: "/",
                headerFields: [.authorization: "Bearer \(token)"])
            do throws(Unauthorized) {
                try keys.check(request, at: morning)
                return true
            } catch {
                return false
            }
        }
        #expect(accepts("old") && !accepts("new"))
        try WholeFile.write(Array("new\n".utf8), to: path, replacing: .anything)
        try keys.reread()
        #expect(!accepts("old") && accepts("new"))
        try WholeFile.write(Array("\n# nothing\n".utf8), to: path, replacing: .anything)
        #expect(throws: ServingError.self) { try keys.reread() }
        Files.remove(path)
        #expect(throws: ServingError.missing(path: path)) { try keys.reread() }
        #expect(accepts("new"))
    }

    // MARK: Signatures

    @Test("A signature of api.md holds only for its request, for five minutes")
    func signatures() throws {
        let keys = try AccessKeys(tokenFile: nil, secretFile: file("other\nsecret\n"))
        let digits = "1da253abcbfedf229d2ba8bca6e17b0680f4089943bea4cd42ea1ae3565fe754"
        let time = "2026-11-18T11:06:40Z"
        let instant = try Date(time, strategy: .iso8601)
        func refusal(
            _ path: String = "/api/v1/stops?q=central", _ method: HTTPRequest.Method = .get,
            timestamp: String? = time, signature: String? = digits, after seconds: Double = 0
        ) throws -> String? {
            var request = HTTPRequest(method: method, scheme: nil, authority: nil, path: path)
            request.headerFields[try Self.header("X-Request-Timestamp")] = timestamp
            request.headerFields[try Self.header("X-Request-Signature")] = signature
            do throws(Unauthorized) {
                try keys.check(request, at: instant + seconds)
                return nil
            } catch {
                #expect(error.challenge == "HMAC-SHA256")
                return error.failure.details.first?.field
            }
        }
        #expect(try refusal() == nil)
        #expect(try refusal("http://host/api/v1/stops?q=central") == nil)
        for seconds in [-300.0, 300] { #expect(try refusal(after: seconds) == nil) }
        for seconds in [-301.0, 301, -86_400] {
            #expect(try refusal(after: seconds) == "X-Request-Timestamp")
        }
        for timestamp in [
            nil, "", "2026-11-18T11:06:40+00:00", "1795000000", "2026-11-18T11:06:4\u{0}Z",
        ] as [String?] {
            #expect(try refusal(timestamp: timestamp) == "X-Request-Timestamp")
        }
        for signature in [
            nil, "", digits.uppercased(), String(digits.dropLast()), digits + "0",
            String(digits.dropLast()) + "5", String(repeating: "é", count: 32),
        ] as [String?] {
            #expect(try refusal(signature: signature) == "X-Request-Signature")
        }
        #expect(try refusal("/api/v1/stops?q=centraL") == "X-Request-Signature")
        #expect(try refusal("/api/v1/stops?q=central&") == "X-Request-Signature")
        #expect(try refusal(.init("/api/v1/stops?q=central"), .head) == "X-Request-Signature")
        #expect(try refusal(timestamp: "2026-11-18T11:06:41Z") == "X-Request-Signature")
    }

    @Test("One of them is not enough when both are required")
    func both() throws {
        let keys = try AccessKeys(tokenFile: file("token"), secretFile: file("secret"))
        var request = HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: "/api/v1/stops?q=central",
            headerFields: [.authorization: "Bearer token"])
        let instant = try Date("2026-11-18T11:06:40Z", strategy: .iso8601)
        #expect(throws: Unauthorized.self) { try keys.check(request, at: instant) }
        request.headerFields[try Self.header("X-Request-Timestamp")] = "2026-11-18T11:06:40Z"
        request.headerFields[try Self.header("X-Request-Signature")] =
            "1da253abcbfedf229d2ba8bca6e17b0680f4089943bea4cd42ea1ae3565fe754"
        try keys.check(request, at: instant)
        request.headerFields[.authorization] = nil
        #expect(throws: Unauthorized.self) { try keys.check(request, at: instant) }
    }
}
