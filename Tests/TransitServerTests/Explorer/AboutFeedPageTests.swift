import BundleManifest
import Foundation
import GTFSSchedule
import HTTPTypes
import TestSupport
import Testing
import TransitAPI
import TransitModel
import WebPages

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: the feed")
struct AboutFeedPageTests {
    /// Numbers without the blanks between their groups.
    private func numbers(_ row: [String]) -> [String] {
        row.map { $0.replacingOccurrences(of: " ", with: "") }
    }

    private let texts = ExplorerTexts(in: "en")

    private func dash(_ date: ServiceDate?) -> String { date.map(texts.dayOfYear) ?? "–" }

    @Test("tables have the rows and bytes of the answer, the largest first")
    func tables() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/feed")
        #expect(page.status == 200)
        let tables = try await feed.answer("/api/v1/tables", as: ListDTO<TableDTO>.self).data
            .elements
        let rows = page.rows(ofTable: "tables")
        #expect(rows.count == tables.count)
        let shown = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0) })
        for table in tables {
            let row = try #require(shown[table.name])
            #expect(numbers(row)[1] == "\(table.rows)")
            #expect(row[2] == table.bytes.map(Figures.bytes).map(ShownPage.plain) ?? "–")
        }
        let sizes = rows.compactMap { row in tables.first { $0.name == row[0] }?.bytes }
        #expect(sizes == sizes.sorted(by: >))
        // The picture has bars for the largest, and says that it is a picture.
        if sizes.isEmpty { return }
        let picture = page.text.components(separatedBy: "Sizes of the largest tables")
        #expect(picture.count == 2)
        #expect(picture[1].components(separatedBy: "</svg>")[0].contains(">\(rows[0][0])</text>"))
    }

    @Test("services have the rows of the answer")
    func services() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/feed")
        let services = try await feed.answer("/api/v1/services", as: ListDTO<ServiceDTO>.self)
            .data.elements
        #expect(
            page.rows(ofTable: "services").map(numbers)
                == services.map { service in
                    numbers([service.serviceID, dash(service.firstDay), dash(service.lastDay)]) + [
                        "\(service.days.filter { $0 == "1" }.count)",
                        "\(service.tripCount ?? -1)",
                    ]
                })
    }

    @Test("the calendar has the runs of each day, and the months add them up")
    func calendar() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/feed")
        let services = try await feed.answer(
            "/api/v1/services?limit=500", as: ListDTO<ServiceDTO>.self
        )
        .data.elements
        // By service: the starts of frequencies.txt one by one, and one run of all other trips.
        let runs = try Dictionary(
            uniqueKeysWithValues: services.map { service in
                (service.serviceID, try feed.runs(ofService: service.serviceID))
            })
        var days: [String: (runs: Int, departures: Int)] = [:]
        let first = try #require(services.compactMap(\.firstDay).min())
        let last = try #require(services.compactMap(\.lastDay).max())
        for day in 0...last.days(since: first) {
            let date = first.adding(days: day)
            days[texts.dayOfYear(date)] = services.filter { $0.runs(on: date) }
                .reduce((0, 0)) { sum, service in
                    let own = runs[service.serviceID] ?? (0, 0)
                    return (sum.0 + own.runs, sum.1 + own.departures)
                }
        }
        var levels: Set<String> = []
        #expect(days.values.contains { $0.runs > 500 })
        for (day, count) in days {
            let words = [(count.runs, "run"), (count.departures, "departure")].map {
                "\(Figures.grouped($0.0)) \($0.1)\($0.0 == 1 ? "" : "s")"
            }.joined(separator: ", ")
            #expect(page.text.contains("<title>\(day): \(words)</title>"), "\(day)")
        }
        for level in 0...4 where page.text.contains("class=\"level\(level)\"") {
            levels.insert("\(level)")
        }
        // The metro runs every day of the sample; the other days differ in shades, and in figures.
        #expect(levels.isSuperset(of: ["1", "4"]) && !levels.contains("0"))
        let legend = page.items(ofList: "levels")
        for end in [days.values.map(\.runs).min(), days.values.map(\.runs).max()] {
            #expect(legend.contains { $0.contains(Figures.grouped(end ?? -1)) })
        }
        let months = Dictionary(grouping: days.keys) {
            $0.split(separator: " ").dropFirst().joined(separator: " ")
        }
        let rows = page.rows(ofTable: "months")
        #expect(Set(rows.map { $0[0] }) == Set(months.keys))
        for row in rows {
            let counts = (months[row[0]] ?? []).map { days[$0] ?? (0, 0) }
            let own = counts.map(\.runs)
            let most = own.max() ?? 0
            #expect(
                numbers(row).dropFirst().prefix(4)
                    == [
                        "\(own.count { $0 > 0 })", "\(own.reduce(0, +))",
                        "\(counts.reduce(0) { $0 + $1.departures })", "\(most)",
                    ])
            #expect(most == 0 ? row[5] == "–" : days[row[5]]?.runs == most)
        }
        #expect(!page.text.contains("<nav class=\"pages\""))
    }

    @Test("of centuries 24 months are shown, with links to the others")
    func centuries() async throws {
        var files = TestFeed.base
        files["calendar.txt"] = """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,1,1,20000101,20991231

            """
        let feed = try await ShownFeed(files)
        let page = try await feed.page("/explorer/feed")
        let rows = page.rows(ofTable: "months")
        #expect(rows.count == 24)
        #expect(rows.first?[0] == "May 2026" && rows.last?[0] == "Apr 2028")
        #expect(page.text.contains("Trips run from Jan 2000 to Dec 2099"))
        #expect(page.text.contains("href=\"/explorer/feed?from=2024-05#calendar\""))
        #expect(page.text.contains("href=\"/explorer/feed?from=2028-05#calendar\""))
        let last = try await feed.page("/explorer/feed?from=2098-11").rows(ofTable: "months")
        #expect(last.count == 14 && last.last?[0] == "Dec 2099")
        #expect(
            try await feed.page("/explorer/feed?from=1950-01").rows(ofTable: "months").count == 24)
        #expect(try await feed.page("/explorer/feed?from=2026-13").status == 400)
    }

    @Test("says how long the feed can be relied on, and that it cannot any more")
    func validity() async throws {
        for (now, words) in [
            ("2026-11-23T08:00:00+11:00", "expires in 219 days"),
            ("2027-06-29T08:00:00+10:00", "expires in 1 day."),
            ("2027-06-30T08:00:00+10:00", "expires today"),
            ("2027-07-02T08:00:00+10:00", "expired 2 days ago"),
        ] {
            let feed = try await ShownFeed.sample(now: now)
            let page = try await feed.page("/explorer/feed")
            #expect(page.element("p", id: "validity")?.contains(words) == true, "\(now)")
            // Tomorrow it says something else.
            #expect(page.headers[.cacheControl] == "public, max-age=60")
        }
    }

    @Test("A count of one has a singular noun", arguments: ["agency", "stops", "routes", "shapes"])
    func singular(_ name: String) {
        let texts = ExplorerTexts(in: "en")
        #expect(!texts("feed.count." + name, count: 1).hasSuffix("s"))
        #expect(texts("feed.count." + name, count: 2).hasSuffix("s"))
    }

    @Test("names the publisher, agencies, languages and counts of the answer")
    func publisher() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/feed")
        let answer = try await feed.answer("/api/v1/feed", as: FeedDTO.self).data
        let about = ShownPage.plain(page.element("dl", id: "about") ?? "")
        #expect(about.contains(answer.info?.feedPublisherName ?? "?"))
        #expect(about.contains(answer.timezone))
        for language in answer.languages {
            #expect(page.text.contains("/explorer/feed?language=\(language)"), "\(language)")
        }
        #expect(
            page.rows(ofTable: "agencies").map { $0[0] } == answer.agencies.map { $0.agencyName })
        #expect(
            page.rows(ofTable: "attributions").map { $0[0] }
                == answer.attributions.map { $0.organizationName })
        let counts = page.items(ofList: "counts").map {
            $0.filter(\.isNumber)
        }
        let names = ["agency", "stops", "routes", "trips", "stop_times", "shapes"]
        #expect(counts == names.compactMap { answer.counts[$0].map(String.init) })
        #expect(page.items(ofList: "downloads").map { $0.prefix(12) } == ["openapi.yaml"])
    }

    @Test("has the kept versions, and the downloads of the shown one")
    func versions() async throws {
        let place = try ServedPlace()
        let path = place.folder.path + "/town"
        var manifest = Manifest(
            id: "town", generatedAt: "2026-11-22T03:00:00Z",
            current: try place.version("20261122-22222222", "Two", id: "town", in: path))
        manifest.previous = [
            try place.version("20261121-11111111", "One", id: "town", in: path)
        ]
        try place.publish(manifest, in: path)
        let feed = try await ShownFeed(
            place.folder, path: path, now: "2026-11-23T08:00:00+11:00")
        let page = try await feed.page("/explorer/feed")
        #expect(
            page.rows(ofTable: "versions").map { Array($0.prefix(2)) }
                == [["20261122-22222222", "current"], ["20261121-11111111", "earlier"]])
        #expect(
            page.text.contains("href=\"/explorer/versions/20261121-11111111/feed\""))
        #expect(
            page.items(ofList: "downloads").first?.hasPrefix("town-20261122-22222222.sqlite")
                == true)
        let before = try await feed.page("/explorer/versions/20261121-11111111/feed")
        #expect(
            before.items(ofList: "downloads").first?.hasPrefix("town-20261121-11111111.sqlite")
                == true)
        let file = try await feed.page("/api/v1/bundle/town-20261121-11111111.sqlite")
        #expect(file.status == 200)
    }
}
