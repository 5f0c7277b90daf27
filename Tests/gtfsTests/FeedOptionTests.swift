import Foundation
import TestSupport
import Testing

@Suite("Sources of feeds", .blocking)
struct FeedOptionTests {
    private let place: Workplace
    private let zip: String

    init() throws {
        place = try Workplace()
        zip = try TestFeed.town.pack(as: .zip(options: ""), to: place.folder, as: "town.zip")
    }

    private func expectBundle(
        _ outcome: Command.Outcome, at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(outcome.code == 0, "\(outcome.errors)", sourceLocation: location)
        #expect(try place.routes().count == 4, sourceLocation: location)
        try FileManager.default.removeItem(atPath: place.bundle)
    }

    @Test("A feed is an argument or --input; a zip, a folder or a tar.gz")
    func kinds() throws {
        let tar = try TestFeed.town.pack(as: .gzippedTar, to: place.folder, as: "town.tar.gz")
        for feed in [place.feed, zip, tar] {
            try expectBundle(try place.run("build", feed, "-o", place.bundle))
            try expectBundle(try place.run("build", "-i", feed, "--output", place.bundle))
            try expectBundle(try place.run("build", "--input", feed, "--output=\(place.bundle)"))
        }
    }

    @Test("A zip comes in on standard input")
    func standardInput() throws {
        try expectBundle(
            try place.run(
                "build", "-", "-o", place.bundle, "--temporary-directory",
                place.folder.temporaryDirectory, input: zip))
        #expect(try place.folder.temporaryFiles().isEmpty)
    }

    @Test("A feed is downloaded, with the headers that are asked for")
    func download() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: zip)))
        let server = try TestServer { _, _ in ServedReply(body: bytes) }
        let url = server.url("/town.zip?key=s3cret")
        let outcome = try place.run(
            "build", "-u", url, "-o", place.bundle, "--http-header", "X-Key: a b",
            "--http_header=X-Other:1")
        try expectBundle(outcome)
        try expectBundle(try place.run("build", url, "-o", place.bundle))
        try expectBundle(try place.run("build", "--url", url, "-o", place.bundle))
        let requests = server.requests
        #expect(requests.count == 3)
        let request = try #require(requests.first?.text)
        #expect(request.contains("X-Key: a b\r\n"))
        #expect(request.contains("X-Other: 1\r\n"))
        #expect(request.contains("User-Agent: swift-gtfs/"))
        // Possible secrets in a URL are not told.
        #expect(outcome.errors.contains("/town.zip"))
        #expect(!outcome.errors.contains("s3cret"))
    }

    @Test("A proxy's refusal is distinguished from the server's")
    func proxy() throws {
        let proxy = try TestServer { _, _ in
            ServedReply("407 Proxy Authentication Required")
        }
        let outcome = try Command.run(
            ["build", "https://feeds.example/town.zip", "-o", place.bundle], in: place.folder,
            environment: [
                "https_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "", "NO_PROXY": "",
            ])
        #expect(outcome.code == 69)
        #expect(outcome.errors.contains("/town.zip: the proxy answered with status 407\n"))
        #expect(proxy.requests.first?.text.hasPrefix("CONNECT feeds.example:443 ") == true)
    }

    @Test("--subpath chooses among several feeds")
    func subpath() throws {
        let folder = place.folder.path + "/two"
        _ = try TestFeed.town.write(to: place.folder, as: "two/one")
        _ = try TestFeed.base.write(to: place.folder, as: "two/other")
        let outcome = try place.run("build", folder, "-o", place.bundle)
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("one, other; choose with --subpath"))
        try expectBundle(try place.run("build", folder, "-o", place.bundle, "--subpath", "one"))
        #expect(
            try place.run("build", folder, "-o", place.bundle, "--subpath=other").code == 0)
        #expect(try place.routes() == ["R"])
    }

    @Test("Limits are flags, and their errors name them")
    func limits() throws {
        for (flag, value) in [("--max-members", "3"), ("--max-unpacked-size", "1KB")] {
            let outcome = try place.run("build", zip, "-o", place.bundle, flag, value)
            #expect(outcome.code == 65)
            #expect(outcome.errors.contains("raise it with \(flag)"))
        }
        try expectBundle(
            try place.run(
                "build", zip, "-o", place.bundle, "--max-members", "7", "--max-unpacked-size",
                "1MB"))
    }

    @Test("A file that unpacks to too much for its size is refused, until the flag is raised")
    func ratio() throws {
        var feed = TestFeed.town
        // Few long rows: in debug, a hundred million short ones take a minute and a half.
        let note = String(repeating: "x", count: 4_000)
        feed["levels.txt"] =
            "level_id,level_index,note\n"
            + (0..<25_300).map { "L\($0),0,\(note)\n" }.joined()
        let bomb = try feed.pack(as: .zip(options: ""), to: place.folder, as: "bomb.zip")
        let outcome = try place.run("build", bomb, "-o", place.bundle)
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("raise it with --max-ratio"))
        try expectBundle(
            try place.run(
                "build", bomb, "-o", place.bundle, "--max_ratio", "2000", "--max-size=500MB"))
    }
}
