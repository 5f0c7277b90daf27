import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: a stop and its board")
struct StopPageTests {
    private let texts = ExplorerTexts(in: "en")

    @Test("ids of dots alone are in no path: browsers would take them for steps")
    func dots() async throws {
        var files = TestFeed.base
        files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            A,Alpha,48.0,2.0
            .,Dot,48.1,2.0
            ..,Dots,48.2,2.0
            ...,Ellipsis,48.3,2.0

            """
        files["routes.txt"] = "route_id,agency_id,route_short_name,route_type\n..,X,1,3\n"
        files["trips.txt"] = "route_id,service_id,trip_id\n..,WD,..\n"
        files["stop_times.txt"] = """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            ..,08:30:00,08:30:00,.,1
            ..,08:40:00,08:40:00,..,2
            ..,08:50:00,08:50:00,...,3

            """
        let feed = try await ShownFeed(files, now: "2026-06-01T08:00:00+02:00")
        let stops = try await feed.answer("/api/v1/stops?q=dot", as: ListDTO<StopDTO>.self).data
            .elements
        let dots = try #require(stops.first { $0.stopID == ".." }).sid
        let dot = try #require(stops.first { $0.stopID == "." }).sid
        let rid = try #require(
            try await feed.answer("/api/v1/routes", as: RouteListDTO.self).data.model.first
        ).rid
        var addresses = [
            "/explorer/stops", "/explorer/routes", "/explorer/stops?q=dot",
            "/explorer/stops/sid:\(dot)", "/explorer/stops/sid:\(dots)/destinations",
            "/explorer/routes/rid:\(rid)", "/explorer/routes/rid:\(rid)/timetable",
            "/explorer/trips?trip=..&date=20260601",
        ]
        var links: Set<String> = []
        while let address = addresses.popLast() {
            let page = try await feed.page(address)
            #expect(page.status == 200, "\(address)")
            for part in page.text.components(separatedBy: "=\"/explorer/").dropFirst() {
                let link = "/explorer/" + part.prefix { $0 != "\"" }.replacing("&amp;", with: "&")
                guard links.insert(link).inserted else { continue }
                let path = link.prefix { $0 != "?" }.replacing("%2E", with: ".")
                #expect(!path.split(separator: "/").contains { $0 == "." || $0 == ".." }, "\(link)")
            }
        }
        for link in ["stops/sid:\(dot)", "stops/sid:\(dots)", "routes/rid:\(rid)", "stops/..."] {
            #expect(links.contains("/explorer/" + link), "\(link)")
        }
        #expect(links.contains { $0.hasPrefix("/explorer/trips?trip=..&date=") })
    }

    @Test(
        "a board has every departure of the API, in its order",
        arguments: [
            ("QUAY", ""), ("QUAY_P1", ""), ("CJ", "?at=2026-11-27T23:00"), ("QP", "?n=50"),
            ("SB", "?mode=bus"), ("QUAY", "?route=F1&n=5"),
        ])
    func departures(stop: String, query: String) async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops/\(stop)\(query)")
        let board = try await feed.answer(
            "/api/v1/stops/\(stop)/departures\(query)", as: Board.self
        ).data
        let rows = page.classedRows(ofTable: "board-table")
        try #require(!board.events.isEmpty)
        #expect(rows.count == board.events.count)
        let hasPlatforms = board.events.contains { $0.stop.platformCode != nil }
        for (row, departure) in zip(rows, board.events) {
            #expect(row["time"]?.hasSuffix(departure.time.clock) == true)
            #expect(row["time"]?.hasPrefix("≈") == departure.isInterpolated)
            #expect(row["route"] == departure.route?.name)
            #expect(row["to"] == departure.headsign ?? "")
            #expect(row["platform"] == (hasPlatforms ? departure.stop.platformCode ?? "" : nil))
            #expect(page.text.contains("datetime=\"\(departure.time)\""))
        }
    }

    @Test("arrivals are a tab, with every arrival of the API")
    func arrivals() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops/QUAY?board=arrivals")
        let board = try await feed.answer(
            "/api/v1/stops/QUAY/arrivals", as: Board.self
        ).data
        let rows = page.rows(ofTable: "board-table").filter { $0.count > 1 }
        #expect(rows.map { $0[0] } == board.events.map(\.time.clock))
        #expect(page.text.contains("aria-current=\"page\">Arrivals</a>"))
    }

    @Test("after midnight there is a heading of the day, and the service day is named")
    func midnight() async throws {
        let feed = try await ShownFeed.sample(now: "2026-11-23T23:40:00+11:00")
        let evening = try await feed.page("/explorer/stops/QUAY").rows(ofTable: "board-table")
        #expect(evening.first == ["Today, Monday 23 November"])
        let rows = try await feed.page("/explorer/stops/LP?n=3").rows(ofTable: "board-table")
        let heading = try #require(rows.firstIndex { $0 == ["Tuesday 24 November"] })
        #expect(rows[heading + 1][0] == "00:04")
        #expect(rows[heading + 1].contains { $0.contains("service of Mon 23 Nov") })
    }

    @Test("a board of now is live; one of another time is not, and leads back to now")
    func live() async throws {
        let feed = try await ShownFeed.sample()
        let now = try await feed.page("/explorer/stops/QUAY")
        #expect(now.text.contains("<section id=\"board\" data-live "))
        let then = try await feed.page("/explorer/stops/QUAY?at=2026-11-24T08:00")
        #expect(!then.text.contains("data-live"))
        #expect(then.text.contains("rel=\"start\" href=\"/explorer/stops/QUAY\""))
        #expect(then.text.contains("value=\"2026-11-24T08:00\""))
    }

    @Test("later and earlier lead from page to page without a loss")
    func pages() async throws {
        let feed = try await ShownFeed.sample()
        let first = try await feed.page("/explorer/stops/QP?n=5&mode=tram")
        let later = try #require(link("next", in: first))
        let second = try await feed.page(later)
        let both = try await feed.page("/explorer/stops/QP?n=10&mode=tram")
        func times(_ page: ShownPage) -> [[String?]] {
            page.classedRows(ofTable: "board-table").map { [$0["time"], $0["route"], $0["to"]] }
        }
        #expect(times(first) + times(second) == times(both))
        let back = try await feed.page(try #require(link("prev", in: second)))
        #expect(times(back) == times(first))
    }

    @Test("frequencies say how often, and until when")
    func frequencies() async throws {
        let feed = try await ShownFeed.sample()
        let rows = try await feed.page("/explorer/stops/QUAY_M3?at=2026-11-23T08:00")
            .rows(ofTable: "board-table")
        #expect(rows.joined().contains { $0.contains("about every 3 min until 09:30") })
        let tram = try await feed.page("/explorer/stops/QP?mode=tram").text
        #expect(tram.contains("every 10 min until 22:30"))
    }

    @Test("a day outside the feed says so, and leads to its days; nothing stands in its place")
    func outside() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops/QUAY?at=2029-01-01T08:00")
        #expect(page.rows(ofTable: "board-table").isEmpty)
        let note = try #require(page.element("p", id: "outside"))
        #expect(
            ShownPage.plain(note).contains("Wednesday 1 July 2026 to Wednesday 30 June 2027"))
        #expect(note.contains("?at=2026-07-01T00%3A00") && note.contains("?at=2027-06-30T00%3A00"))
    }

    @Test("a note about a local time that clocks skip or repeat, and a row for the change itself")
    func clocks() async throws {
        let feed = try await ShownFeed.sample()
        let skipped = try await feed.page("/explorer/stops/QUAY?at=2026-10-04T02:30")
        #expect(skipped.text.contains(texts("note.skipped")))
        let repeated = try await feed.page("/explorer/stops/QUAY?at=2027-04-04T02:30")
        #expect(repeated.text.contains(texts("note.repeated")))
        let night: TestFeed = TestFeed.base.with(
            """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,1,1,20260101,20261231
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,25:00:00,25:00:00,A,1
            T1,25:30:00,25:30:00,B,2
            T2,28:00:00,28:00:00,A,1
            T2,28:30:00,28:30:00,B,2
            """)
        let page = try await ShownFeed(night).page("/explorer/stops/A?at=2026-10-25T00:00&n=2")
        let rows = page.rows(ofTable: "board-table").map { $0[0] }
        #expect(rows.contains { $0.contains("UTC+01:00") })
    }

    @Test("the zone is named, and clearly where it is another one than the feed's")
    func zone() async throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,stop_timezone
            A,Harbour,48.0,2.0,
            B,Market,48.0,2.1,Europe/London
            C,Museum,48.0,2.2,
            D,Airport,48.0,2.4,
            """)
        let shown = try await ShownFeed(feed, now: "2026-11-23T07:00:00+01:00")
        let own = try await shown.page("/explorer/stops/A")
        #expect(own.element("p", id: "zone") == "Times in Europe/Paris (UTC+01:00).")
        #expect(own.text.contains("data-zone=\"Europe/Paris\""))
        let other = try await shown.page("/explorer/stops/B")
        #expect(other.rows(ofTable: "board-table")[1][0] == "07:11")
        #expect(
            other.element("p", id: "zone")?.contains("Europe/London (UTC+00:00), not Europe/Paris")
                == true)
    }

    @Test("an empty board says why")
    func empty() async throws {
        let sample = try await ShownFeed.sample()
        func reason(_ shown: ShownFeed, _ address: String) async throws -> String {
            ShownPage.plain(try await shown.page(address).element("p", id: "board-empty") ?? "")
        }
        #expect(try await reason(sample, "/explorer/stops/QUAY_E1") == texts("board.empty.never"))
        #expect(
            try await reason(sample, "/explorer/stops/NS?mode=ferry").hasPrefix(
                texts("board.empty.filtered")))
        let base = try await ShownFeed(TestFeed.base)
        #expect(
            try await reason(base, "/explorer/stops/A?at=2026-12-31T23:59")
                == texts(
                    "board.empty.week"))
    }

    @Test("a station has its platforms, entrances, floors, ways and changes, all of them")
    func station() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops/QUAY")
        let details = try await feed.answer("/api/v1/stops/QUAY", as: StopDetailsDTO.self).data
        #expect(
            page.rows(ofTable: "stop-platforms").map { $0[0] } == details.platforms.map(\.stopName))
        #expect(
            page.rows(ofTable: "stop-platforms").map { $0[1] }
                == details.platforms.map { $0.platformCode ?? "" })
        #expect(
            page.rows(ofTable: "stop-entrances").map { $0[0] } == details.entrances.map(\.stopName))
        #expect(page.rows(ofTable: "stop-nodes").count == details.nodes.count)
        #expect(page.rows(ofTable: "stop-areas").count == details.boardingAreas.count)
        #expect(page.rows(ofTable: "stop-pathways").count == details.pathways.count)
        #expect(page.rows(ofTable: "stop-transfers").count == details.transfers.count)
        #expect(
            page.items(ofList: "stop-levels", tag: "ol")
                == details.levels.map { $0.levelName ?? "" })
        #expect(page.items(ofList: "stop-routes") == details.routes.map(\.name))
        let ways = page.rows(ofTable: "stop-pathways")
        #expect(ways.contains { $0[1] == "Stairs" && $0[2] == "15 m · 25 s · 12 steps" })
    }

    @Test("a platform shows values of its station, its zone and its level")
    func platform() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops/QUAY_P1")
        let facts = ShownPage.plain(page.element("dl", id: "stop-facts") ?? "")
        #expect(facts.contains("Step-free from the station"))
        #expect(facts.contains("Fare zone A"))
        #expect(facts.contains("Level Train Platforms"))
        #expect(
            ShownPage.plain(page.element("p", id: "stop-kind") ?? "")
                == "Platform · 2001 · Platform 1 · in Quayside · Step-free")
    }

    @Test("service on demand has its area, its hours, and how to book")
    func flexible() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops/HH")
        let details = try await feed.answer("/api/v1/stops/HH", as: StopDetailsDTO.self).data
        try #require(!details.flexibleAccess.isEmpty)
        let section = ShownPage.plain(page.text)
        for access in details.flexibleAccess {
            let rule = try #require(access.pickupBookingRule ?? access.dropOffBookingRule)
            #expect(section.contains(rule.message ?? ""))
            if let number = rule.phoneNumber?.text {
                #expect(page.text.contains("tel:" + number.filter { $0 != " " }))
            }
        }
    }

    @Test("booking counts the days of its service, on the page of a stop and on that of a trip")
    func booking() async throws {
        let feed = TestFeed.base.with(
            """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,1,1,20260101,20271231
            OFFICE,1,1,1,1,1,0,0,20260101,20271231
            # booking_rules.txt
            booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time,prior_notice_start_day,prior_notice_start_time,prior_notice_service_id
            DAY,2,1,15:00:00,14,08:00:00,OFFICE
            # stop_times.txt
            trip_id,stop_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type,pickup_booking_rule_id,drop_off_booking_rule_id
            T1,A,1,09:00:00,11:00:00,2,1,DAY,
            T1,B,2,09:00:00,11:00:00,1,2,,DAY
            """)
        let shown = try await ShownFeed(feed, now: "2026-11-23T07:00:00+01:00")
        for address in ["stops/A?at=2026-12-07T08:00", "trips/T1?date=2026-12-07"] {
            let text = ShownPage.plain(try await shown.page("/explorer/\(address)").text)
            for words in [
                "Book 1 day of service OFFICE ahead. Until 15:00.",
                "No more than 14 days of service OFFICE ahead. From 08:00.",
                "For Monday 7 December 2026: from Tuesday 17 November 2026, 08:00, "
                    + "until Friday 4 December 2026, 15:00.",
            ] { #expect(text.contains(words), "\(address): \(words)") }
        }
        var other = feed
        other["booking_rules.txt"] = feed["booking_rules.txt"]?.replacing("OFFICE", with: "GONE")
        let unknown = try await ShownFeed(other, now: "2026-11-23T07:00:00+01:00")
        for address in ["stops/A?at=2026-12-07T08:00", "trips/T1?date=2026-12-07"] {
            let text = ShownPage.plain(try await unknown.page("/explorer/\(address)").text)
            #expect(text.contains("Book 1 day of service GONE (not in the feed) ahead."))
        }
    }

    @Test("ids with anything in them lead to their pages, and addresses that are scripts are text")
    func ids() async throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,stop_url
            a/b+c é?,محطة,48.0,2.0,javascript:alert(1)
            ..,Market,48.0,2.1,https://example.org/m
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,a/b+c é?,1
            T1,08:10:00,08:11:00,..,2
            T2,09:00:00,09:00:00,a/b+c é?,1
            T2,09:10:00,09:11:00,..,2
            """)
        let shown = try await ShownFeed(feed, now: "2026-11-23T07:00:00+01:00")
        let page = try await shown.page("/explorer/stops/a%2Fb%2Bc%20%C3%A9%3F?language=fr")
        #expect(page.status == 200)
        #expect(page.text.contains("/explorer/stops/a%2Fb%2Bc%20%C3%A9%3F"))
        #expect(!page.text.contains("href=\"javascript:"))
        #expect(page.text.contains("<bdi>javascript:alert(1)</bdi>"))
        #expect(try await shown.page("/explorer/stops/%2E%2E").status == 200)
        #expect(try await shown.page("/explorer/stops/nowhere").status == 404)
    }

    private func link(_ rel: String, in page: ShownPage) -> String? {
        page.text.components(separatedBy: "rel=\"\(rel)\" href=\"").dropFirst().first.map {
            String($0.prefix { $0 != "\"" }).replacingOccurrences(of: "&amp;", with: "&")
        }
    }
}
