import FeedReading
import SystemLayer
import TestSupport
import Testing

@Suite("Answers over HTTP", .blocking)
struct HTTPAnswerTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// The result with a server that sends just this: the hash of the archive, or the message.
    private func outcome(
        _ answer: @escaping @Sendable (ServedRequest) -> ServedReply,
        header: (name: String, value: String) = ("X-Key", "")
    ) throws -> (text: String, requests: [ServedRequest]) {
        let server = try TestServer { request, _ in answer(request) }
        var options = folder.options()
        options.httpHeaders = HTTPHeader.list(header)
        options.download.retry.retries = 0
        let url = server.url("/feed.zip")
        do throws(FeedError) {
            let archive = try FeedArchive.open(url, options: options)
            return (try archive.archiveSHA256() ?? "a folder", server.requests)
        } catch {
            return ("\(error)".replacing(url + ": ", with: ""), server.requests)
        }
    }

    private static func reply(_ head: String, body: [UInt8] = []) -> ServedReply {
        .raw(bytes(head, body: body))
    }

    private static func bytes(_ head: String, body: [UInt8] = []) -> [UInt8] {
        Array(head.replacing("\n", with: "\r\n").utf8) + body
    }

    private func sha256() throws -> String {
        try #require(try folder.open(TinyFeed.zip).archiveSHA256())
    }

    @Test("Announcements, continued values and any case of names are read")
    func heads() throws {
        let zip = TinyFeed.zip
        let head = """
            HTTP/1.1 103 Early Hints
            Content-Length: 1

            HTTP/1.1 200
            content-LENGTH:   \(zip.count)
            eTAG:"v1"
            last-Modified:  Sat, 21 Nov 2026
              10:00:00 GMT


            """
        let server = try TestServer { _, _ in Self.reply(head, body: zip) }
        let url = server.url("/feed.zip")
        var request = DownloadRequest(
            url: SecretText(url), shownAs: url, archive: folder.options())
        guard case .downloaded(let file) = try FeedDownload.fetch(request) else {
            Issue.record("nothing was downloaded")
            return
        }
        #expect(file.bytes == Int64(zip.count))
        #expect(file.validators?.etag == "\"v1\"")
        #expect(file.validators?.lastModified == "Sat, 21 Nov 2026 10:00:00 GMT")
        // The length in the head alone tells this, before a byte of the body has come.
        request.settings.limits.maxBytes = 1
        let error = feedError { () throws(FeedError) in _ = try FeedDownload.fetch(request) }
        #expect(error?.description.contains("has at least \(zip.count) bytes") == true)
    }

    @Test("Bytes behind a body are ignored")
    func trailer() throws {
        let zip = TinyFeed.zip
        let head = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n"
        let answer =
            Self.bytes(head + String(zip.count, radix: 16) + "\n", body: zip)
            + Self.bytes("\n0\nContent-Length: 1\n\n")
        #expect(try outcome { _ in .raw(answer) }.text == sha256())
    }

    @Test("Errors say that an answer is not HTTP, or breaks off in its head")
    func noHTTP() throws {
        #expect(
            try outcome { _ in Self.reply("SSH-2.0-OpenSSH_9.2\n") }.text
                == "the server's answer is not HTTP")
        #expect(
            try outcome { _ in Self.reply("HTTP/1.1 200 OK\nContent-Le") }.text
                == "the connection was cut before the end")
        #expect(try outcome { _ in .raw([]) }.text == "the connection was cut before the end")
    }

    @Test("A head without an end is given up")
    func endlessHead() throws {
        let head = "HTTP/1.1 200 OK\n" + String(repeating: "X: y\n", count: 5000)
        let text = try outcome { _ in Self.reply(head) }.text
        #expect(text == "the head of the server's answer does not end")
    }

    @Test(
        "Redirects lead where they may",
        arguments: [
            ("a b/../feed.zip?x=1", "sha256"),
            ("//127.0.0.1:1/", "cannot connect to the host"),
            ("file:///etc/passwd", "redirects to a URL that is not http(s)"),
            ("ftp://127.0.0.1/", "redirects to a URL that is not http(s)"),
            ("", "the server answered with status 302"),
        ])
    func redirects(location: String, expected: String) throws {
        let zip = TinyFeed.zip
        // The page of a redirect is not waited for: it is longer than it says.
        let head = "HTTP/1.1 302 Found\nLocation: \(location)\nContent-Length: 100000\n\n"
        let (text, requests) = try outcome { request in
            request.query == "x=1" ? ServedReply(body: zip) : Self.reply(head, body: [1, 2])
        }
        #expect(try text == (expected == "sha256" ? sha256() : expected))
        #expect(requests.count == (expected == "sha256" ? 2 : 1))
    }

    @Test("A header without a value is sent")
    func emptyHeader() throws {
        let zip = TinyFeed.zip
        let (_, requests) = try outcome { _ in ServedReply(body: zip) }
        #expect(requests.first?.text.contains("X-Key:\r\n") == true)
    }
}
