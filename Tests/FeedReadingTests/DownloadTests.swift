import FeedReading
import Foundation
import SystemLayer
import TestSupport
import Testing

@Suite("Downloads from servers that misbehave", .blocking)
struct DownloadTests {
    /// The waits, noted instead of waited.
    private final class Waits: Sendable {
        private let all = Locked<[Duration]>([])
        var list: [Duration] { all.value }
        func add(_ time: Duration) { all.withLock { $0.append(time) } }
    }

    let folder: TestFolder
    private let waits = Waits()
    let zip: [UInt8]
    let sha256: String

    init() throws {
        folder = try TestFolder()
        let noise = (0..<60_000).map { "stop\($0 &* 2_654_435_761 % 1_000_003)\n" }.joined()
        zip = try ArchiveBuilder.pack(
            [("stops.txt", "stop_id\n" + noise), ("agency.txt", "agency_name\nMetro\n")],
            as: .zip(options: "compression=store"))
        sha256 = try #require(try folder.open(zip).archiveSHA256())
    }

    func request(_ url: String) -> DownloadRequest {
        var request = DownloadRequest(
            url: SecretText(url), shownAs: FeedLocation(url).description,
            archive: folder.options())
        request.settings.sleep = { [waits] in waits.add($0) }
        request.settings.retry.random = { 1 }
        return request
    }

    /// The hash of what was downloaded, with the number of attempts; the message of a failure;
    /// or that nothing has changed.
    func outcome(_ request: DownloadRequest) -> String {
        do throws(FeedError) {
            switch try FeedDownload.fetch(request) {
            case .notModified: return "not modified"
            case .downloaded(let file):
                return try file.open(request.archive).archiveSHA256() ?? "a folder"
            }
        } catch {
            let message = "\(error.exitCode) \(error)"
            return message.replacing(request.shownAs + ": ", with: "")
        }
    }

    func outcome(
        _ server: TestServer, path: String = "/feed.zip",
        _ change: (inout DownloadRequest) -> Void = { _ in }
    ) throws -> String {
        var request = request(server.url(path))
        change(&request)
        let outcome = outcome(request)
        #expect(try folder.temporaryFiles().isEmpty)
        return outcome
    }

    func serve(_ script: @escaping TestServer.Script) throws -> TestServer {
        try TestServer(script)
    }

    @Test("An unchanged file is not sent again")
    func conditions() throws {
        let file = ServedFile(zip, etag: "\"v1\"", lastModified: "Sat, 21 Nov 2026 10:00:00 GMT")
        let server = try serve { request, _ in file.reply(to: request) }
        guard case .downloaded(let first) = try FeedDownload.fetch(request(server.url("/feed.zip")))
        else { throw Missing() }
        #expect(first.validators?.etag == "\"v1\"")
        #expect(first.validators?.lastModified == "Sat, 21 Nov 2026 10:00:00 GMT")
        #expect(first.bytes == Int64(zip.count))
        #expect(try outcome(server) { $0.validators = first.validators } == "not modified")
        let request = try #require(server.requests.last)
        #expect(request["If-None-Match"] == "\"v1\"")
        #expect(request["If-Modified-Since"] == "Sat, 21 Nov 2026 10:00:00 GMT")
        #expect(request["Accept-Encoding"] == "identity")
        #expect(server.requests[0]["If-None-Match"] == nil)
        let older = DownloadValidators(etag: "\"v0\"", lastModified: nil)
        #expect(try outcome(server) { $0.validators = older } == sha256)
    }

