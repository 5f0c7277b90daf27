import Foundation
import GTFSSchedule
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: timetables")
struct TimetablePageTests {
    private let texts = ExplorerTexts(in: "en")

    /// The rows of all grids of a timetable, as if they were one.
    private func rows(_ page: ShownPage) -> [[String]] {
        var rows = page.rows(ofTable: "grid")
        for number in 2... {
            let more = page.rows(ofTable: "grid-\(number)")
            guard more.count == rows.count else { break }
            rows = zip(rows, more).map { $0 + $1.dropFirst() }
        }
        return rows
    }

    @Test(
        "the grids have every cell of the API, eighteen trips beside each other at most",
        arguments: [("T1", 0), ("T1", 1), ("B333", 0), ("M1", 1), ("L2", 0), ("F1", 0)])
    func cells(route: String, direction: Int) async throws {
        let feed = try await ShownFeed.sample()
        let address = "routes/\(route)/timetable?date=20261123&direction=\(direction)"
        let page = try await feed.page("/explorer/\(address)")
        let timetable = try #require(
            try await feed.answer("/api/v1/\(address)", as: TimetableListDTO.self).data
                .timetables.first)
        let rows = rows(page)
        #expect(rows.count == timetable.columns.count)
        #expect(page.rows(ofTable: "grid").allSatisfy { $0.count <= 19 })
        for (column, stop) in timetable.columns.map(\.stop).enumerated() {
            try #require(rows[column].count == timetable.rows.count + 1)
            #expect(rows[column][0] == stop.stopName)
            for (index, trip) in timetable.rows.enumerated() {
                let shown = rows[column][index + 1]
                #expect(shown.contains(text(trip.cells[column])), "\(stop.stopName) \(index)")
                #expect(shown.isEmpty == (trip.cells[column] == nil))
            }
        }
    }

    private func text(_ cell: Timetable.Cell?) -> String {
        guard let time = cell.flatMap({ $0.departure ?? $0.arrival }) else { return "" }
        return String(time.timeOfDay.description.prefix(5))
    }

    @Test("times after midnight are those of the clock, and say that it is the next day")
    func midnight() async throws {
        let page = try await ShownFeed(TestFeed.base).page(
            "/explorer/routes/R/timetable?date=2026-11-23")
        #expect(
            page.rows(ofTable: "grid").map { $0[2] } == [
                "23:50", "00:01 +1", "00:10 +1", "01:20 +1",
            ])
        #expect(page.text.contains(texts("timetable.mark.next")))
        #expect(!page.text.contains(texts("timetable.mark.about")))
    }

    @Test("calls without boarding, without a time or on request are marked and explained")
    func marks() async throws {
        let feed = TestFeed.base.with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type
            T1,08:00:00,08:00:00,A,1,0,1
            T1,,,B,2,0,0
            T1,08:20:00,08:20:30,C,3,2,2
            T1,08:30:00,08:30:00,D,4,1,0
            T2,09:00:00,09:00:00,A,1,0,0
            T2,09:10:00,09:10:00,B,2,0,1
            T2,09:20:00,09:20:00,C,3,1,0
            T2,09:30:00,09:30:00,D,4,0,0
            """)
        let page = try await ShownFeed(feed).page("/explorer/routes/R/timetable?date=2026-11-23")
        #expect(
            page.rows(ofTable: "grid").map { Array($0.dropFirst()) } == [
                ["08:00", "09:00"], ["≈08:10", "09:10 b"], ["08:20 r", "09:20 a"],
                ["08:30", "09:30"],
            ])
        for mark in ["about", "alight", "board", "request"] {
            #expect(page.text.contains(texts("timetable.mark.\(mark)")))
        }
    }

    @Test("calls where nobody boards or alights are marked as passing, at the ends, too")
    func passing() async throws {
        let feed = TestFeed.base.with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type
            T1,08:00:00,08:00:00,A,1,1,1
            T1,08:10:00,08:10:00,B,2,1,1
            T1,08:20:00,08:20:00,C,3,0,0
            T1,08:30:00,08:30:00,D,4,1,1
            """)
        let page = try await ShownFeed(feed).page("/explorer/routes/R/timetable?date=2026-11-23")
        #expect(
            page.rows(ofTable: "grid").map { Array($0.dropFirst()) } == [
                ["08:00 p"], ["08:10 p"], ["08:20"], ["08:30 p"],
            ])
        #expect(page.text.contains(texts("timetable.mark.pass")))
        for mark in ["alight", "board"] {
            #expect(!page.text.contains(texts("timetable.mark.\(mark)")))
        }
    }

    @Test("a route that runs only at undefined stops is not said not to run")
    func undefinedStops() async throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            X,Xylo,48.0,2.0
            """)
        let page = try await ShownFeed(feed).page("/explorer/routes/R/timetable?date=2026-11-23")
        #expect(page.text.contains(texts("timetable.hidden")))
        #expect(!page.text.contains("id=\"nothing\""))
    }

    @Test("calls at undefined stops, and an assumed zone, are noted")
    func hiddenCalls() async throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            """)
        let address = "/explorer/routes/R/timetable?date=2026-11-23"
        let page = try await ShownFeed(feed).page(address)
        #expect(page.text.contains(texts("timetable.hidden.calls")))
        #expect(!page.text.contains(texts("note.zone.assumed")))
        let zone = feed.with(
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            X,Crosstown,https://example.org,BST
            """)
        let shown = try await ShownFeed(zone)
        for address in [address, "/explorer/stops/A", "/explorer/feed"] {
            let text = try await shown.page(address).text
            #expect(text.contains(texts("note.zone.assumed")), "\(address)")
        }
        let whole = try await ShownFeed(TestFeed.base).page(address)
        #expect(!whole.text.contains(texts("timetable.hidden.calls")))
    }

    @Test("frequencies say how often")
    func frequencies() async throws {
        let page = try await ShownFeed.sample().page(
            "/explorer/routes/M1/timetable?date=20261123&direction=0")
        #expect(page.text.contains("about every 6 min until 07:00"))
        #expect(page.text.contains("about every 5 min until 01:00+1"))
    }

    @Test("many trips stand in grids below each other, and on several pages")
    func large() async throws {
        var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        var trips = "route_id,service_id,trip_id\n"
        for number in 0..<320 {
            trips += "R,WD,N\(number)\n"
            let start = ServiceTime(seconds: 18_000 + number * 180)
            times += "N\(number),\(start),\(start),A,1\n"
            times += "N\(number),\(start.adding(seconds: 600)),\(start.adding(seconds: 600)),B,2\n"
        }
        var feed = TestFeed.base
        feed["trips.txt"] = trips
        feed["stop_times.txt"] = times
        let shown = try await ShownFeed(feed)
        let address = "/explorer/routes/R/timetable?date=2026-11-23"
        let first = try await shown.page(address)
        #expect(first.element("p", id: "grid-part") == "Trips 1 to 200 of 320")
        #expect(rows(first).map(\.count) == [201, 201])
        let last = try await shown.page("\(address)&page=2")
        #expect(last.element("p", id: "grid-part") == "Trips 201 to 320 of 320")
        #expect(rows(last).map(\.count) == [121, 121])
    }

    @Test("a day without service says so; one outside the feed leads to its days")
    func empty() async throws {
        let shown = try await ShownFeed(TestFeed.base)
        let sunday = try await shown.page("/explorer/routes/R/timetable?date=2026-11-22")
        #expect(sunday.text.contains("No trips on this route on Sunday 22 November 2026."))
        let outside = try await shown.page("/explorer/routes/R/timetable?date=2030-01-01")
        #expect(outside.text.contains("timetable?date=2026-01-01"))
        #expect(try await shown.page("/explorer/routes/R/timetable?date=2026-02-30").status == 400)
    }

    @Test("service on demand has its places and hours")
    func flexible() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/routes/FX1/timetable?date=20261123")
        let timetables = try await feed.answer(
            "/api/v1/routes/FX1/timetable?date=20261123", as: TimetableListDTO.self
        ).data.timetables
        let trips = try #require(timetables.first?.flexibleTrips)
        try #require(!trips.isEmpty)
        for trip in trips {
            #expect(page.text.contains("/explorer/trips/\(trip.tripID)?date=20261123"))
        }
    }
}
