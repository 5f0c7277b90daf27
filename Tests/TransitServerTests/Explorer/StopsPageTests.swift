import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: search, nearby and lists of stops")
struct StopsPageTests {
    private let texts = ExplorerTexts(in: "en")

    @Test(
        "a list has every stop of the API, in its order",
        arguments: [
            ("?q=quayside", "?q=quayside"), ("?q=quay&kind=station", "?q=quay&kind=station"),
            ("?near=-33.86,%20151.21", "?near=-33.86,151.21"),
            ("?near=-33.86,151.21&radius=300", "?near=-33.86,151.21&radius=300"),
            ("?bbox=151.2,-33.87,151.22,-33.85", "?bbox=151.2,-33.87,151.22,-33.85"),
            ("", "?kind=station&kind=stop"),
        ])
    func stops(query: String, asked: String) async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops\(query)")
        let stops = try await feed.answer("/api/v1/stops\(asked)", as: ListDTO<StopDTO>.self).data
            .elements
        try #require(!stops.isEmpty)
        let items = page.items(ofList: "stops")
        #expect(items.count == stops.count)
        // All stops are listed by name.
        let inOrder =
            query.isEmpty
            ? stops.sorted { NaturalOrder.isLess($0.stopName, $1.stopName) } : stops
        for (item, stop) in zip(items, inOrder) {
            #expect(item.hasPrefix(stop.stopName.isEmpty ? stop.stopID : stop.stopName))
            if let code = stop.stopCode { #expect(item.contains(" · \(code)")) }
            if let meters = stop.meters {
                #expect(item.contains(" · \(texts.distance(meters: meters))"))
            }
            #expect(page.text.contains("href=\"/explorer/stops/\(stop.stopID)\""))
        }
    }

    @Test("routes that a text finds stand above the stops, all of them")
    func routes() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops?q=north")
        let routes = try await feed.answer("/api/v1/routes?q=north", as: RouteListDTO.self).data
            .groups.flatMap(\.routes)
        try #require(!routes.isEmpty)
        #expect(page.items(ofList: "found-routes").count == routes.count)
        for (item, route) in zip(page.items(ofList: "found-routes"), routes) {
            #expect(item.hasPrefix(route.model.name))
        }
    }

    @Test("a long list has pages, without a gap")
    func pages() async throws {
        let feed = try await ShownFeed.sample()
        var address: String? = "/explorer/stops?limit=10"
        var items: [String] = []
        while let asked = address {
            let page = try await feed.page(asked)
            items += page.items(ofList: "stops")
            address = page.text.components(separatedBy: "rel=\"next\" href=\"").dropFirst().first
                .map {
                    String($0.prefix { $0 != "\"" }).replacingOccurrences(of: "&amp;", with: "&")
                }
        }
        let all = try await feed.answer(
            "/api/v1/stops?limit=500&kind=station&kind=stop", as: ListDTO<StopDTO>.self
        ).data.elements
        #expect(items.count == all.count)
    }

    @Test("an empty result helps on")
    func empty() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops?q=zzzz&kind=station")
        #expect(page.text.contains(texts("stops.nothing")))
        #expect(
            page.text.contains("<a href=\"/explorer/stops?q=zzzz\">\(texts("stops.wider"))</a>"))
        #expect(page.text.contains("href=\"/explorer/routes\""))
    }

    @Test("the language of the names stays in links and forms")
    func language() async throws {
        let feed = try await ShownFeed.sample()
        let page = try await feed.page("/explorer/stops?q=quay&language=ar")
        #expect(page.text.contains("<bdi>رصيف الميناء</bdi>"))
        #expect(page.text.contains("/explorer/stops/QUAY?language=ar"))
        #expect(page.text.contains("name=\"language\" value=\"ar\""))
    }
}
