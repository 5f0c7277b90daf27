import GTFSSchedule
import Testing
import TransitAPI
import TransitBundle

@testable import TransitServer

@Suite("Headers of requests")
struct HeaderTests {
    private let tag = EntityTag(digits: "0123456789abcdef0123456789abcdef")
    private let text = "\"0123456789abcdef0123456789abcdef\""

    @Test("If-None-Match: lists, weak tags, any, commas within tags")
    func noneMatch() {
        for header in [
            text, "W/\(text)", "\"a\", \(text)", "\"a,b\" ,W/\(text), \"c\"", "*", " * ",
        ] {
            #expect(tag.isNamed(in: header), "\(header)")
        }
        for header in ["", "\"a\"", "0123456789abcdef0123456789abcdef", "\"*\"", "\"a", "*, \"a\""]
        {
            #expect(!tag.isNamed(in: header), "\(header)")
        }
    }

    @Test("If-Range: one strong tag")
    func ifRange() {
        #expect(tag.isNamed(inRange: text))
        #expect(!tag.isNamed(inRange: "W/\(text)"))
        #expect(!tag.isNamed(inRange: "\"a\", \(text)"))
        #expect(!tag.isNamed(inRange: "Sun, 22 Nov 2026 22:17:00 GMT"))
    }

    @Test("Tags of other parts are others")
    func parts() {
        #expect(EntityTag(of: ["a", "b"]) == EntityTag(of: ["a", "b"]))
        #expect(EntityTag(of: ["a", "b"]) != EntityTag(of: ["ab", ""]))
    }

    @Test(
        "Ranges",
        arguments: [
            ("bytes=0-0", ByteRange.part(0..<1)), ("bytes=2-", .part(2..<10)),
            ("bytes=-3", .part(7..<10)), ("bytes=-30", .part(0..<10)),
            ("bytes=5-99", .part(5..<10)),
            ("Bytes= 1 - 2 ", .part(1..<3)), ("bytes=0-99999999999999999999", .part(0..<10)),
            ("bytes=10-", .outside), ("bytes=99999999999999999999-", .outside),
            ("bytes=-0", .outside),
            ("bytes=3-2", .whole), ("bytes=0-1,4-5", .whole), ("bytes=", .whole),
            ("bytes=-", .whole),
            ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("items=0-1", .whole), ("0-1", .whole),
        ])
    func ranges(header: String, range: ByteRange) {
        #expect(ByteRange(header, size: 10) == range, "\(header)")
    }

    @Test("No range lies in an empty file")
    func emptyFile() {
        #expect(ByteRange("bytes=0-", size: 0) == .outside)
        #expect(ByteRange("bytes=-1", size: 0) == .outside)
    }

    @Test("Accept-Encoding")
    func encodings() {
        for header in [
            "gzip", "deflate, GZIP;q=0.1", "*", "br;q=1, *;q=0.5", "identity, gzip",
            "identity;q=0.4, gzip;q=0.5",
        ] {
            #expect(Preferences.allowGzip(header), "\(header)")
        }
        for header in [
            nil, "", "br", "gzip;q=0", "gzip;q=0.0, *", "*;q=0", "gzip;q=x",
            "identity, gzip;q=0.5", "*;q=0.5, identity;q=0.6", "identity;q=0, gzip;q=0",
        ] {
            #expect(!Preferences.allowGzip(header), "\(header ?? "none")")
        }
    }

    @Test(
        "Accept-Language",
        arguments: [
            ("fr", "fr"), ("fr-CA", "fr"), ("de;q=0.5, fr;q=0.8", "fr"), ("pt", "pt-BR"),
            ("en, fr;q=0.9", nil), ("en-AU, fr;q=0.9", nil), ("es", nil), ("*", nil),
            ("fr;q=0", nil), ("es, fr;q=0.1", "fr"), ("ZH-HANT-TW", "zh-Hant"), (nil, nil),
            ("zh-TW", "zh-Hant"), ("zh-CN", nil), ("zh-CN, fr;q=0.1", "fr"), ("yue", "zh-Hant"),
        ] as [(String?, String?)])
    func languages(header: String?, language: String?) {
        let languages = ["de", "fr", "pt-BR", "zh-Hant"]
        let found = Preferences.names(
            in: Preferences.languages(header), among: languages, own: "en")
        #expect(found.header == language)
    }

    @Test("A feed's language cannot inject a header")
    func injectedLanguage() {
        let evil = "fr-CA\r\nX-Evil: 1"
        let spoken = Preferences.names(in: ["fr"], among: [evil, "ar"], own: nil)
        #expect(spoken.levels == [[evil.exact]])
        #expect(spoken.header == nil)
        let usual = Preferences.names(in: ["fr"], among: [evil, "fr-CH"], own: nil)
        #expect(usual.header == "fr-CH")
    }

    @Test("Pages of this machine and named origins may send requests")
    func origins() {
        let policy = OriginPolicy(allowing: ["https://Example.org"])
        for origin in [
            "http://localhost", "http://localhost:5173", "https://127.0.0.1:8443",
            "http://[::1]:80",
            "https://example.org",
        ] {
            #expect(policy.answer(to: origin) == origin)
        }
        for origin in [
            "http://localhost.evil.example", "http://localhost:80.evil.example", "null",
            "https://example.org.evil.example", "http://example.org", "file://localhost",
        ] {
            #expect(policy.answer(to: origin) == nil, "\(origin)")
        }
        #expect(OriginPolicy(allowing: ["*"]).answer(to: "https://any.example") == "*")
        #expect(OriginPolicy.isOrigin("https://example.org:8443"))
        #expect(!OriginPolicy.isOrigin("example.org"))
        #expect(!OriginPolicy.isOrigin("https://example.org/path"))
    }

    @Test("A path is split before it is decoded")
    func targets() throws {
        let match = try RequestTarget("/api/v1/stops/a%2Fb%20%C3%A9?x=%2F").match
        #expect(match.endpoint.name == .stop)
        #expect(match.id == "a/b é")
        #expect(try RequestTarget("http://host/api/ping").match.endpoint.name == .ping)
        #expect(try RequestTarget("/").match.endpoint.name == .root)
        #expect(try RequestTarget("http://host?x").match.endpoint.name == .root)
        for path in ["/api/v1/stops/", "//", "/api/v1/stops/a/b", "/api/ping/", "*"] {
            #expect(throws: APIFailure.self, "\(path)") { try RequestTarget(path) }
        }
    }

    @Test("Addresses to listen at")
    func addresses() throws {
        guard #available(macOS 14, iOS 17, tvOS 17, *) else { return }
        #expect(APIServer.Address("9180")?.description == "127.0.0.1:9180")
        #expect(APIServer.Address("[::1]:80")?.description == "[::1]:80")
        #expect(APIServer.Address("host:0")?.host == "host")
        for text in ["", "host", "host:", ":80", "host:99999", "host:-1"] {
            #expect(APIServer.Address(text) == nil, "\(text)")
        }
    }
}
