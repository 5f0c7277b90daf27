import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: the notices of the validation")
struct NoticesPageTests {
    /// A feed with errors and warnings about stops, a route and a trip.
    private static var bad: TestFeed {
        TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B,,48.0,2.2
            C/é +,Meadow,48.0,2.4
            D,"<b>Far</b>",-60.0,2.4
            E,Unused,48.01,2.41
            # routes.txt
            route_id,agency_id,route_short_name,route_type,route_color,route_text_color
            R,A,1,3,FFFFFF,FFFFFE
            """)
    }

    private struct Group {
        let code: String
        let severity: String
        let total: Int
        let summary: String
        let fix: String
        let samples: [[String: Any]]
    }

    private static func groups(_ place: PublishedVersions) throws -> [Group] {
        let notices = try #require(try place.json("report_json")["notices"] as? [[String: Any]])
        return try notices.map { notice in
            Group(
                code: try #require(notice["code"] as? String),
                severity: try #require(notice["severity"] as? String),
                total: try #require(notice["totalNotices"] as? Int),
                summary: notice["summary"] as? String ?? "", fix: notice["fix"] as? String ?? "",
                samples: try #require(notice["sampleNotices"] as? [[String: Any]]))
        }
    }

    private static func text(_ value: Any?) -> String {
        switch value {
        case nil: ""
        case let text as String: text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        case let list as [Any]: list.map { text($0) }.joined(separator: ", ")
        case let number as NSNumber: number.stringValue
        default: "\(value ?? "")"
        }
    }

    @Test("every code of the report is there, with its count, meaning and advice")
    func codes() async throws {
        let place = try PublishedVersions().publish(Self.bad)
        let groups = try Self.groups(place)
        #expect(groups.count > 4)
        let page = try await place.shown().page("/explorer/notices")
        #expect(page.status == 200)
        let names = ["ERROR": "Error", "WARNING": "Warning", "INFO": "Info"]
        // The most severe first, and among those the most frequent.
        let inOrder = groups.sorted {
            let (left, right) = ($0.severity, $1.severity)
            if left != right {
                return ["ERROR", "WARNING", "INFO"].firstIndex(of: left) ?? 3 < [
                    "ERROR", "WARNING", "INFO",
                ].firstIndex(of: right) ?? 3
            }
            return ($1.total, $0.code) < ($0.total, $1.code)
        }
        #expect(
            page.rows(ofTable: "codes")
                == inOrder.map { [$0.code, names[$0.severity] ?? "", "\($0.total)"] })
        let plain = ShownPage.plain(page.text)
        for group in groups {
            for text in [group.summary, group.fix] {
                let words = text.replacingOccurrences(of: "`", with: " ")
                    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
                #expect(
                    plain.replacingOccurrences(of: " ", with: "")
                        .contains(words.replacingOccurrences(of: " ", with: "")), "\(group.code)")
            }
        }
        let errors = groups.filter { $0.severity == "ERROR" }.reduce(0) { $0 + $1.total }
        #expect(
            page.items(ofList: "totals").first == (errors == 1 ? "1 error" : "\(errors) errors"))
        #expect(page.text.contains("/api/v1/bundle/town-"))
    }

    @Test(
        "a pipe, a device or a link in the place of the report is left alone, and all else answers",
        arguments: ["pipe", "/dev/zero", "/etc/passwd"])
    func notAFile(target: String) async throws {
        let place = try PublishedVersions().publish(Self.bad).publish(.base)
        for key in ["report_json", "diff_json"] {
            let path = place.path + "/" + (try place.name(key))
            Files.remove(path)
            if target == "pipe" {
                #expect(mkfifo(path, 0o600) == 0)
            } else {
                try Files.makeLink(path, to: target)
            }
        }
        let shown = try await place.shown()
        let notices = try await shown.page("/explorer/notices")
        #expect(notices.status == 200)
        #expect(!notices.text.contains("root:"))
        let changes = try await shown.page("/explorer/changes")
        #expect(changes.text.contains("The changes since the previous version cannot be shown."))
        #expect(try await shown.page("/status").status == 200)
    }

    @Test("a code has all its samples with their values, and ids that are links")
    func samples() async throws {
        let place = try PublishedVersions().publish(Self.bad)
        let shown = try await place.shown()
        for group in try Self.groups(place) where !group.samples.isEmpty {
            let page = try await shown.page("/explorer/notices?code=\(group.code)")
            let rows = page.rows(ofTable: "samples-\(group.code)")
            #expect(rows.count == group.samples.count, "\(group.code)")
            for (row, sample) in zip(rows, group.samples) {
                let values = sample.values.map { Self.text($0) }.filter { !$0.isEmpty }
                #expect(row.filter { !$0.isEmpty }.sorted() == values.sorted(), "\(group.code)")
            }
        }
        let text = try await shown.page("/explorer/notices").text
        #expect(text.contains("href=\"/explorer/stops/C%2F%C3%A9%20%2B\""))
        #expect(!text.contains("<b>Far"))
    }

    @Test("named stops are marks with their worst severity")
    func map() async throws {
        let place = try PublishedVersions().publish(Self.bad)
        let page = try await place.shown().page("/explorer/notices")
        let block = try #require(
            page.text.components(separatedBy: "id=\"map-content\">").last?
                .components(separatedBy: "</script>").first)
        let content = try #require(
            try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any])
        let marks = try #require(content["marks"] as? [[String: Any]])
        var worst: [String: String] = [:]
        for group in try Self.groups(place) {
            for sample in group.samples {
                for (name, value) in sample where name.lowercased().contains("stopid") {
                    if let id = value as? String, !id.isEmpty, worst[id] == nil {
                        worst[id] = group.severity.lowercased()
                    }
                }
            }
        }
        let links = marks.map { ($0["link"] as? String ?? "", $0["kind"] as? String ?? "") }
        #expect(links.count == worst.count && !links.isEmpty)
        for (id, kind) in worst {
            let allowed = CharacterSet.alphanumerics.subtracting(.init(charactersIn: "é"))
            let encoded = id.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
            #expect(links.contains { $0.0.hasSuffix("stop=\(encoded)") && $0.1 == kind }, "\(id)")
        }
        #expect(page.text.contains("<svg viewBox="))
    }

    @Test("notices about a stop or a route are found by its id alone")
    func about() async throws {
        let place = try PublishedVersions().publish(Self.bad)
        let shown = try await place.shown()
        for (field, query, id) in [("stopId", "stop", "D"), ("routeId", "route", "R")] {
            let page = try await shown.page("/explorer/notices?\(query)=\(id)")
            var count = 0
            for group in try Self.groups(place) {
                let samples = group.samples.filter { sample in
                    sample.contains {
                        $0.lowercased().contains(field.lowercased()) && $1 as? String == id
                    }
                }
                #expect(page.rows(ofTable: "samples-\(group.code)").count == samples.count)
                count += samples.count
            }
            #expect(count > 0, "\(query)")
        }
        let none = try await shown.page("/explorer/notices?stop=nowhere")
        #expect(none.status == 200 && none.text.contains("No notices about this."))
        #expect(try await shown.page("/explorer/notices?code=nothing").status == 200)
    }

    @Test("the pages of a stop and of a route have their notices, with advice")
    func beside() async throws {
        let place = try PublishedVersions().publish(Self.bad)
        let shown = try await place.shown()
        let groups = try Self.groups(place)
        for (field, path, id) in [("stopId", "stops", "D"), ("routeId", "routes", "R")] {
            let named = groups.filter { group in
                group.samples.contains { sample in
                    sample.contains {
                        $0.lowercased().contains(field.lowercased()) && $1 as? String == id
                    }
                }
            }
            let page = try await shown.page("/explorer/\(path)/\(id)")
            #expect(page.status == 200)
            let items = page.items(ofList: "notices")
            #expect(items.count == named.count && !named.isEmpty, "\(path)")
            for (item, group) in zip(items, named) {
                #expect(item.contains(group.code) && item.contains("What to do:"))
            }
        }
        #expect(try await ShownFeed.sample().page("/explorer/stops").status == 200)
    }

    @Test("a thousand samples stay a page that can be used, and all can be reached")
    func many() async throws {
        var feed = TestFeed.base
        feed["stops.txt"] =
            (feed["stops.txt"] ?? "")
            + (0..<1500).map { "U\($0),Unused \($0),48.\(10_000 + $0),2.1\n" }.joined()
        let place = try PublishedVersions().publish(feed)
        let shown = try await place.shown()
        let group = try #require(try Self.groups(place).first { $0.total > 1000 })
        let all = try await shown.page("/explorer/notices")
        #expect(all.rows(ofTable: "samples-\(group.code)").count == NoticesPage.fewSamples)
        #expect(all.bytes < 300_000)
        var seen: Set<String> = []
        for start in stride(from: 0, to: group.samples.count, by: NoticesPage.manySamples) {
            let page = try await shown.page("/explorer/notices?code=\(group.code)&from=\(start)")
            seen.formUnion(
                page.rows(ofTable: "samples-\(group.code)").map { $0.joined(separator: " ") })
            #expect(page.bytes < 300_000)
        }
        #expect(seen.count == group.samples.count)
    }

    @Test("a lone bundle has its totals, and a remark about the missing report")
    func lone() async throws {
        let feed = try await ShownFeed(Self.bad)
        let page = try await feed.page("/explorer/notices")
        #expect(page.status == 200)
        #expect(page.text.contains("<code>gtfs explore FEED</code>"))
        let metadata = try await feed.answer("/api/v1/feed", as: FeedDTO.self).data.metadata
        let counts = try JSONDecoder().decode(
            [String: Int].self, from: Data((metadata["notices"] ?? "{}").utf8))
        #expect(
            page.rows(ofTable: "codes") == counts.sorted { $0.key < $1.key }.map { [$0, "\($1)"] })
    }
}
