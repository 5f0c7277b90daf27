import Testing

@testable import WebPages

@Suite("Figures of pages")
struct FiguresTests {
    @Test("Groups of digits have a narrow blank between them, from four digits on")
    func groups() {
        #expect(
            [0, 999, 1000, 1_234_567, -12_345].map(Figures.grouped) == [
                "0", "999", "1\u{202F}000", "1\u{202F}234\u{202F}567", "-12\u{202F}345",
            ])
        #expect(Figures.decimal(1234.5678, digits: 2) == "1\u{202F}234.57")
    }

    @Test("One thing is singular")
    func plurals() {
        #expect(Figures.count(1, "agency") == "1 agency")
        #expect(Figures.count(2, "agency") == "2 agencies")
        #expect(Figures.count(0, "day") == "0 days")
        #expect(Figures.count(1000, "stop") == "1\u{202F}000 stops")
    }

    @Test("Only addresses of the web are links")
    func links() {
        #expect(Figures.link("javascript:alert(1)", "A").text == "<bdi>A</bdi>")
        #expect(
            Figures.link("HTTPS://a.example/?b&c", "A").text.hasPrefix(
                "<a href=\"HTTPS://a.example/?b&amp;c\" "))
    }
}
