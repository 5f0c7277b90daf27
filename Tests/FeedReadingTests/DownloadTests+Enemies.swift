import Foundation
import SystemLayer
import TestSupport
import Testing

@testable import FeedReading

extension DownloadTests {
    /// A clock that goes on when it is looked at: a few times between any two lines or pieces, and
    /// each second.
    private static func clock(_ step: Duration) -> @Sendable () -> ContinuousClock.Instant {
        let start = ContinuousClock.now
        let looks = Locked(0)
        return {
            looks.withLock { looks in
                looks += 1
                return start + step * looks
            }
        }
    }

    private static func isPrivateRefusal(_ text: String) -> Bool {
        text.hasPrefix("69 leads to the private address ")
            && text.hasSuffix(" (--allow-private-redirects allows that)")
    }

    // MARK: Addresses

    @Test("A redirect from the internet to a private address is refused, unless that is allowed")
    func privateRedirect() throws {
        let zip = zip
        let inside = try serve { _, _ in ServedReply(body: zip) }
        let secret = inside.url("/feed.zip")
        let outside = try serve { _, _ in .redirect(to: secret) }
        // Here both listen on this machine: what counts as private is the port of one of them.
        let port = Int(inside.port)
        let refused = try outcome(outside) { $0.settings.isPrivate = { $0.port == port } }
        #expect(
            refused
                == "69 leads to the private address 127.0.0.1 (--allow-private-redirects allows that)"
        )
        #expect(inside.requests.isEmpty)
        let allowed = try outcome(outside) {
            $0.settings.isPrivate = { $0.port == port }
            $0.settings.allowsPrivateRedirects = true
        }
        #expect(allowed == sha256)
        // From one private address to another: who asks there is inside already.
        #expect(try outcome(outside) { $0.settings.isPrivate = { _ in true } } == sha256)
    }

    @Test("A private address is refused under any name")
    func privateName() throws {
        let zip = zip
        let inside = try serve { _, _ in ServedReply(body: zip) }
        let port = Int(inside.port)
        for host in ["localhost", "0.0.0.0", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"] {
            let outside = try serve { _, _ in .redirect(to: "http://\(host):\(port)/feed.zip") }
            let text = try outcome(outside) { $0.settings.isPrivate = { $0.port == port } }
            #expect(Self.isPrivateRefusal(text), "\(host): \(text)")
        }
        #expect(inside.requests.isEmpty)
    }

    @Test("After a private address of a name, its other addresses are not tried")
    func oneOfSeveralAddresses() throws {
        var settings = DownloadSettings()
        settings.isPrivate = { $0.port == 2 }
        let headers = try #require(
            HTTPRequestHeaders(SecretText("http://example.org/feed.zip"), own: [], common: []))
        let exchange = HTTPExchange(
            headers, settings: settings, since: .now, network: NetworkGuard(settings),
            until: Cancellation()
        ) { _ in
        } body: { _ in
        }
        let outside = try #require(NetworkAddress("192.0.2.1", port: 1))
        let inside = try #require(NetworkAddress("192.0.2.1", port: 2))
        #expect(exchange.mayConnect(to: outside) && exchange.isPatient())
        #expect(!exchange.mayConnect(to: inside))
        #expect(!exchange.mayConnect(to: outside) && !exchange.isPatient())
    }

    @Test("A name that stands for a private address at the second attempt leads nowhere")
    func rebinding() throws {
        let server = try serve { _, _ in .status("503 Sorry") }
        let connections = Locked(0)
        let text = try outcome(server) {
            $0.settings.isPrivate = { _ in
                connections.withLock { count in
                    count += 1
                    return count > 1
                }
            }
        }
        #expect(Self.isPrivateRefusal(text), "\(text)")
        #expect(server.requests.count == 1)
    }

    @Test(
        "A name that stands for a private address when a cut archive is fetched again leads nowhere"
    )
    func rebindingAfterCutArchive() throws {
        let cut = Array(zip.dropLast(40))
        let server = try serve { _, _ in ServedReply(body: cut) }
        let connections = Locked(0)
        var request = request(server.url("/feed.zip"))
        request.settings.isPrivate = { _ in
            connections.withLock { count in
                count += 1
                return count > 1
            }
        }
        #expect {
            _ = try FeedDownload.open(request)
        } throws: {
            "\($0)".contains("leads to the private address")
        }
        #expect(server.requests.count == 1)
    }

    @Test("A private address that was asked before is not asked again after one of the internet")
    func backInside() throws {
        let zip = zip
        let outsideURL = Locked("")
        let inside = try serve { request, _ in
            request.path == "/feed.zip"
                ? .redirect(to: outsideURL.value) : ServedReply(body: zip)
        }
        let secret = inside.url("/secret.zip")
        let outside = try serve { _, _ in .redirect(to: secret) }
        outsideURL.withLock { $0 = outside.url("/feed.zip") }
        let port = Int(inside.port)
        let text = try outcome(inside) { $0.settings.isPrivate = { $0.port == port } }
        #expect(Self.isPrivateRefusal(text), "\(text)")
        #expect(inside.requests.count == 1)
    }

    @Test(
        "An HTTPS download stays on HTTPS, and on HTTP",
        arguments: [
            (
                "https://a.org/x", "http://a.org/x",
                "redirects from https to http, which is not encrypted"
            ),
            ("https://a.org/x", "//b.org/y", nil), ("http://a.org/x", "https://a.org/x", nil),
            ("http://a.org/x", "file:///etc/passwd", "redirects to a URL that is not http(s)"),
            ("http://a.org/x", "ftp://a.org/x", "redirects to a URL that is not http(s)"),
            (
                "http://a.org/x", "gopher://127.0.0.1:25/_x",
                "redirects to a URL that is not http(s)"
            ),
            ("http://a.org/x", "http:///x", "redirects to a URL that is not http(s)"),
        ])
    func destinations(from: String, to: String, refusal: String?) throws {
        let url = try #require(URL(string: from))
        var reason: String?
        do throws(DownloadRedirect.Refusal) {
            _ = try DownloadRedirect.destination(to, from: url)
        } catch {
            reason = error.reason
        }
        #expect(reason == refusal)
    }

    // MARK: Time and bytes

    @Test("A server that sends a byte now and then is given up, though it is never silent")
    func drip() throws {
        let zip = zip
        let server = try serve { _, _ in
            ServedReply(body: zip).with {
                $0.pieceSize = 1
                $0.pause = 20
            }
        }
        let text = try outcome(server) {
            $0.settings.limits.idleTimeout = .seconds(10)
            $0.settings.limits.totalTimeout = .seconds(200)
            $0.settings.now = Self.clock(.milliseconds(100))
            $0.settings.retry.retries = 0
        }
        #expect(text == "69 the server sends less than 100 bytes a second")
    }

    @Test("A head that comes a line now and then is given up")
    func drippingHead() throws {
        let head = "HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 900)
        let server = try serve { _, _ in
            .raw(Array(head.utf8)).with {
                $0.pieceSize = 6
                $0.pause = 20
            }
        }
        let text = try outcome(server) {
            $0.settings.limits.idleTimeout = .seconds(4)
            $0.settings.now = Self.clock(.milliseconds(100))
            $0.settings.retry.retries = 0
        }
        #expect(text == "69 the head of the server's answer does not end")
    }

    @Test("A head of more than 256 KB is given up, be it in one line, in few, or in announcements")
    func largeHeads() throws {
        let line = "X: " + String(repeating: "y", count: 60_000) + "\r\n"
        let announcement = "HTTP/1.1 103 Early Hints\r\nX: " + String(repeating: "y", count: 2000)
        let zip = zip
        for head in [
            "HTTP/1.1 200 OK\r\nX: " + String(repeating: "y", count: 300_000) + "\r\n",
            "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 6),
            String(repeating: announcement + "\r\n\r\n", count: 150) + "HTTP/1.1 200 OK\r\n",
        ] {
            let server = try serve { _, _ in .raw(Array((head + "\r\n").utf8) + zip) }
            #expect(
                try outcome(server) == "69 the head of the server's answer does not end")
            #expect(server.requests.count == 1)
        }
    }

    @Test("What follows a change of protocols that nobody asked for is no file")
    func protocols() throws {
        let zip = zip
        let server = try serve { _, _ in
            .raw(Array("HTTP/1.1 101 Switching Protocols\r\n\r\n".utf8) + zip)
        }
        let text = try outcome(server) { $0.settings.retry.retries = 0 }
        #expect(text == "69 the server's answer is not HTTP")
    }

    @Test(
        "Fields after a body are passed over, unless they do not end",
        arguments: [(3, 1), (40_000, 1), (100, 3000)])
    func trailers(count: Int, length: Int) throws {
        let field = "X-T: " + String(repeating: "a", count: length) + "\r\n"
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let size = String(zip.count, radix: 16) + "\r\n"
        let trailer = "\r\n0\r\n" + String(repeating: field, count: count) + "\r\n"
        let answer = Array((head + size).utf8) + zip + Array(trailer.utf8)
        let server = try serve { _, _ in .raw(answer) }
        let isEndless = count > 3
        #expect(
            try outcome(server)
                == (isEndless ? "69 the head of the server's answer does not end" : sha256))
        #expect(server.requests.count == 1)
    }

    @Test("All attempts together are bounded, not each by itself")
    func totalTime() throws {
        let server = try serve { _, _ in .status("503 Sorry") }
        let text = try outcome(server) {
            $0.settings.limits.totalTimeout = .seconds(1000)
            $0.settings.now = Self.clock(.seconds(10))
            $0.settings.retry.retries = 100
        }
        #expect(text == "69 the download takes longer than 1000 seconds")
        #expect(server.requests.count < 100)
    }

    @Test("No encoding is undone on the way: what is packed counts as an archive does")
    func encodings() throws {
        let zip = zip
        let gzip = try ArchiveBuilder.pack([(name: "x", bytes: zip)], as: .gzip)
        let zeros = try ArchiveBuilder.pack(
            [(name: "x", bytes: [UInt8](repeating: 0, count: 20_000_000))], as: .gzip)
        let server = try serve { request, _ in
            let body = request.path == "/zeros" ? zeros : request.path == "/packed" ? gzip : zip
            return ServedReply("200 OK", ["Content-Encoding: gzip"], body: body)
        }
        // A label that is wrong does no harm, and one that is right is as good as `.zip.gz`.
        #expect(try outcome(server, path: "/labelled") == sha256)
        #expect(try outcome(server, path: "/packed") == ByteDigest.sha256(gzip))
        guard case .downloaded(let file) = try FeedDownload.fetch(request(server.url("/zeros")))
        else { throw Missing() }
        #expect(file.bytes == Int64(zeros.count))
        let text = try outcome(server, path: "/zeros") { $0.archive.limits.totalBytes = 1_000_000 }
        #expect(text.hasPrefix("65 "), "\(text)")
    }

    @Test(
        "An encoding that makes a body unreadable is refused, a mistaken name is not",
        arguments: [
            ("Content-Encoding: br", "Content-Encoding br"),
            ("Content-Encoding: gzip, deflate", "Content-Encoding deflate"),
            ("Transfer-Encoding: gzip", "Transfer-Encoding gzip"),
            ("Content-Encoding: aws-chunked", nil), ("Content-Encoding: UTF-8", nil),
            ("Content-Encoding: identity", nil),
        ])
    func unwanted(header: String, refused: String?) throws {
        let zip = zip
        let server = try serve { _, _ in ServedReply("200 OK", [header], body: zip) }
        #expect(
            try outcome(server)
                == refused.map { "69 the server's answer has an unwanted \($0)" } ?? sha256)
        #expect(server.requests.count == 1)
    }
}
