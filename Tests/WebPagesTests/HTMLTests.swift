import Testing
import WebPages

@Suite struct HTMLTests {
    @Test(arguments: [
        ("", ""), ("Market Street 5", "Market Street 5"), ("Größe 漢字 🚋", "Größe 漢字 🚋"),
        ("<b>", "&lt;b&gt;"), ("A & B", "A &amp; B"), ("\"it's\"", "&quot;it&#39;s&quot;"),
        ("a\tb\nc", "a\tb\nc"), ("a\u{0}b\u{1B}", "a\u{FFFD}b\u{FFFD}"),
        ("a\u{7F}\u{85}b", "a\u{FFFD}\u{FFFD}b"), ("5 €\u{202E}x", "5 €\u{FFFD}x"),
        ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
    ])
    func textIsNothingButText(_ text: String, _ expected: String) {
        let piece: HTML = "\(text)"
        #expect(piece.text.unicodeScalars.elementsEqual(expected.unicodeScalars))
    }
}
