import Foundation
import Testing
import TransitAPI
import TransitModel

@testable import TransitServer

@Suite("The explorer: direct destinations")
struct DestinationsPageTests {
    @Test("has all destinations of the answer, route by route", arguments: ["QUAY", "QUAY_P1"])
    func rows(id: String) async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops/\(id)/destinations")
        #expect(page.status == 200)
        let answer = try await feed.answer(
            "/api/v1/stops/\(id)/destinations?as=stations&limit=500", as: DestinationListDTO.self)
        let details = try await feed.answer("/api/v1/stops/\(id)", as: StopDetailsDTO.self)
        #expect(!answer.data.destinations.isEmpty && answer.meta.next == nil)
        var shown = 0
        for route in details.data.routes {
            let own = answer.data.destinations.filter { destination in
                destination.routes.contains { $0.rid == route.rid }
            }
            let items = page.items(ofList: "route-\(route.rid)")
            let fewestFirst = own.enumerated().sorted { one, other in
                (Self.calls(one.element, on: route.rid).least, one.offset)
                    < (Self.calls(other.element, on: route.rid).least, other.offset)
            }.map(\.element)
            #expect(
                items == fewestFirst.map { Self.words($0, on: route.rid) }, "\(route.routeID)")
            shown += items.count
        }
        #expect(shown >= answer.data.destinations.count)
        for destination in answer.data.destinations {
            #expect(page.text.contains("href=\"/explorer/stops/\(destination.stop.stopID)\""))
        }
        #expect(page.text.contains("/api/v1/stops/\(id)/destinations?"))
    }

    private static func calls(_ destination: DestinationDTO, on rid: Int64) -> CallsBetweenDTO {
        zip(destination.routes, destination.routeCallsBetween).first { $0.0.rid == rid }?.1
            ?? CallsBetweenDTO(0...0)
    }

    private static func words(_ destination: DestinationDTO, on rid: Int64) -> String {
        let calls = calls(destination, on: rid)
        let between =
            switch (calls.least, calls.most) {
            case (_, 0): "next stop"
            case (1, 1): "1 stop between"
            case (let least, let most) where least == most: "\(least) stops between"
            default: "\(calls.least)–\(calls.most) stops between"
            }
        let count =
            zip(destination.routes, destination.routeTrips).first { $0.0.rid == rid }?.1 ?? 0
        let trips = count == 1 ? "1 trip" : "\(count) trips"
        return "\(destination.stop.stopName) \(between), \(trips)"
    }

    @Test("has a mark for each on the map, and one for here")
    func map() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops/QUAY/destinations")
        let answer = try await feed.answer(
            "/api/v1/stops/QUAY/destinations?as=stations&limit=500", as: DestinationListDTO.self)
        let content = try #require(
            page.text.components(separatedBy: "id=\"map-content\">").dropFirst().first?
                .components(separatedBy: "</script>").first)
        let placed = answer.data.destinations.filter { $0.stop.stopLat != nil }
        #expect(content.components(separatedBy: "\"kind\":").count - 1 == placed.count + 1)
        #expect(content.contains("\"kind\":\"here\""))
    }

    @Test("a stop that is not there has no page")
    func missing() async throws {
        let feed = try await ShownFeed.sample()
        #expect(try await feed.page("/explorer/stops/NOWHERE/destinations").status == 404)
    }
}
