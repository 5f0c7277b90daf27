import Foundation
import Testing

@testable import WebPages

@Suite("Pages that are one file")
struct FilePageTests {
    @Test("nothing comes from another host, and only scripts with a hash in the policy run")
    func policy() throws {
        let page = FilePage(title: "A & B", style: ".x { }\n", body: "<p>x</p>", hasMap: true)
        let text = page.document.text
        #expect(text.contains("content=\"default-src &#39;none&#39;; style-src &#39;sha256-"))
        #expect(text.contains("<title>A &amp; B</title>"))
        #expect(text.components(separatedBy: "&#39;sha256-").count == 3)
        #expect(!text.contains("unsafe") && !text.contains("src=\"") && !text.contains("@import"))
        #expect(text.contains(".x { }\n</style>"))
    }

    @Test("a script of the page's own has a hash of its own")
    func ownScript() {
        let text = FilePage(title: "x", style: "", body: "", script: "go();").document.text
        #expect(text.contains("<script type=\"module\">\ngo();</script>"))
        #expect(text.components(separatedBy: "&#39;sha256-").count == 3)
    }

    @Test("without a map there is no script")
    func withoutMap() {
        let text = FilePage(title: "x", style: "", body: "", hasMap: false).document.text
        #expect(!text.contains("<script"))
        #expect(text.contains("script-src &#39;none&#39;"))
    }

    @Test("an id is told to scripts in characters that a page can hold, an empty one not at all")
    func ids() throws {
        #expect(FeedThing.stop.attribute("")?.text == nil)
        #expect(FeedThing.route.attribute("de:1-A.b")?.text == " data-route=\"de:1-A.b\"")
        let id = "\u{1}\u{202E} \"<'&>%41\n/é😀"
        let text = try #require(FeedThing.stop.attribute(id)?.text)
        let value = try #require(text.firstMatch(of: /^ data-stop="([!-~]*)"$/)?.1)
        let shown = value.replacing("&amp;", with: "&").replacing("&#39;", with: "'")
        #expect(shown.removingPercentEncoding == id && !value.contains(/["<>]/))
    }

    @Test("embedded files cannot end their element")
    func files() {
        #expect(!PageFiles.style.contains("</"))
        #expect(!PageFiles.map.contains("</script") && !PageFiles.map.contains("<!--"))
        #expect(!PageFiles.ids.contains("</script") && !PageFiles.ids.contains("<!--"))
        #expect(!PageFiles.style.contains("url(") && !PageFiles.style.contains("@import"))
    }
}
