import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: the first page")
struct HomePageTests {
    private let texts = ExplorerTexts(in: "en")

    @Test("modes have the numbers of their routes")
    func modes() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/")
        let groups = try await feed.answer("/api/v1/routes", as: RouteListDTO.self).data.groups
        #expect(
            page.items(ofList: "modes")
                == groups.map {
                    "\(texts.mode($0.mode.text)) \(texts("home.routes", count: $0.routes.count))"
                })
        let counts = try await feed.answer("/api/v1/feed", as: FeedDTO.self).data.counts
        #expect(page.element("p", id: "counts")?.hasPrefix("\(counts["stops"] ?? 0) stops") == true)
    }

    @Test("languages of the feed are called as their speakers do, and stay chosen")
    func languages() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/?language=ar")
        let tags = try await feed.answer("/api/v1/feed", as: FeedDTO.self).data.languages
        for tag in tags {
            #expect(page.text.contains("href=\"/explorer/?language=\(tag)\""))
        }
        #expect(page.text.contains("<bdi>العربية</bdi>"))
        #expect(page.text.contains("/explorer/routes?mode=bus&amp;language=ar"))
        #expect(page.text.contains("aria-current=\"true\"><bdi>العربية"))
    }

    @Test("a feed that has ended says so, one that soon will too")
    func validity() async throws {
        func page(_ now: String) async throws -> ShownPage {
            try await ShownFeed(TestFeed.base, now: now).page("/explorer/")
        }
        #expect(try await page("2026-11-23T08:00:00+01:00").element("p", id: "expires") == nil)
        #expect(
            try await page("2026-12-25T08:00:00+01:00").element("p", id: "expires")
                == "This feed ends on Thursday 31 December 2026.")
        #expect(
            try await page("2027-01-01T08:00:00+01:00").element("p", id: "expired")?.contains(
                "Thursday 31 December 2026") == true)
    }
}
