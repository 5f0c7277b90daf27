import Foundation
import HTTPTypes
import Testing
import TransitAPI
import TransitModel

@testable import TransitServer

@Suite("The explorer: the map of the whole feed")
struct ExplorerMapTests {
    private struct Map: Decodable {
        struct Stops: Decodable {
            let sid: [Int64]
            let places: String
            let kinds: String
        }
        struct Line: Decodable {
            let rid: Int64?
            let color: String
            let polyline: String
        }
        let box: [Double]?
        let stops: Stops
        let lines: [Line]
    }

    @Test("is JSON with every stop that the API has, and a line for each route")
    func content() async throws {
        let feed = try await ShownFeed.sample()
        let file = try await feed.page("/explorer/map.json")
        #expect(file.headers[.contentType] == "application/json; charset=utf-8")
        let map = try JSONDecoder().decode(Map.self, from: Data(file.text.utf8))
        let stops = try await feed.answer("/api/v1/stops?limit=500", as: ListDTO<StopDTO>.self)
            .data.elements.filter { $0.stopLat != nil }.sorted { $0.sid < $1.sid }
        var key: Int64 = 0
        let keys = map.stops.sid.map { difference in
            key += difference
            return key
        }
        #expect(keys == stops.map(\.sid))
        #expect(map.stops.kinds == stops.map { "\($0.locationType ?? 0)" }.joined())
        let box = try await feed.answer("/api/v1/feed", as: FeedDTO.self).data.box
        #expect(map.box == box.map { [$0.south, $0.west, $0.north, $0.east] })
        #expect(map.lines.allSatisfy { $0.color.count == 6 && !$0.polyline.isEmpty })
        #expect(Set(map.lines.compactMap(\.rid)).count > 3)
    }

    @Test("is made once, and not sent to those who have it")
    func caching() async throws {
        let feed = try await ShownFeed.sample()
        let first = try await feed.page("/explorer/map.json", [.acceptEncoding: "gzip"])
        #expect(first.headers[.contentEncoding] == "gzip")
        #expect(first.headers[.cacheControl] == "public, max-age=60")
        let tag = try #require(first.headers[.eTag])
        #expect(try await feed.page("/explorer/map.json").headers[.eTag] != tag)
        let again = try await feed.page(
            "/explorer/map.json", [.acceptEncoding: "gzip", .ifNoneMatch: tag])
        #expect(again.status == 304 && again.bytes == 0)
    }
}
