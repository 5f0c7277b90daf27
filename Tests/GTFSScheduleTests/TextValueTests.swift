import Foundation
import GTFSSchedule
import Testing

@Suite("IDs and other text")
struct TextValueTests {
    @Test(
        "Text is kept as the feed wrote it, however odd", arguments: ["A:1", " x ", "Ä🚋", "no url"])
    func keepsText(text: String) {
        #expect(StopID(cellText: text)?.text == text)
        #expect(FeedURL(cellText: text)?.text == text)
        #expect(EmailAddress(text).description == text)
        #expect(PhoneNumber(text).text == text)
    }

    @Test("A blank is not an id")
    func blank() {
        #expect(StopID(cellText: "") == nil)
    }

    @Test("IDs are equal when their bytes are, not when they look alike")
    func canonicalEquivalence() {
        let composed = StopID("caf\u{E9}")
        let decomposed = StopID("cafe\u{301}")
        #expect(composed.text == decomposed.text)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, "caf\u{E9}"]).count == 2)
    }

    @Test("Literals make IDs of the type at hand")
    func literals() {
        let stop: StopID = "S1"
        let zone: LanguageTag = "de-CH"
        #expect(stop.text == "S1")
        #expect(zone.text == "de-CH")
    }

    @Test("Encoded as text")
    func coding() throws {
        let data = try JSONEncoder().encode([TimezoneName("Europe/Zurich")])
        #expect(try JSONDecoder().decode([String].self, from: data) == ["Europe/Zurich"])
        let codes = try JSONDecoder().decode([CurrencyCode].self, from: Data(#"["CHF"]"#.utf8))
        #expect(codes == ["CHF"])
    }
}
