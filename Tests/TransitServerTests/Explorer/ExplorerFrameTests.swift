import Foundation
import GTFSSchedule
import HTTPTypes
import TestSupport
import Testing

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: what all pages have in common")
struct ExplorerFrameTests {
    @Test("the first page is there at once, and browsers are sent to it")
    func firstPage() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/")
        #expect(page.status == 200)
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.text.contains("<h1>"))
        let sent = try await feed.page("/", [.accept: "text/html,application/xml;q=0.9,*/*;q=0.8"])
        #expect(sent.status == 302 && sent.headers[.location] == "/explorer/")
        #expect(try await feed.page("/", [.accept: "*/*"]).status == 200)
        #expect(try await feed.page("/", [.accept: "application/json"]).status == 200)
        #expect(try await feed.page("/explorer").headers[.location] == "/explorer/")
    }

    @Test("nothing from elsewhere is allowed, and nothing that is written into a page")
    func policy() async throws {
        let feed = try await ShownFeed.sample()
        for path in ["/explorer/", "/explorer/nowhere", "/explorer/feeds/x/stops"] {
            let policy = try await feed.page(path).headers[.contentSecurityPolicy] ?? ""
            #expect(policy.hasPrefix("default-src 'none'; "))
            #expect(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("*"))
        }
    }

    @Test("a missing page has its status")
    func missing() async throws {
        let feed = try await ShownFeed.sample()
        for (path, status) in [
            ("/explorer/nowhere", 404), ("/explorer/feeds/x/", 404),
            ("/explorer/versions/x/", 404), ("/explorer/assets/0/page.css", 404),
        ] {
            let page = try await feed.page(path)
            #expect(page.status == status, "\(path)")
            #expect(page.text.contains("<h1>This page cannot be shown</h1>"), "\(path)")
        }
        #expect(try await feed.page("/explorer/%ff").status == 400)
    }

    @Test("every file of a page is there, kept for ever, and together they are small")
    func files() async throws {
        let feed = try await ShownFeed.sample()
        let text = try await feed.page("/explorer/").text
        var total = 0
        var count = 0
        for part in text.components(separatedBy: "\"/explorer/assets/").dropFirst() {
            let address = "/explorer/assets/" + part.prefix { $0 != "\"" }
            let file = try await feed.page(address, [.acceptEncoding: "gzip"])
            #expect(file.status == 200, "\(address)")
            #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
            count += 1
            total += file.bytes
        }
        #expect(count >= 4)
        #expect(1..<60_000 ~= total)
    }

    @Test("every page has the place for its map, and its data")
    func map() async throws {
        let page = try await ShownFeed.sample().page("/explorer/")
        #expect(page.text.contains("class=\"map\""))
        #expect(page.text.contains("data-feed=\"/explorer/map.json\""))
        let content = try #require(Self.dataBlock(page))
        #expect(content.hasPrefix("{\"lines\":["))
    }

    private static func dataBlock(_ page: ShownPage) -> String? {
        page.text.components(separatedBy: "<script type=\"application/json\" id=\"map-content\">")
            .dropFirst().first.flatMap { $0.components(separatedBy: "</script>").first }
    }

    @Test("a feed cannot write markup into a page")
    func escaping() async throws {
        var files = TestFeed.base
        files["feed_info.txt"] = #"""
            feed_publisher_name,feed_publisher_url,feed_lang
            "<script>alert(1)</script> & ""Söhne""",https://example.org,en

            """#
        let page = try await ShownFeed(files).page("/explorer/")
        #expect(!page.text.contains("<script>alert"))
        #expect(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Söhne&quot;"))
    }

    @Test("texts are complete in every language, with the same places for values")
    func texts() {
        let english = ExplorerTexts(in: "en").all
        #expect(english.count > 20)
        for language in ExplorerTexts.languages {
            let texts = ExplorerTexts(in: language).all
            #expect(texts.keys.sorted() == english.keys.sorted(), "\(language)")
            for (key, text) in texts {
                #expect(
                    Self.places(text) == Self.places(english[key] ?? ""), "\(language) \(key)")
            }
        }
    }

    @Test("days and months have the names of the page's language, Monday first")
    func dates() throws {
        let day = try #require(ServiceDate(year: 2026, month: 9, day: 6))
        let english = ExplorerTexts(in: "en")
        let german = ExplorerTexts(in: "de")
        #expect(english.day(day, today: nil) == "Sunday 6 September 2026")
        #expect(german.day(day, today: nil) == "Sonntag, 6. September 2026")
        #expect(english.shortDay(day) == "Sun 6 Sep")
        #expect(german.shortDay(day.adding(days: 1)) == "Mo 7. Sept.")
        #expect(german.monthOfYear(day.adding(days: -180)) == "März 2026")
        #expect(german.dates.initials == ["M", "D", "M", "D", "F", "S", "S"])
        #expect(german.distance(meters: 1432) == "1,4 km")
        #expect(english.distance(meters: 1432) == "1.4 km")
    }

    @Test("a value in a text keeps braces of its own")
    func values() {
        let texts = ExplorerTexts(in: "en")
        for value in ["{end}", "{start}", "$& {", "}{"] {
            #expect(
                texts("alerts.between", ["start": value, "end": "{start}"])
                    == "\(value) to {start}")
        }
        #expect(texts("alerts.between") == "{start} to {end}")
    }

    @Test("scripts put values into texts by a function, for which $& is text")
    func valuesInScripts() async throws {
        let feed = try await ShownFeed.sample()
        for name in ["explorer.js", "map.js"] {
            let script = try await feed.page(ExplorerAssets.address(name)).text
            #expect(script.contains("(mark, name) => values[name] ?? mark"), "\(name)")
            for call in [".replace(\"{", ".replace(`{", ".replaceAll(\"{", ".replaceAll(`{"] {
                #expect(!script.contains(call), "\(name)")
            }
        }
    }

    private static func places(_ text: String) -> Set<String> {
        Set(text.components(separatedBy: "{").dropFirst().map { String($0.prefix { $0 != "}" }) })
    }
}
