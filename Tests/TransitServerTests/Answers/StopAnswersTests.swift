import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@Suite("Stops over the API")
struct StopAnswersTests {
    private func all(_ feed: AnsweredFeed, _ address: String) async throws -> [StopDTO] {
        var found: [StopDTO] = []
        var cursor: String?
        repeat {
            let page: Envelope<ListDTO<StopDTO>> = try await feed.ask(
                address + (cursor.map { "&cursor=\($0)" } ?? ""))
            found += page.data.elements
            cursor = page.meta.next
        } while cursor != nil
        return found
    }

    @Test("pages of a list are the list, whatever their size", arguments: [1, 3, 7, 500])
    func paging(limit: Int) async throws {
        let feed = try await AnsweredFeed.sample.value
        let quay = Coordinate(latitude: -33.86152, longitude: 151.21075)
        let every = try await all(feed, "stops?limit=\(limit)")
        #expect(
            every.map(\.model)
                == (try await feed.bundle.stops(
                    limit: .max, kinds: [.stop, .station, .entrance, .genericNode, .boardingArea])))
        let near = try await all(feed, "stops?near=-33.86152,151.21075&radius=1500&limit=\(limit)")
        #expect(
            near.compactMap(\.nearby)
                == (try await feed.bundle.stops(near: quay, radius: 1500, limit: .max)))
        #expect(near.count > 7)
        #expect(near.compactMap(\.meters) == near.compactMap(\.meters).sorted())
        let box = try await all(feed, "stops?bbox=151.2,-33.87,151.22,-33.86&limit=\(limit)")
        #expect(
            box.map(\.model)
                == (try await feed.bundle.stops(
                    in: BoundingBox(south: -33.87, west: 151.2, north: -33.86, east: 151.22))))
        let found = try await all(feed, "stops?q=quay&limit=\(limit)")
        #expect(
            found.map(\.model) == (try await feed.bundle.stops(matching: "quay", limit: 100)))
    }

    @Test("pages go back too")
    func back() async throws {
        let feed = try await AnsweredFeed.sample.value
        let address = "stops?near=-33.86152,151.21075&limit=3"
        let first: Envelope<ListDTO<StopDTO>> = try await feed.ask(address)
        #expect(first.meta.previous == nil)
        let second: Envelope<ListDTO<StopDTO>> = try await feed.ask(
            address + "&cursor=\(try #require(first.meta.next))")
        let again: Envelope<ListDTO<StopDTO>> = try await feed.ask(
            address + "&cursor=\(try #require(second.meta.previous))")
        #expect(again.data == first.data)
        #expect(second.data != first.data)
        let deep = try #require(first.meta.next).prefix { $0 != "_" } + "_zzzzzz"
        #expect(try await feed.failure(address + "&cursor=\(deep)").code == .badValue)
    }

    @Test("kinds of places, in every kind of list")
    func kinds() async throws {
        let feed = try await AnsweredFeed.sample.value
        let stations = try await all(feed, "stops?kind=station&limit=1")
        #expect(stations.map(\.stopID) == ["QUAY", "CJ"])
        let entrances = try await all(
            feed, "stops?near=-33.86152,151.21075&kind=entrance&kind=node&limit=9")
        #expect(Set(entrances.map(\.locationType)) == [2, 3])
        let found = try await all(feed, "stops?q=quay&kind=station&limit=9")
        #expect(found.map(\.stopID) == ["QUAY"])
        let box = try await all(
            feed, "stops?bbox=151.2,-33.87,151.22,-33.86&kind=boarding_area&limit=9")
        #expect(box.map(\.stopID) == ["QUAY_BA1", "QUAY_BA2"])
        let ids = try await all(feed, "stops?ids=QUAY&ids=SB&kind=stop")
        #expect(ids.map(\.stopID) == ["SB"])
    }

    @Test("stops of many ids keep their order, and missing ones are reported")
    func bulk() async throws {
        let feed = try await AnsweredFeed.sample.value
        let key = try await feed.bundle.stop(id: "XH").sid
        let answer: Envelope<ListDTO<StopDTO>> = try await feed.ask(
            "stops?ids=SB&ids=NONE&ids=QUAY&ids=sid:\(key)&ids=sid:999")
        #expect(answer.data.elements.map(\.stopID) == ["SB", "QUAY", "XH"])
        #expect(answer.meta.notes.map(\.code.text) == ["missing_ids"])
        #expect(answer.meta.notes.first?.ids == ["NONE", "sid:999"])
        #expect(answer.meta.notes.first?.field == "ids")
    }

    @Test("all about a stop: station, platforms, entrances, levels, pathways, transfers")
    func details() async throws {
        let feed = try await AnsweredFeed.sample.value
        for id in ["QUAY", "QUAY_P1", "QUAY_BA1", "SB", "HH"] {
            let stop = try await feed.bundle.stop(id: id)
            let answer: Envelope<StopDetailsDTO> = try await feed.ask("stops/\(id)?date=20261120")
            #expect(answer.data.model == (try await feed.bundle.details(of: stop)), "\(id)")
            #expect(
                answer.data.transfers
                    == (try await feed.bundle.transfers(at: stop)))
            #expect(
                answer.data.flexibleAccess
                    == (try await feed.bundle.flexibleAccess(at: stop)))
            let date = try #require(ServiceDate(yyyymmdd: 20_261_120))
            #expect(
                answer.data.flexibleServices
                    == (try await feed.bundle.flexibleServices(at: stop, on: date)))
            #expect(answer.data.timezone == "Australia/Sydney")
        }
        let quay: Envelope<StopDetailsDTO> = try await feed.ask("stops/QUAY")
        #expect(!quay.data.platforms.isEmpty && !quay.data.entrances.isEmpty)
        #expect(!quay.data.levels.isEmpty && !quay.data.pathways.isEmpty)
        let outside: Envelope<StopDetailsDTO> = try await feed.ask("stops/HH?date=20200101")
        #expect(outside.meta.notes.map(\.code.text) == ["outside_feed"])
    }

    @Test("ids hold slashes, blanks and letters of two forms")
    func awkwardIDs() async throws {
        let ids = ["a/b", "a b", "a+b", "a%2Fb", "caf\u{E9}", "cafe\u{301}", "sid:1", "?&=#"]
        let rows = ids.enumerated().map { "\($1),Stop \($0),1,1\n" }.joined()
        let feed = try AnsweredFeed(
            files: SmallFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\n\(rows)a,A,1,1\nb,B,1,1\n"))
        for (number, id) in ids.enumerated() {
            let answer: Envelope<StopDetailsDTO> = try await feed.ask(
                "stops/\(AnsweredFeed.encoded(id))")
            #expect(answer.data.stop.stopName == "Stop \(number)")
        }
        let query = ids.map { "ids=" + AnsweredFeed.encoded($0) }.joined(separator: "&")
        let list: Envelope<ListDTO<StopDTO>> = try await feed.ask("stops?\(query)")
        #expect(list.data.elements.map(\.stopName) == ids.indices.map { "Stop \($0)" })
    }
}