    @Test("A server that insists on gzip is asked for gzip, once in each attempt")
    func insisting() throws {
        let packed = try ArchiveBuilder.pack([("feed.zip", zip)], as: .gzip)
        let server = try serve { request, number in
            guard request["Accept-Encoding"] == "gzip" else { return .status("406 No") }
            return number < 2
                ? .status("503 Later")
                : ServedReply("200 OK", ["Content-Encoding: gzip"], body: packed)
        }
        // The bytes stay as they came.
        #expect(try outcome(server) == ByteDigest.sha256(packed))
        #expect(
            server.requests.map { $0["Accept-Encoding"] }
                == ["identity", "gzip", "identity", "gzip"])
        let refusing = try serve { _, _ in .status("406 No") }
        #expect(try outcome(refusing) == "69 the server answered with status 406")
        #expect(refusing.requests.count == 2)
        // The user has decided.
        #expect(
            try outcome(refusing) { $0.headers = HTTPHeader.list(("accept-encoding", "br")) }
                == "69 the server answered with status 406")
        #expect(refusing.requests.count == 3)
    }

    @Test("A given condition or range takes the place of the download's own")
    func ownConditions() throws {
        let file = ServedFile(zip, etag: "\"v1\"")
        let server = try serve { request, _ in
            request["Range"] == nil ? file.reply(to: request) : .status("416 No")
        }
        let known = DownloadValidators(etag: "\"v1\"", lastModified: nil)
        #expect(
            try outcome(server) {
                $0.validators = known
                $0.headers = HTTPHeader.list(("if-none-match", "\"v0\""))
            } == sha256)
        let request = try #require(server.requests.last).text.lowercased()
        #expect(request.contains("if-none-match: \"v0\"\r\n"))
        #expect(!request.contains("\"v1\""))
        #expect(
            try outcome(server) { $0.headers = HTTPHeader.list(("range", "bytes=0-9")) }
                == "69 the server answered with status 416")
    }

    @Test("An unexpected 304 is followed by one further request")
    func unasked() throws {
        let zip = zip
        let lying = try serve { _, _ in ServedReply("304 Not Modified") }
        #expect(
            try outcome(lying)
                == "69 the server says that nothing has changed, though it was not asked")
        #expect(lying.requests.count == 2)
        #expect(lying.requests.last?["Cache-Control"] == "no-cache")
        let once = try serve { _, number in
            number == 0 ? ServedReply("304 Not Modified") : ServedReply(body: zip)
        }
        #expect(try outcome(once) == sha256)
    }

    @Test(
        "A passing failure is tried again",
        arguments: [408, 425, 429, 500, 502, 503, 504])
    func retried(status: Int) throws {
        let zip = zip
        let server = try serve { _, number in
            number < 3 ? .status("\(status) Sorry") : ServedReply(body: zip)
        }
        #expect(try outcome(server) == sha256)
        #expect(server.requests.count == 4)
        // Full jitter with the largest of random numbers: each bound is twice the last.
        #expect(waits.list == [.milliseconds(500), .seconds(1), .seconds(2)])
    }

    @Test("A lasting failure is not tried again")
    func lasting() throws {
        let server = try serve { request, _ in .status(request.path.dropFirst() + " No") }
        for status in [400, 404, 410, 501] {
            #expect(
                try outcome(server, path: "/\(status)")
                    == "69 the server answered with status \(status)")
        }
        #expect(server.requests.count == 4)
        #expect(
            try outcome(server, path: "/401") { $0.refusalHint = "check KEY" }
                == "69 the server answered with status 401: check KEY")
        #expect(waits.list.isEmpty)
        #expect(
            try outcome(server, path: "/503")
                == "69 the server answered with status 503 (tried 5 times)")
    }

    @Test("Waits are random between nothing and a bound that doubles up to a limit")
    func jitter() throws {
        let server = try serve { _, _ in .status("503 No") }
        _ = try outcome(server) {
            $0.settings.retry.retries = 6
            $0.settings.retry.random = { 0.5 }
            $0.settings.retry.longest = .seconds(5)
        }
        #expect(waits.list == [0.25, 0.5, 1, 2, 2.5, 2.5].map { .seconds($0) })
    }

    @Test("Retry-After is honoured, in seconds and as a date, up to a limit")
    func retryAfter() throws {
        let zip = zip
        func wait(_ value: String) throws -> String {
            let server = try serve { _, number in
                number == 0
                    ? .status("429 Slow down", ["Retry-After: " + value])
                    : ServedReply(body: zip)
            }
            return try outcome(server)
        }
        #expect(try wait("7") == sha256)
        #expect(waits.list == [.seconds(7)])
        #expect(try wait("Sun, 06 Nov 1994 08:49:37 GMT") == sha256)
        #expect(try wait("whenever") == sha256)
        #expect(waits.list.dropFirst() == [.milliseconds(500), .milliseconds(500)])
        let late = try wait("3600")
        #expect(
            late.hasPrefix(
                "69 the server answered with status 429, and asks to retry in 3,600 seconds, at 20"
            ))
        #expect(late.hasSuffix(" UTC"))
        #expect(try wait("Wed, 06 Nov 2999 08:49:37 GMT").contains("at "))
        #expect(waits.list.count == 3)
    }

    @Test(
        "After a broken transfer the rest is fetched",
        arguments: [
            ServedFile([], etag: "\"v1\""),
            ServedFile([], lastModified: "Sat, 21 Nov 2026 10:00:00 GMT"),
        ])
    func resumed(kind: ServedFile) throws {
        let file = ServedFile(zip, etag: kind.etag, lastModified: kind.lastModified)
        let server = try serve { request, number in
            let reply = file.reply(to: request)
            return number == 2
                ? reply
                : reply.with {
                    $0.declaredLength = $0.body.count
                    $0.cutAfter = 100_000
                }
        }
        #expect(try outcome(server) == sha256)
        #expect(server.requests.map { $0["Range"] } == [nil, "bytes=100000-", "bytes=200000-"])
        #expect(server.requests.last?["If-Range"] == kind.etag ?? kind.lastModified)
    }

    /// How a server deals with a range, and how many requests it takes.
    enum RangeCase: String, CaseIterable {
        case ignored, unoffered, weak, changed, wrongStart, wrongTotal, otherETag, unsatisfiable
        case reset
    }

    @Test("The result is whole however a server answers a range", arguments: RangeCase.allCases)
    func ranges(kind: RangeCase) throws {
        let zip = zip
        let etag = kind == .weak ? "W/\"v1\"" : "\"v1\""
        let file = ServedFile(zip, etag: etag, hasRanges: kind != .unoffered)
        let server = try serve { request, number in
            let reply = file.reply(to: request)
            guard number > 0 else {
                return reply.with {
                    $0.declaredLength = zip.count
                    $0.cutAfter = 50_000
                    $0.isReset = kind == .reset
                    if kind == .changed {
                        $0.headers = ["ETag: \"v0\"", "Accept-Ranges: bytes"]
                        $0.body = [UInt8](repeating: 7, count: 60_000)
                    }
                }
            }
            guard request["Range"] != nil else { return reply }
            let end = zip.count - 1
            switch kind {
            case .ignored: return ServedReply(body: zip)
            case .wrongStart:
                return reply.with {
                    $0.headers = ["Content-Range: bytes 49999-\(end)/\(zip.count)"]
                }
            case .wrongTotal:
                return reply.with {
                    $0.headers = ["Content-Range: bytes 50000-\(end)/\(zip.count + 1)"]
                }
            case .otherETag:
                return reply.with {
                    $0.headers = ["ETag: \"v2\"", "Content-Range: bytes 50000-\(end)/\(zip.count)"]
                }
            case .unsatisfiable: return .status("416 No")
            default: return reply
            }
        }
        #expect(try outcome(server) == sha256)
        let isAskedForRange = server.requests.contains { $0["Range"] != nil }
        // A reset may take bytes with it that were already sent.
        if kind != .reset { #expect(isAskedForRange == ![.unoffered, .weak].contains(kind)) }
        let isRefused = [.wrongStart, .wrongTotal, .otherETag, .unsatisfiable].contains(kind)
        #expect(server.requests.count == (isRefused ? 3 : 2))
    }

    @Test("A transfer of another length than announced is broken")
    func lengths() throws {
        let zip = zip
        let short = try serve { _, _ in
            ServedReply(body: zip).with { $0.declaredLength = zip.count + 5 }
        }
        #expect(
            try outcome(short) { $0.settings.retry.retries = 1 }
                == "69 the connection was cut after \(zip.count) of \(zip.count + 5) bytes (tried 2 times)"
        )
        // The excess is no part of the answer: the rest is a zip without its end.
        let long = try serve { _, _ in
            ServedReply(body: zip).with { $0.declaredLength = zip.count - 5000 }
        }
        #expect(try outcome(long).hasPrefix("65 the zip is cut short"))
        let cut = try serve { _, number in
            ServedReply(body: zip).with {
                $0.isChunked = true
                $0.cutAfter = number == 0 ? 1000 : nil
            }
        }
        #expect(try outcome(cut) == sha256)
    }

    @Test("The size is limited while it arrives, said or unsaid")
    func sizes() throws {
        let zip = zip
        let server = try serve { request, _ in
            ServedReply(body: zip).with { $0.isChunked = request.path == "/unsaid" }
        }
        for path in ["/said", "/unsaid"] {
            let text = try outcome(server, path: path) { $0.settings.limits.maxBytes = 100_000 }
            #expect(text.hasPrefix("69 has at least "), "\(path): \(text)")
            #expect(text.hasSuffix("more than the limit of 100000 bytes"))
        }
        #expect(waits.list.isEmpty)
    }

    @Test("Redirects are counted, and keys go to no other host")
    func redirects() throws {
        let zip = zip
        let other = try serve { _, _ in ServedReply(body: zip) }
        let elsewhere = other.url("/feed.zip")
        let server = try serve { request, _ in
            request.path == "/loop" ? .redirect(to: "/loop?key=s3cret") : .redirect(to: elsewhere)
        }
        #expect(
            try outcome(server, path: "/loop") { $0.settings.limits.maxRedirects = 3 }
                == "69 redirects more than 3 times")
        let url = server.url("/away?key=s3cret").replacing(
            "http://", with: "http://user:pass%20word@")
        var request = request(url)
        request.headers = HTTPHeader.list(("X-Key", "t0ken"))
        #expect(outcome(request) == sha256)
        let asked = try #require(server.requests.last)
        #expect(asked["X-Key"] == "t0ken")
        #expect(asked["Authorization"] == "Basic dXNlcjpwYXNzIHdvcmQ=")
        let text = try #require(other.requests.first).text
        for secret in ["t0ken", "s3cret", "dXNlcjpw"] { #expect(!text.contains(secret)) }
    }

    @Test(
        "The user's headers go to the same server, as well protected or better",
        arguments: [
            ("https://a.org/x", "https://A.org/y?z", true, false),
            ("https://a.org/x", "https://b.org/x", false, false),
            ("https://a.org/x", "https://a.org.b.org/x", false, false),
            ("https://a.org/x", "https://a.org:444/x", false, false),
            ("https://a.org/x", "http://a.org/x", false, true),
            ("https://a.org/x", "http://b.org/x", false, true),
            ("http://a.org/x", "https://a.org/x", true, false),
            ("http://a.org:80/x", "https://a.org/x", false, false),
            ("http://a.org/x", "http://a.org/y", true, false),
        ])
    func origins(from: String, to: String, isSame: Bool, isLess: Bool) throws {
        let origin = DownloadOrigin(try #require(URL(string: from)))
        let url = try #require(URL(string: to))
        #expect(origin.includes(url) == isSame)
        #expect(origin.isProtectedBetter(than: url) == isLess)
    }

    @Test("A refused or reset connection is tried again")
    func connections() throws {
        #expect(
            outcome(request("http://127.0.0.1:1/feed.zip"))
                == "69 cannot connect to the host (tried 5 times)")
        #expect(waits.list.count == 4)
        let zip = zip
        let server = try serve { _, number in
            ServedReply(body: zip).with {
                $0.isReset = number == 0
                $0.cutAfter = number == 0 ? 0 : nil
            }
        }
        #expect(try outcome(server) == sha256)
    }

    struct Missing: Error {}
}

extension HTTPHeader {
    /// Headers of names and values that can be sent.
    static func list(_ headers: (name: String, value: String)...) -> [HTTPHeader] {
        headers.compactMap { HTTPHeader(name: $0.name, value: $0.value) }
    }
}
