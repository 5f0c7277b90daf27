import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel
import WebPages

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: the first page")
struct HomePageTests {
    private let texts = ExplorerTexts(in: "en")

    @Test("the first page has the day's trips, the routes by mode and the busiest stops")
    func figures() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/")
        let groups = try await feed.answer("/api/v1/routes", as: RouteListDTO.self).data.groups
        for group in groups {
            let words = texts("home.routes", count: group.routes.count)
            #expect(
                ShownPage.plain(page.element("h3", id: "mode-\(group.mode.text)") ?? "")
                    == "\(texts.mode(group.mode.text)) \(words)")
            for route in group.routes {
                #expect(page.text.contains("href=\"/explorer/routes/\(route.routeID)\""))
            }
        }
        let services = try await feed.answer(
            "/api/v1/services?limit=500", as: ListDTO<ServiceDTO>.self
        )
        .data.elements
        let today = try #require(ServiceDate(year: 2026, month: 11, day: 23))
        let runs = try services.filter { $0.runs(on: today) }
            .reduce(0) { $0 + (try feed.runs(ofService: $1.serviceID)).runs }
        let counts = try await feed.answer("/api/v1/feed", as: FeedDTO.self).data.counts
        #expect(
            page.items(ofList: "figures") == [
                "\(Figures.grouped(runs)) trips today", "\(counts["stops"] ?? 0) stops",
                "30 Jun 2027 last day of the feed",
            ])
        let busiest = page.items(ofList: "busiest", tag: "ol").map {
            Int($0.filter(\.isNumber)) ?? 0
        }
        #expect(busiest.count == 8 && busiest == busiest.sorted(by: >))
    }

    @Test("an expired feed opens on its last day with usual service, and says so")
    func expired() async throws {
        var files = TestFeed.base
        files["calendar.txt"] = """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,0,0,20260101,20261130
            END,1,1,1,1,1,1,1,20261201,20261203

            """
        // On the last three days one trip runs, of three.
        files["trips.txt"] = (files["trips.txt"] ?? "") + "R,WD,T3\nR,END,LAST\n"
        files["stop_times.txt"] =
            (files["stop_times.txt"] ?? "")
            + "T3,09:00:00,09:00:00,A,1\nT3,09:30:00,09:30:00,B,2\n"
            + "LAST,08:00:00,08:00:00,A,1\nLAST,08:30:00,08:30:00,B,2\n"
        let shown = try await ShownFeed(files, now: "2027-05-05T08:00:00+02:00")
        let home = try await shown.page("/explorer/")
        let note = ShownPage.plain(home.element("p", id: "expired") ?? "")
        #expect(note.contains("Monday 30 November 2026") && note.contains("3 Dec 2026"))
        #expect(home.items(ofList: "figures").first?.hasSuffix("trips on 30 Nov 2026") == true)
        let board = try await shown.page("/explorer/stops/A")
        #expect(board.element("p", id: "opened") != nil && !board.text.contains("data-live "))
        #expect(board.rows(ofTable: "board-table").first == ["Monday 30 November 2026"])
        let timetable = try await shown.page("/explorer/routes/R/timetable")
        #expect(timetable.text.contains("value=\"2026-11-30\""))
        let usual = try await ShownFeed(files, now: "2026-12-01T08:00:00+01:00")
            .page("/explorer/stops/A")
        #expect(usual.element("p", id: "opened") == nil && usual.text.contains("data-live "))
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
