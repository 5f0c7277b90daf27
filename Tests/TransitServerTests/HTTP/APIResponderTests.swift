import BundleManifest
import Foundation
import GTFSSchedule
import HTTPTypes
import Hummingbird
import ServerTestSupport
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitServer

@Suite("Answers over HTTP")
struct APIResponderTests {
    private let place: ServedPlace
    private let clock = TestClock(Date(timeIntervalSince1970: 1_795_120_215))

    init() throws {
        place = try ServedPlace()
    }

    private var published: String { place.folder.path + "/published" }

    private func server(
        at path: String? = nil, _ change: (inout ServerSettings) -> Void = { _ in }
    ) async throws -> ResponderClient {
        try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published) {
            $0.previous = [
                try place.version("20261120-aaaaaaaa", "Old", id: "town", in: published)
            ]
        }
        var settings = ServerSettings()
        settings.clock = clock.clock
        change(&settings)
        let core = ServerCore(try await FeedCatalog(path: path ?? published), settings)
        return ResponderClient(APIResponder(core))
    }

    private func stop(_ response: ResponderReply) throws -> String {
        let answer = try Envelope<StopDetailsDTO>.decoded(from: Data(Array(buffer: response.body)))
        return "\(answer.data.stop.stopName) \(answer.meta.bundle ?? "")"
    }

    private func ask(
        _ client: ResponderClient, _ path: String, method: HTTPRequest.Method = .get,
        headers: HTTPFields = [:]
    ) async throws -> ResponderReply {
        try await client.execute(uri: path, method: method, headers: headers)
    }

    private func text(_ response: ResponderReply) -> String { String(buffer: response.body) }

    @Test("GET / is exactly the title, and a ping a pong, byte for byte")
    func root() async throws {
        try await server().asked { client async throws in
            let response = try await ask(client, "/")
            #expect(text(response) == #"{"data":{"message":"Sydney Transit API"},"meta":{}}"#)
            #expect(response.headers[.contentType] == "application/json; charset=utf-8")
            let ping = try await ask(client, "/api/ping")
            #expect(text(ping) == #"{"data":{"message":"pong"},"meta":{}}"#)
        }
        try await server { $0.title = #"My "API" / é"# }.asked { client async throws in
            #expect(
                text(try await ask(client, "/"))
                    == #"{"data":{"message":"My \"API\" / é"},"meta":{}}"#)
        }
    }

    @Test("The contract that is sent is that of the folder schema", .blocking)
    func contract() async throws {
        let path = PackageRoot.path + "/schema/openapi.yaml"
        let contract = try String(contentsOfFile: path, encoding: .utf8)
        try await server().asked { client async throws in
            #expect(text(try await ask(client, "/openapi.yaml")) == contract)
            let zipped = try await ask(
                client, "/openapi.yaml", method: .get, headers: [.acceptEncoding: "gzip"])
            #expect(zipped.headers[.contentEncoding] == "gzip")
            #expect(zipped.body.readableBytes < contract.utf8.count / 3)
            let file = try place.folder.write("openapi.gz", Array(buffer: zipped.body))
            let unpacked = try ProcessRun.run("/bin/gzip", ["-dc", file], folder: place.folder)
            #expect(unpacked.standardOutput == contract)
        }
    }

    @Test("HEAD has the headers of GET, and no body")
    func head() async throws {
        let paths = [
            "/", "/api/ping", "/status", "/openapi.yaml", "/api/v1/feeds",
            "/api/v1/stops?limit=300",
            "/api/v1/stops/A", "/api/v1/stops/none", "/nowhere", "/api/v1/bundle/manifest",
            "/api/v1/bundle/town-20261121-bbbbbbbb.sqlite",
        ]
        let requestID = try #require(HTTPField.Name("X-Request-Id"))
        try await server().asked { client async throws in
            for path in paths {
                let get = try await ask(
                    client, path, method: .get, headers: [.acceptEncoding: "gzip"])
                let head = try await ask(
                    client, path, method: .head, headers: [.acceptEncoding: "gzip"])
                #expect(head.status == get.status, "\(path)")
                // Each request has one of its own.
                var wanted = get.headers
                #expect(head.headers[requestID] != wanted[requestID])
                wanted[requestID] = head.headers[requestID]
                #expect(head.headers == wanted, "\(path)")
                #expect(head.headers[.contentLength] == "\(get.body.readableBytes)", "\(path)")
                #expect(head.body.readableBytes == 0, "\(path)")
            }
        }
    }

    @Test("Other methods are 405 where something is, and 404 where nothing is")
    func methods() async throws {
        try await server().asked { client async throws in
            for method in [HTTPRequest.Method.post, .put, .delete, .patch, .trace] {
                let response = try await ask(client, "/api/v1/stops", method: method)
                #expect(response.status == .methodNotAllowed)
                #expect(response.headers[.allow] == "GET, HEAD, OPTIONS")
                #expect(text(response).contains(#""code":"method_not_allowed""#))
                #expect(try await ask(client, "/nowhere", method: method).status == .notFound)
            }
        }
    }

    @Test("Pages of this machine may ask; errors tell them why not, too")
    func crossOrigin() async throws {
        try await server().asked { client async throws in
            let local: HTTPFields = [.origin: "http://localhost:5173"]
            for path in ["/api/v1/stops/A", "/nowhere", "/api/v1/stops/none"] {
                let response = try await ask(client, path, method: .get, headers: local)
                #expect(response.headers[.accessControlAllowOrigin] == "http://localhost:5173")
                #expect(response.headers[.accessControlExposeHeaders]?.contains("ETag") == true)
                #expect(response.headers[.vary]?.contains("Origin") == true)
            }
            let other = try await ask(
                client, "/", method: .get, headers: [.origin: "https://evil.example"])
            #expect(other.headers[.accessControlAllowOrigin] == nil)
            var preflight = local
            preflight[.accessControlRequestMethod] = "GET"
            let answer = try await ask(
                client, "/api/v1/stops/A", method: .options, headers: preflight)
            #expect(answer.status == .noContent)
            #expect(answer.headers[.accessControlAllowMethods] == "GET, HEAD, OPTIONS")
            #expect(answer.headers[.accessControlAllowOrigin] == "http://localhost:5173")
        }
    }

    @Test("A tag stands for version, address, minute, encoding and language")
    func tags() async throws {
        try await server().asked { client async throws in
            func tag(_ path: String, _ headers: HTTPFields = [:]) async throws -> String {
                try #require(
                    try await ask(client, path, method: .get, headers: headers).headers[.eTag])
            }
            let stops = try await tag("/api/v1/stops?limit=300&kind=stop&kind=station")
            // One question in other words is one answer.
            #expect(try await tag("/api/v1/stops?kind=station&kind=stop&limit=300") == stops)
            #expect(
                try await tag("/api/v1/feeds/town/stops?limit=300&kind=stop&kind=station") == stops)
            #expect(try await tag("/api/v1/stops?limit=301&kind=stop&kind=station") != stops)
            let zipped = try await tag("/api/v1/stops?limit=1", [.acceptEncoding: "gzip"])
            // Too short to be compressed: the same bytes.
            #expect(try await tag("/api/v1/stops?limit=1") == zipped)
            let name = try await tag("/api/v1/stops/A")
            #expect(try await tag("/api/v1/stops/A", [.acceptLanguage: "fr"]) != name)
            #expect(try await tag("/api/v1/stops/A", [.acceptLanguage: "en, fr"]) == name)
            #expect(try await tag("/api/v1/versions/20261120-aaaaaaaa/stops/A") != name)

            let board = try await tag("/api/v1/stops/A/departures")
            clock.turn(to: Date(timeIntervalSince1970: 1_795_120_259))
            #expect(try await tag("/api/v1/stops/A/departures") == board)
            clock.turn(to: Date(timeIntervalSince1970: 1_795_120_260))
            #expect(try await tag("/api/v1/stops/A/departures") != board)
            #expect(try await tag("/api/v1/stops/A") == name)
        }
    }

    @Test("A cached answer is not sent again; a missing one is 404 all the same")
    func notModified() async throws {
        try await server().asked { client async throws in
            for path in ["/api/v1/stops/A", "/api/v1/bundle/manifest", "/", "/openapi.yaml"] {
                let first = try await ask(client, path)
                let tag = try #require(first.headers[.eTag])
                for header in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                    let again = try await ask(
                        client, path, method: .get, headers: [.ifNoneMatch: header])
                    #expect(again.status == .notModified, "\(path) \(header)")
                    #expect(again.body.readableBytes == 0)
                    #expect(again.headers[.eTag] == tag)
                    #expect(again.headers[.cacheControl] == first.headers[.cacheControl])
                    #expect(again.headers[.vary] == first.headers[.vary])
                }
                #expect(
                    try await ask(client, path, method: .get, headers: [.ifNoneMatch: "\"x\""])
                        .status == .ok)
            }
            let unknown = try await ask(
                client, "/api/v1/stops/none", method: .get, headers: [.ifNoneMatch: "*"])
            #expect(unknown.status == .notFound)
        }
    }

    @Test("The lifetime of answers in caches")
    func lifetimes() async throws {
        try await server().asked { client async throws in
            func cacheControl(_ path: String) async throws -> String? {
                try await ask(client, path).headers[.cacheControl]
            }
            let old = "/api/v1/versions/20261120-aaaaaaaa"
            // 45 seconds of the minute are left.
            #expect(try await cacheControl("/api/v1/stops/A/departures") == "public, max-age=45")
            #expect(try await cacheControl(old + "/stops/A/departures") == "public, max-age=45")
            #expect(try await cacheControl("/api/v1/stops/A") == "public, max-age=60")
            #expect(
                try await cacheControl(old + "/stops/A") == "public, max-age=31536000, immutable")
            for path in ["/api/ping", "/nowhere", "/api/v1/stops/none", "/status"] {
                #expect(try await cacheControl(path) == "no-store", "\(path)")
            }
        }
    }

    @Test("An answer that is finished in the next minute is not kept for that one")
    func lateMinute() {
        let clock = ServerClock(now: { Date(timeIntervalSince1970: 119.5) }, wait: { _ in })
        #expect(clock.secondsLeft(of: Date(timeIntervalSince1970: 60)) == 0)
        #expect(clock.secondsLeft(of: Date(timeIntervalSince1970: 120)) == 60)
        #expect(clock.secondsLeft(of: Date(timeIntervalSince1970: 0)) == 0)
    }

    @Test("A finished answer is made once")
    func cache() async throws {
        let server = try await server()
        let core = server.responder.core
        try await server.asked { client async throws in
            for _ in 0..<3 {
                let answer = try await ask(client, "/api/v1/stops/A")
                #expect(try stop(answer) == "New 20261121-bbbbbbbb")
                _ = try await ask(client, "/api/v1/stops/A/departures")
            }
            #expect(core.cache.totals.misses == 2)
            #expect(core.cache.totals.hits == 4)
            let french = try await ask(
                client, "/api/v1/stops/A", method: .get, headers: [.acceptLanguage: "fr-CA"])
            #expect(try stop(french) == "New en français 20261121-bbbbbbbb")
            #expect(french.headers[.contentLanguage] == "fr")
            let old = try await ask(client, "/api/v1/versions/20261120-aaaaaaaa/stops/A")
            #expect(try stop(old) == "Old 20261120-aaaaaaaa")
        }
    }

    @Test("Long answers are compressed for who wants that", .blocking)
    func gzip() async throws {
        try await server().asked { client async throws in
            let address = "/api/v1/stops/A/departures?at=2026-11-20T07:00:00"
            let plain = try await ask(client, address)
            let zipped = try await ask(client, address, headers: [.acceptEncoding: "gzip"])
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(plain.body.readableBytes > FinishedBody.worthCompressing)
            #expect(zipped.headers[.contentEncoding] == "gzip")
            #expect(zipped.body.readableBytes < plain.body.readableBytes / 2)
            #expect(zipped.headers[.eTag] != plain.headers[.eTag])
            let path = try place.folder.write("x.gz", Array(buffer: zipped.body))
            let unpacked = try ProcessRun.run("/bin/gzip", ["-dc", path], folder: place.folder)
            #expect(unpacked.standardOutput == text(plain))
        }
    }

    // MARK: Files

    @Test("Files of a publish folder: those that the manifest names, in whole and in part")
    func files() async throws {
        let path = "/api/v1/bundle/town-20261121-bbbbbbbb.sqlite"
        let bytes = try #require(try WholeFile.read(place.bundle("New"), atMost: .max))
        try await server().asked { client async throws in
            let whole = try await ask(client, path)
            #expect(Array(buffer: whole.body) == bytes)
            #expect(whole.headers[.acceptRanges] == "bytes")
            #expect(whole.headers[.contentType] == "application/vnd.sqlite3")
            #expect(whole.headers[.cacheControl] == "public, max-age=31536000, immutable")
            let tag = try #require(whole.headers[.eTag])

            func part(_ range: String, _ headers: HTTPFields = [:]) async throws -> ResponderReply {
                var headers = headers
                headers[.range] = range
                return try await ask(client, path, method: .get, headers: headers)
            }
            let last = try await part("bytes=-3")
            #expect(last.status == .partialContent)
            #expect(Array(buffer: last.body) == bytes.suffix(3))
            #expect(
                last.headers[.contentRange]
                    == "bytes \(bytes.count - 3)-\(bytes.count - 1)/\(bytes.count)")
            #expect(last.headers[.contentLength] == "3")
            #expect(Array(buffer: try await part("bytes=5-9").body) == Array(bytes[5..<10]))
            let outside = try await part("bytes=\(bytes.count)-")
            #expect(outside.status == .rangeNotSatisfiable)
            #expect(outside.headers[.contentRange] == "bytes */\(bytes.count)")
            let several = try await part("bytes=0-1,4-5")
            #expect(several.status == .ok)
            #expect(several.body.readableBytes == bytes.count)
            #expect(try await part("bytes=0-1", [.ifRange: tag]).status == .partialContent)
            #expect(try await part("bytes=0-1", [.ifRange: "\"x\""]).status == .ok)
            #expect(try await part("bytes=0-1", [.ifRange: "W/\(tag)"]).status == .ok)
            #expect(try await part("bytes=0-1", [.ifNoneMatch: tag]).status == .notModified)
            // Of an old version that is kept, too.
            let old = try await ask(client, "/api/v1/bundle/town-20261120-aaaaaaaa.sqlite")
            #expect(
                try Array(buffer: old.body) == WholeFile.read(place.bundle("Old"), atMost: .max))
        }
    }

    @Test("Nothing else of the folder is sent, whatever its name")
    func otherFiles() async throws {
        try await server().asked { client async throws in
            try place.folder.write("published/secret.txt", Array("secret".utf8))
            try place.folder.write("published/.gtfs/state.json", Array("secret".utf8))
            for name in [
                "secret.txt", ".gtfs%2Fstate.json", "..%2Fbuilt-New.sqlite", "manifest.json", ".",
                "..",
                "latest.sqlite", "%2Fetc%2Fpasswd",
            ] {
                let response = try await ask(client, "/api/v1/bundle/\(name)")
                #expect(response.status == .notFound, "\(name)")
            }
            // A link in the place of a file that the manifest names.
            let file = published + "/town-20261121-bbbbbbbb.sqlite"
            Files.remove(file)
            try Files.makeLink(file, to: place.bundle("New"))
            let link = try await ask(client, "/api/v1/bundle/town-20261121-bbbbbbbb.sqlite")
            #expect(link.status == .serviceUnavailable)
        }
    }

    @Test("The manifest is sent byte for byte, its signature by name")
    func manifest() async throws {
        try await server().asked { client async throws in
            let bytes = try #require(try WholeFile.read(published + "/manifest.json", atMost: .max))
            #expect(Array(buffer: try await ask(client, "/api/v1/bundle/manifest").body) == bytes)
            let name = ManifestSignature.name(of: bytes)
            #expect(try await ask(client, "/api/v1/bundle/\(name)").status == .notFound)
            try place.folder.write("published/\(name)", Array("signature".utf8))
            #expect(text(try await ask(client, "/api/v1/bundle/\(name)")) == "signature")
        }
        let lone = place.folder.path + "/lone.sqlite"
        try place.place("New", at: lone)
        try await server(at: lone).asked { client async throws in
            #expect(try await ask(client, "/api/v1/bundle/manifest").status == .notFound)
            #expect(try await ask(client, "/api/v1/stops/A").status == .ok)
        }
    }

    // MARK: The server

    @Test("Feeds and their status")
    func status() async throws {
        try await server().asked { client async throws in
            let feeds = try Envelope<ListDTO<FeedSummaryDTO>>.decoded(
                from: Data(Array(buffer: try await ask(client, "/api/v1/feeds").body))
            ).data.elements
            #expect(feeds.map(\.feed) == ["town"])
            #expect(feeds.first?.bundle == "20261121-bbbbbbbb")
            #expect(
                feeds.first?.versions.map(\.version) == ["20261121-bbbbbbbb", "20261120-aaaaaaaa"])
            let status = try Envelope<StatusDTO>.decoded(
                from: Data(Array(buffer: try await ask(client, "/status").body))
            ).data.feeds
            #expect(status.first?.state.known == .serving)
            #expect(status.first?.expires?.yyyymmdd == 20_261_231)
        }
    }

    @Test("One feed that opens makes a server ready; /status tells which do not")
    func ready() async throws {
        let folder = place.folder.path + "/feeds"
        for id in ["one", "two"] {
            try place.publish(
                "20261120-aaaaaaaa", id, id: id, at: "2026-11-20T03:00:00Z", in: "\(folder)/\(id)")
        }
        let file = "\(folder)/one/one-20261120-aaaaaaaa.sqlite"
        try place.damage(file)
        try await server(at: folder).asked { client async throws in
            func feeds() async throws -> [FeedStatusDTO] {
                try Envelope<StatusDTO>.decoded(
                    from: Data(Array(buffer: try await ask(client, "/status").body))
                ).data.feeds
            }
            func status(_ path: String) async throws -> HTTPResponse.Status {
                try await ask(client, path).status
            }
            #expect(try await status("/readyz") == .ok)
            let before = try await feeds()
            #expect(before.map { $0.state.known } == [.unavailable, .serving])
            #expect(before.first?.problem?.contains("is damaged") == true)
            #expect(try await status("/api/v1/feeds/one/stops/A") == .serviceUnavailable)
            #expect(try await status("/api/v1/feeds/two/stops/A") == .ok)
            Files.remove(file)
            try Files.addName(file, to: place.bundle("one"))
            #expect(try await status("/api/v1/feeds/one/stops/A") == .ok)
            let after = try await feeds()
            #expect(after.map { $0.state.known } == [.serving, .serving])
            #expect(after.first?.problem == nil)
        }
    }

    @Test("Paths of one feed and of many")
    func manyFeeds() async throws {
        let folder = place.folder.path + "/feeds"
        for id in ["one", "two"] {
            try place.publish(
                "20261120-aaaaaaaa", id, id: id, at: "2026-11-20T03:00:00Z", in: "\(folder)/\(id)")
        }
        try await server(at: folder).asked { client async throws in
            let two = try await ask(client, "/api/v1/feeds/two/stops/A")
            #expect(try stop(two) == "two 20261120-aaaaaaaa")
            let kept = "/api/v1/feeds/one/versions/20261120-aaaaaaaa/stops/A"
            #expect(try stop(try await ask(client, kept)) == "one 20261120-aaaaaaaa")
            for path in ["/api/v1/stops/A", "/api/v1/feeds/three/stops/A"] {
                let response = try await ask(client, path)
                #expect(response.status == .notFound)
                #expect(text(response).contains(#""code":"unknown_feed""#))
            }
        }
    }

    @Test("An error names its field; an internal failure gives no details")
    func failures() async throws {
        let server = try await server()
        let core = server.responder.core
        try await server.asked { client async throws in
            let cases: [(String, Int, String)] = [
                ("/api/v1/stops?limt=3", 400, "limit"), ("/api/v1/stops?limit=x", 400, "limit"),
                ("/api/v1/stops/%FF", 400, "id"),
                ("/api/v1/stops/none", 404, "no stop none"),
                ("/metrics", 404, "path"), ("/api/v1/versions/1/stops", 404, "version"),
            ]
            for (path, status, word) in cases {
                let response = try await ask(client, path)
                #expect(response.status.code == status, "\(path)")
                #expect(text(response).contains(word), "\(path): \(text(response))")
                let envelope = try ErrorEnvelope.decoded(from: Data(Array(buffer: response.body)))
                #expect(envelope.error.code.known?.status == status)
                #expect(!envelope.error.details.isEmpty, "\(path)")
            }
        }
        // No bundle makes the server itself fail.
        let plan = RequestPlan(
            HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"), core, from: nil)
        let reply = APIResponder(core).failure(SystemError.missing, plan)
        #expect(reply.status == .internalServerError)
        let body = try #require(reply.body)
        let envelope = try ErrorEnvelope.decoded(from: Data(Array(buffer: body)))
        #expect(envelope.error.code.known == .serverError)
        #expect(envelope.error.message == "The server failed; its log says why.")
    }
}
