import FeedReading
import Testing

@Suite("Headers to send") struct HTTPHeaderTests {
    @Test(
        "No value holds another header, or an end",
        arguments: [
            "a\nX: b", "a\r\nX: b", "a\rX: b", "a\u{0}", "a\u{85}b", "a\u{2028}b", "a\u{1B}[0m",
            "\n", "a\n\u{301}",
        ])
    func breaks(value: String) {
        #expect(HTTPHeader(name: "X-Key", value: value) == nil)
        #expect(HTTPHeader(text: "X-Key: " + value) == nil)
    }

    @Test("Any other text is a value, and no description shows it")
    func values() throws {
        for value in ["", "apikey s3cret", "a\tb", "ä: ö"] {
            let header = try #require(HTTPHeader(name: "X-Key", value: value))
            #expect(header.value == value)
            var told = "\(header) \(String(reflecting: header)) \([header])"
            dump(header, to: &told)
            #expect(!told.contains("s3cret"))
        }
    }

    @Test("A name is a token", arguments: ["", "X Key", "X:", "X\nY", "Schlüssel"])
    func names(name: String) {
        #expect(HTTPHeader(name: name, value: "a") == nil)
    }
}
