import FeedReading
import Testing

@Suite("Errors and locations")
struct ArchiveFeedErrorTests {
    private static let all: [FeedError] = [
        .inputMissing(source: "s", reason: "r"), .inputUnreadable(source: "s", reason: "r"),
        .temporaryFile(directory: "d", reason: "r"), .download(source: "s", reason: "r"),
        .notAnArchive(source: "s", reason: "r"), .damagedArchive(source: "s", reason: "r"),
        .damagedMember(source: "s", member: "m", offset: 1, reason: "r"),
        .encryptedMember(source: "s", member: "m"),
        .unreadableMethod(source: "s", member: "m", method: "a"),
        .noFeedFiles(source: "s", found: ["a"]),
        .severalFeeds(source: "s", folders: ["a", "b"]),
        .innerArchives(source: "s", archives: ["a"]), .nestedTooDeep(source: "s"),
        .subpathNotFound(source: "s", subpath: "p", candidates: ["a"]),
        .limitExceeded(source: "s", limit: .ratio(1), found: "f"), .internalFailure(reason: "r"),
    ]

    @Test("Every error has an exit code of the documented ones and one line", arguments: all)
    func everyError(error: FeedError) {
        #expect([65, 66, 69, 70, 74].contains(error.exitCode))
        #expect(!error.description.isEmpty)
        #expect(!error.description.contains("\n"))
    }

    @Test("Names from archives cannot break the line or colour the terminal")
    func hostileNames() {
        let name = "a\n\u{1B}[31m\u{202E}b\u{2028}" + String(repeating: "x", count: 5000)
        let text = FeedError.encryptedMember(source: "s", member: name).description
        #expect(text.hasPrefix("s: a??[31m?b?xxx"))
        #expect(text.count < 400)
    }

    @Test("Long lists are cut")
    func longLists() {
        let text = FeedError.severalFeeds(source: "s", folders: (1...12).map { "f\($0)" })
            .description
        #expect(text.contains("f9, f10 and 2 more;"))
    }

    @Test("An argument is standard input, a URL or a path")
    func kinds() {
        #expect(FeedLocation("-").kind == .standardInput)
        #expect(FeedLocation("HTTPS://x.org/a.zip").kind == .url("HTTPS://x.org/a.zip"))
        #expect(FeedLocation("./-").kind == .path("./-"))
        #expect(FeedLocation("ftp://x.org").kind == .path("ftp://x.org"))
    }

    @Test(
        "Possible secrets in a URL are not shown",
        arguments: [
            ("https://me:pa@ss@x.org/a.zip?key=1#f", "https://x.org/a.zip"),
            ("http://x.org:8080/a/b.zip", "http://x.org:8080/a/b.zip"),
            ("HTTP://x.org?key=1", "http://x.org"),
            ("https://x.org/user@host/a.zip", "https://x.org/user@host/a.zip"),
        ])
    func secrets(url: String, shown: String) {
        #expect(FeedLocation(url).description == shown)
    }
}
