import FeedReading
import Testing

@Suite("Bins of notices") struct NoticeBinTests {
    @Test("Long texts are cut, also in lists: a cell may be in a thousand notices")
    func longTexts() {
        let bin = NoticeBin()
        let long = String(repeating: "é", count: 5000)
        let fields: NoticeFields = ["a": long, "b": [long, "x"], "c": "é", "d": 1]
        bin.add(.malformedJSON, fields)
        let cut = NoticeValue.text(String(repeating: "é", count: 1024) + "…")
        let expected: NoticeFields = ["a": cut, "b": NoticeValue.list([cut, .text("x")])]
        let found = bin.entries[0].samples[0].fields
        #expect(found["a"] == expected["a"] && found["b"] == expected["b"])
        #expect(found["c"] == .text("é") && found["d"] == .integer(1))
        bin.add(.malformedJSON, ["a": String(repeating: "x", count: 1024)])
        #expect(bin.entries[0].samples[1].fields["a"] == .text(String(repeating: "x", count: 1024)))
    }
}
