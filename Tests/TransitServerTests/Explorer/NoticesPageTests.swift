import Foundation
import HTTPTypes
import SystemLayer
import TestSupport
import Testing
import TransitAPI

@testable import TransitServer

@Suite("The explorer: the notices of the validation")
struct NoticesPageTests {
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

    @Test("the page has the totals of the report, its codes with their counts, and the way to it")
    func codes() async throws {
        let place = try PublishedVersions().publish(Self.bad)
        let shown = try await place.shown()
        let page = try await shown.page("/explorer/notices")
        #expect(page.status == 200)
        let notices = try #require(try place.json("report_json")["notices"] as? [[String: Any]])
        var codes: [[String]] = []
        var errors: [String] = []
        var totals: [String: Int] = [:]
        for notice in notices {
            let count = try #require(notice["totalNotices"] as? Int)
            codes.append([try #require(notice["code"] as? String), "\(count)"])
            let severity = try #require(notice["severity"] as? String)
            if severity == "ERROR" { errors.append(codes[codes.count - 1][0]) }
            totals[severity, default: 0] += count
        }
        #expect(codes.count > 4)
        #expect(!errors.isEmpty && errors.count < codes.count)
        codes.sort { $0[0] < $1[0] }
        let ordered =
            codes.filter { errors.contains($0[0]) }.map { [$0[0] + " error", $0[1]] }
            + codes.filter { !errors.contains($0[0]) }
        #expect(page.rows(ofTable: "codes") == ordered)
        let words = [("ERROR", "error"), ("WARNING", "warning"), ("INFO", "info")].map {
            let count = totals[$0] ?? 0
            return "\(count) \($1)\(count == 1 ? "" : "s")"
        }
        #expect(page.items(ofList: "totals") == words)
        let address = "/api/v1/bundle/" + (try place.name("report_html"))
        #expect(page.text.contains("id=\"report\" class=\"button\" href=\"\(address)\""))
        #expect(page.text.contains("href=\"\(address)#\(codes[0][0])\""))
        let json = "/api/v1/bundle/" + (try place.name("report_json"))
        #expect(page.text.contains("<a href=\"\(json)\">"))
        #expect(page.text.contains("href=\"/api/v1/bundle/manifest\""))
    }

    @Test("the published pages are HTML for browsers, which take them for nothing else")
    func pages() async throws {
        let place = try PublishedVersions().publish(Self.bad).publish(.base)
        let shown = try await place.shown()
        for key in ["report_html", "diff_html"] {
            let page = try await shown.page("/api/v1/bundle/" + (try place.name(key)))
            #expect(page.status == 200)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.headers[.xContentTypeOptions] == "nosniff")
            #expect(page.text.contains("http-equiv=\"Content-Security-Policy\""))
        }
    }

    @Test(
        "a pipe, a device or a link in the place of a published page is left alone, all else answers",
        arguments: ["pipe", "/dev/zero", "/etc/passwd"])
    func notAFile(target: String) async throws {
        let place = try PublishedVersions().publish(Self.bad).publish(.base)
        let names = try ["report_html", "diff_html"].map(place.name)
        for name in names {
            let path = place.path + "/" + name
            Files.remove(path)
            if target == "pipe" {
                #expect(mkfifo(path, 0o600) == 0)
            } else {
                try Files.makeLink(path, to: target)
            }
        }
        let shown = try await place.shown()
        for name in names {
            let page = try await shown.page("/api/v1/bundle/" + name)
            #expect(page.status == 503 && page.text.contains(name))
            #expect(!page.text.contains("root:"))
        }
        for address in ["/explorer/notices", "/explorer/changes", "/status"] {
            #expect(try await shown.page(address).status == 200, "\(address)")
        }
    }

    @Test(
        "a stop and a route lead to their notices in the report of their version, by the exact id")
    func beside() async throws {
        let place = try PublishedVersions().publish(Self.bad)
        let first = try place.name("report_html")
        let version = first.dropFirst("town-".count).dropLast(".report.html".count)
        let shown = try await place.publish(.base).shown()
        let last = try place.name("report_html")
        for (path, address) in [
            ("routes/R", "\(last)#route=R"), ("stops/A", "\(last)#stop=A"),
            (
                "versions/\(version)/stops/C%2F%C3%A9%20%2B",
                "\(first)#stop=C%2F%C3%A9%20%2B"
            ),
        ] {
            let page = try await shown.page("/explorer/" + path)
            #expect(
                page.text.contains("<a id=\"notices\" href=\"/api/v1/bundle/\(address)\""),
                "\(path)")
        }
        let lone = try await ShownFeed.sample().page("/explorer/stops/QUAY")
        #expect(lone.status == 200 && !lone.text.contains("id=\"notices\""))
    }

    @Test("a stop and a route lead to no report that has no notices")
    func withoutNotices() async throws {
        let place = try ServedPlace()
        let path = place.folder.path + "/published"
        try place.publish("20261120-aaaaaaaa", "Quay", at: "2026-11-20T03:00:00Z", in: path)
        let shown = try await ShownFeed(place.folder, path: path, now: "2026-11-23T08:00:00+11:00")
        for address in ["stops/A", "routes/R"] {
            let page = try await shown.page("/explorer/" + address)
            #expect(page.status == 200 && !page.text.contains("id=\"notices\""), "\(address)")
        }
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
