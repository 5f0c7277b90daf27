import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: routes")
struct RoutePageTests {
    @Test("the list has every route of the API by mode", arguments: ["", "?mode=bus", "?q=north"])
    func routes(query: String) async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/routes\(query)")
        let groups = try await feed.answer("/api/v1/routes\(query)", as: RouteListDTO.self).data
            .groups
        try #require(!groups.isEmpty)
        for group in groups {
            let items = page.items(ofList: "routes-\(group.mode.text)")
            #expect(items.count == group.routes.count)
            for (item, route) in zip(items, group.routes) {
                #expect(item.hasPrefix(route.model.name))
                #expect(item.hasSuffix(route.routeLongName))
            }
        }
        #expect(
            page.text.components(separatedBy: "<ul id=\"routes-").count - 1 == groups.count)
    }

    @Test(
        "a route has the stops of both directions in travel order",
        arguments: ["T1", "M1", "L2", "B333", "F1", "N90"])
    func stops(id: String) async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/routes/\(id)")
        let details = try await feed.answer("/api/v1/routes/\(id)", as: RouteDetailsDTO.self).data
        for direction in details.directions {
            let number = try #require(direction.directionID)
            let stops = try await feed.answer(
                "/api/v1/routes/\(id)/stops?direction=\(number)", as: RouteStopsDTO.self
            ).data.stops
            #expect(page.items(ofList: "stops-\(number)", tag: "ol") == stops.map(\.stopName))
        }
        let lines = page.text.components(separatedBy: "\"polyline\":").count - 1
        #expect(lines == details.shapeIDs.count)
    }

    @Test("a route at undefined stops is not said to run on demand, and lost stops are noted")
    func undefinedStops() async throws {
        let texts = ExplorerTexts(in: "en")
        func page(_ feed: TestFeed) async throws -> ShownPage {
            try await ShownFeed(feed).page("/explorer/routes/R")
        }
        let stops = "# stops.txt\nstop_id,stop_name,stop_lat,stop_lon\n"
        for stop in ["A,Harbour,48.0,2.0\n", "X,Xylo,48.0,2.0\n"] {
            let text = try await page(TestFeed.base.with(TestFeed(stops + stop))).text
            #expect(!text.contains(texts("route.demand")))
            #expect(text.contains(texts("route.hidden")))
        }
        let whole = try await page(.base).text
        #expect(!whole.contains(texts("route.demand")) && !whole.contains(texts("route.hidden")))
        let flexible = try await page(
            TestFeed.base.with(
                """
                # location_groups.txt
                location_group_id,location_group_name
                G,Town
                # location_group_stops.txt
                location_group_id,stop_id
                G,A
                # stop_times.txt
                trip_id,location_group_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type
                T1,G,1,09:00:00,11:00:00,2,1
                T1,G,2,09:00:00,11:00:00,1,2
                """)
        ).text
        #expect(flexible.contains(texts("route.demand")))
        #expect(!flexible.contains(texts("route.hidden")))
    }

    @Test("a route has its fares, all of them")
    func fares() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/routes/F1")
        let fares = try await feed.answer("/api/v1/fares?route=F1", as: FareListDTO.self).data.fares
        let rows = page.rows(ofTable: "fares")
        #expect(rows.map { $0[0] } == fares.map { $0.fare.fareID?.text ?? "" })
        #expect(
            rows.contains { $0[0] == "FERRY" && $0[1] == "6.79 AUD" && $0[2] == "A → C, C → A" })
    }

    @Test("a route without directions, names or places is still a page")
    func bare() async throws {
        let page = try await ShownFeed(TestFeed.base).page("/explorer/routes/R")
        #expect(page.status == 200)
        #expect(page.items(ofList: "stops-none", tag: "ol").count == 4)
    }
}
