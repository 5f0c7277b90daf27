import FeedReading
import TestSupport
import Testing

@Suite("Downloads", .blocking)
struct ArchiveDownloadTests {
    private let folder: TestFolder
    private let server: TestServer
    /// Another origin, to which the first redirects.
    private let other: TestServer

    init() throws {
        folder = try TestFolder()
        let zip = TinyFeed.zip
        let other = try TestServer { _, _ in ServedReply(body: zip) }
        self.other = other
        let elsewhere = other.url("/feed.zip")
        server = try TestServer { request, _ in
            switch request.path {
            case "/same": .redirect(to: "/feed.zip")
            case "/other": .redirect(to: elsewhere)
            case "/loop": .redirect(to: "/loop")
            case "/missing": ServedReply("404 Not Found", body: [1])
            case "/page": ServedReply(body: Array("<!doctype html><p>Hello".utf8))
            case "/cut": ServedReply(body: zip).with { $0.declaredLength = zip.count + 100 }
            case "/silent": .raw([])
            default: ServedReply(body: zip)
            }
        }
    }

    private func open(
        _ path: String, limits: ArchiveLimits = .standard
    ) throws(FeedError) -> FeedArchive {
        var options = folder.options(limits: limits)
        options.userAgent = "swift-gtfs/1.2"
        options.httpHeaders = HTTPHeader.list(
            ("X-Key", "s3cret"), ("Authorization", "Bearer t0ken"))
        return try FeedArchive.open(server.url(path), options: options)
    }

    private func message(_ path: String, limits: ArchiveLimits = .standard) -> String? {
        let error = feedError { () throws(FeedError) in try open(path, limits: limits) }
        return error.map { "\($0.exitCode) \($0)" }
    }

    private var base: String { server.url("") }

    @Test("A feed is downloaded with the user's headers and leaves no file behind")
    func download() throws {
        let archive = try open("/feed.zip?key=s3cret")
        #expect(try archive.text(of: "stops.txt") == TinyFeed.files[1].text)
        #expect(archive.archiveBytes == Int64(TinyFeed.zip.count))
        #expect(archive.sourceDescription == base + "/feed.zip")
        let request = try #require(server.requests.first?.text)
        #expect(request.contains("User-Agent: swift-gtfs/1.2\r\n"))
        #expect(request.contains("X-Key: s3cret\r\n"))
        #expect(request.contains("Authorization: Bearer t0ken\r\n"))
        #expect(try folder.temporaryFiles().isEmpty)
    }

    @Test("Given headers replace those that a download sends by itself, in any case")
    func replaced() throws {
        var options = folder.options()
        options.userAgent = "swift-gtfs/1.2"
        options.httpHeaders = HTTPHeader.list(
            ("user-agent", "Mozilla/5.0"), ("ACCEPT-ENCODING", "gzip"),
            ("Host", "feeds.example.org"), ("authorization", "Bearer t0ken"))
        let address = server.url("/other").replacing("http://", with: "http://user:pass@")
        #expect(try FeedArchive.open(address, options: options).members.count == 3)
        func lines(_ server: TestServer, _ name: String) throws -> [String] {
            try #require(server.requests.first).text.split(separator: "\r\n").map(String.init)
                .filter { $0.lowercased().hasPrefix(name + ":") }
        }
        #expect(try lines(server, "user-agent") == ["user-agent: Mozilla/5.0"])
        #expect(try lines(server, "accept-encoding") == ["ACCEPT-ENCODING: gzip"])
        #expect(try lines(server, "host") == ["Host: feeds.example.org"])
        #expect(try lines(server, "authorization") == ["authorization: Bearer t0ken"])
        // Another server gets nothing of the user's.
        #expect(try lines(other, "user-agent") == ["User-Agent: swift-gtfs/1.2"])
        #expect(try lines(other, "accept-encoding") == ["Accept-Encoding: identity"])
        #expect(try lines(other, "host") == ["Host: 127.0.0.1:\(other.port)"])
    }

    @Test("Headers follow a redirect on the same server, and to no other")
    func redirects() throws {
        #expect(try open("/same").members.count == 3)
        #expect(server.requests.last?.text.contains("s3cret") == true)
        #expect(try open("/other").members.count == 3)
        let request = try #require(other.requests.first?.text)
        #expect(request.contains("User-Agent: swift-gtfs/1.2\r\n"))
        #expect(!request.contains("s3cret"))
        #expect(!request.contains("t0ken"))
    }

    @Test("A failure names its reason")
    func failures() throws {
        #expect(message("/missing") == "69 \(base)/missing: the server answered with status 404")
        #expect(message("/loop") == "69 \(base)/loop: redirects more than 10 times")
        #expect(message("/page") == "65 \(base)/page: this is an HTML page, not a feed")
        let size = TinyFeed.zip.count
        #expect(
            message("/cut")
                == "69 \(base)/cut: the connection was cut after \(size) of \(size + 100) bytes")
        #expect(message("/silent")?.hasPrefix("69 \(base)/silent: ") == true)
        #expect(try folder.temporaryFiles().isEmpty)
    }

    @Test("A download is bounded")
    func bounded() {
        let text = message("/feed.zip", limits: ArchiveLimits(totalBytes: 100))
        #expect(text?.hasPrefix("65 ") == true)
        #expect(text?.contains("--max-unpacked-size") == true)
    }

    @Test("An unreachable server is exit code 69, an invalid URL 66")
    func unreachable() {
        let error = feedError { () throws(FeedError) in
            try FeedArchive.open("http://127.0.0.1:1/feed.zip", options: folder.options())
        }
        #expect(error?.exitCode == 69)
        #expect(error?.description.hasSuffix("cannot connect to the host") == true)
        let invalid = feedError { () throws(FeedError) in
            try FeedArchive.open("http://", options: folder.options())
        }
        #expect(invalid?.exitCode == 66)
    }
}
