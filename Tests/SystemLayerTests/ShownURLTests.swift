import SystemLayer
import Testing

@Suite("URLs in messages") struct ShownURLTests {
    @Test(
        "Scheme, host and path are shown",
        arguments: [
            ("https://me:pa@ss@x.org/a.zip?key=1#f", "https://x.org/a.zip"),
            ("http://x.org:8080/a/b.zip", "http://x.org:8080/a/b.zip"),
            ("HTTP://x.org?key=1", "http://x.org"),
            ("https://x.org/user@host/a.zip", "https://x.org/user@host/a.zip"),
            ("http://[::1]:80/a", "http://[::1]:80/a"),
            ("http://bücher.de/ä", "http://bücher.de/ä"),
            ("https://u:${PW}@${HOST}/${PART}/a.zip", "https://${HOST}/${PART}/a.zip"),
            ("file:///srv/a@b.zip", "file:///srv/a@b.zip"), (" http://u:p@h/x", "http://h/x"),
            ("ftp://alice:s3cret@h/x", "ftp://h/x"), ("--url=http://u:p@h", "http://h"),
            ("http://u:p\t@h/x", "http://h/x"), ("http://u:[p]@[::1]:80/a", "http://[::1]:80/a"),
            ("http://h/a?\u{301}key=1", "http://h/a"), ("http://h/12:30/a", "http://h/12:30/a"),
            // These are no URLs.
            ("a@b:c.zip", "a@b:c.zip"), ("/srv//a@b.zip", "/srv//a@b.zip"), ("-", "-"), ("", ""),
            ("//server/a.zip", "//server/a.zip"),
        ])
    func whole(url: String, shown: String) {
        #expect(ShownURL(url).text == shown)
        #expect(ShownURL(url).isWhole)
        #expect(ShownURL(shown).text == shown)
    }

    @Test("Of what is too long for a URL nothing is shown")
    func long() {
        let text = String(repeating: "http:", count: 20_000)
        #expect(ShownURL(text).text == "…" && !ShownURL(text).isWhole)
        #expect(ShownURL.hiding([text], in: "\(text): is no URL") == "…: is no URL")
    }

    @Test(
        "Where the host is a guess, only the scheme is shown",
        arguments: [
            ("http://alice:s3cret/x@host", "http://…"), ("http://alice:s3?cret@host/x", "http://…"),
            ("http://alice:s3#cret@host/x", "http://…"), ("http://alice:s3\\cret@host", "http://…"),
            ("http://alice:12?34@host/x", "http://…"), ("http://alice:12/34@host/x", "http://…"),
            ("https://alice:s3@cr/et@host", "https://…"), ("http://alice:s3cret", "http://…"),
            ("http://alice:s3cret@ho st/x", "http://…"), ("http:///alice:s3cret@host", "http://…"),
            ("http://https://alice:s3cret@h/", "http://…"), ("http:/alice:s3cret@host", "http://…"),
            ("http:alice:s3cret@host", "http://…"), ("\tFTP:\\\\alice:s3cret@host", "ftp://…"),
            ("//alice:s3cret/x@host", "//…"), ("/srv/http:/alice:s3cret@host", "http://…"),
            ("http://a:s3cret@b http://c:s3cret@d", "http://…"),
            ("http://alice%3As3cret%40host/x", "http://…"), ("http:alice:s3cret%40host", "…"),
            // For curl, a backslash is of the user; for browsers, it ends the host.
            ("http://CORP\\alice:s3cret@127.0.0.1:1/x", "http://…"),
            ("http://alice\\:s3cret@h", "http://…"), ("http://-alice\\b:s3cret@h", "http://…"),
            ("ftp://alice\\x:s3cret@h", "ftp://…"), ("http://CORP\\alice@h/x", "http://…"),
            ("http://\\alice:s3cret@h", "http://…"), ("http://alice:s3cret@h\\x", "http://…"),
            // A slash may be of the user.
            ("http://CORP/alice:s3cret@h/x", "http://…"), ("http://h/alice:s3?cret@h", "http://…"),
            ("http://h/http://alice:s3cret@x", "http://…"), ("http://h/a%3As3cret%40h", "http://…"),
            ("http:///alice:s3cret%40h", "http://…"), ("http://alice:12/34%40h/x", "http://…"),
            // Tabs, line breaks and brackets.
            ("http://alice:s3cret@h\t/x", "http://…"), ("http:/\t/alice:s3cret@h", "http://…"),
            ("http://alice:s3cret\n/@h", "http://…"), ("http://[alice:s3cret/@h]/x", "http://…"),
            // The scheme is missing.
            ("alice:s3cret@127.0.0.1:1/a", "…"), (" \talice:s3cret@host\n", " \t…"),
            ("alice%3as3cret%40host", "…"), ("/srv/alice:s3/cret@host/a", "/srv/…"),
            ("alice:s3cret@\u{301}host", "…"), ("x=alice:\u{301}s3cret@host", "x=…"),
        ])
    func guesses(url: String, shown: String) {
        #expect(ShownURL(url).text == shown)
        #expect(!ShownURL(url).isWhole)
    }

    @Test("A message has no secret of an argument that it repeats")
    func messages() {
        let arguments = ["build", "--url= http://alice:s3 cret@host/x?key=1", "-o", "a@b"]
        #expect(
            ShownURL.hiding(
                arguments,
                in: "unexpected argument ' http://alice:s3 cret@host/x?key=1', not 'a@b'")
                == "unexpected argument ' http://host/x', not 'a@b'")
    }

    @Test(
        "Nor has one that spells it otherwise, or has a part of it",
        arguments: [
            ("https://alice:s3cret@h/a\n", "https://alice:s3cret@h/a\\u{a}: is no file"),
            ("https://alice:s3\u{1b}cret@h/a", "https://alice:s3\\u{1b}cret@h: is no folder"),
            ("http://alice:s3cret@h//a", "/srv/http:/alice:s3cret@h/a: is no file"),
            ("--url=alice:s3cret@h/a", "--url alice:s3cret@h/a: is none"),
            ("-oalice%3As3cret@h/a/b", "alice%3As3cret@h/a: is no folder"),
            ("a:s3cret@http://h", "a:s3cret@http://h: is no file"),
        ])
    func otherwise(argument: String, message: String) {
        let text = ShownURL.hiding([argument], in: message)
        #expect(!text.contains("cret") && text.hasSuffix(message.suffix(4)), "\(text)")
    }
}
