import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: a trip")
struct TripPageTests {
    private let texts = ExplorerTexts(in: "en")

    @Test(
        "a trip has every call of the API, with its instants",
        arguments: [
            "T1-WD-N4?date=20261123", "333-E1?date=20261123", "F1-E1?date=20261124",
            "M1-E?date=20261123&start_time=08:00:00", "L2-N?date=20261123&start_time=06:10:00",
        ])
    func calls(address: String) async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/trips/\(address)")
        let details = try await feed.answer(
            "/api/v1/trips/\(address)", as: TripDetailsDTO.self
        ).data
        let rows = page.rows(ofTable: "calls")
        #expect(rows.count == details.calls.count)
        for (row, call) in zip(rows, details.calls) {
            let instant = try #require(call.departure ?? call.arrival)
            #expect(row[0].contains(instant.clock))
            #expect(page.text.contains("datetime=\"\(instant)\""))
            #expect(row[1] == call.stop?.stopName)
            #expect(row[2] == call.stop?.platformCode ?? "")
        }
    }

    @Test("without a day it is the run that is next")
    func next() async throws {
        let feed = try await ShownFeed.sample(now: "2026-11-28T12:00:00+11:00")
        let page = try await feed.page("/explorer/trips/T1-WE-N5")
        #expect(page.text.contains("datetime=\"2026-11-28T06:02:00+11:00\""))
    }

    @Test("calls after midnight say that it is the next day")
    func midnight() async throws {
        let page = try await ShownFeed.sample().page("/explorer/trips/T1-WD-N4?date=20261123")
        #expect(page.rows(ofTable: "calls").last?[0] == "00:07 +1")
    }

    @Test("runs of frequencies.txt that are not named have offsets in the place of times")
    func template() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/trips/M1-E")
        let details = try await feed.answer("/api/v1/trips/M1-E", as: TripDetailsDTO.self).data
        #expect(page.items(ofList: "headways").count == details.headways.count)
        #expect(page.items(ofList: "headways").first == "about every 6 min from 04:30 to 07:00")
        let rows = page.rows(ofTable: "calls")
        #expect(rows.count == details.calls.count)
        #expect(rows.first?[0] == "Start" && rows.dropFirst().allSatisfy { $0[0].hasPrefix("+ ") })
        #expect(!page.text.contains("<time"))
    }

    @Test("a note about a day without the trip; a link to the feed's days from one outside")
    func notRunning() async throws {
        let shown = try await ShownFeed(TestFeed.base)
        let sunday = try await shown.page("/explorer/trips/T1?date=2026-11-22")
        #expect(sunday.element("p", id: "not-running") == texts("trip.notRunning"))
        let outside = try await shown.page("/explorer/trips/T1?date=20300101")
        #expect(
            outside.element("p", id: "outside")?.contains("/explorer/trips/T1?date=20260101")
                == true)
    }

    @Test("the vehicle's next trip is a link, with whether riders may stay")
    func continuation() async throws {
        let page = try await ShownFeed.sample().page("/explorer/trips/333-E1?date=20261123")
        let text = try #require(page.element("p", id: "continuation"))
        #expect(text.contains("/explorer/trips/333-W1?date=20261123"))
        #expect(text.contains(texts("trip.stay")))
    }

    @Test("service on demand has places and windows")
    func flexible() async throws {
        let feed = try await ShownFeed.sample()
        let timetable = try await feed.answer(
            "/api/v1/routes/FX1/timetable?date=20261123", as: TimetableListDTO.self
        ).data.timetables
        let id = try #require(timetable.first?.flexibleTrips.first?.tripID)
        let page = try await feed.page("/explorer/trips/\(id)?date=20261123")
        let calls = try await feed.answer(
            "/api/v1/trips/\(id)?date=20261123", as: TripDetailsDTO.self
        ).data.calls
        let rows = page.rows(ofTable: "calls")
        #expect(rows.count == calls.count)
        for (row, call) in zip(rows, calls) {
            if let name = call.flex?.locationName ?? call.flex?.locationGroupName {
                #expect(row[1].contains(name))
            }
            if let start = call.windowStart, let end = call.windowEnd {
                #expect(row[3].contains("from \(start.clock) to \(end.clock)"))
            }
        }
    }

    @Test("the path is on the map, from the shape or through the stops")
    func map() async throws {
        let shape = try await ShownFeed.sample().page("/explorer/trips/T1-WD-N1")
        #expect(shape.text.components(separatedBy: "\"polyline\":").count == 2)
        let stops = try await ShownFeed(TestFeed.base).page("/explorer/trips/T1")
        #expect(stops.text.components(separatedBy: "\"polyline\":").count == 2)
    }
}
