import Foundation
import Testing
import TransitModel

@Suite("Canned answers")
struct CannedSourceTests {
    private let now = Date(timeIntervalSince1970: 1_795_379_400)

    @Test("a preview has a station, its platforms, routes and a board")
    func sample() async throws {
        let source: any TransitSource = CannedSource.sample(now: now)
        let quay = try await source.stop(id: "200060")
        #expect(quay == .circularQuay)
        #expect(try await source.stop(sid: 1) == quay)
        #expect(try await source.details(of: quay).platforms.map(\.platformCode) == ["1"])
        #expect(try await source.stops(matching: "circ", limit: 2).count == 2)
        #expect(try await source.routeGroups().map(\.title) == ["Train", "Bus", "Ferry"])
        let board = try await source.nextDepartures(from: [quay], at: now, count: 3, matching: .all)
        #expect(board.map(\.routeID) == ["T8", "T8", "T8"])
        let ferries = BoardFilter(types: [.ferry])
        #expect(
            try await source.nextDepartures(from: [quay], at: now, count: 3, matching: ferries)
                .isEmpty)
        #expect(
            try await source.feed().validity.expiryText(on: source.feed().date(at: now))
                == "Feed expires in 60 days")
        #expect(
            try await source.answering { try await $0.routes().count } == Answer(3, from: .canned))
    }

    @Test("missing values are not found")
    func missing() async throws {
        let source = CannedSource.sample(now: now)
        await #expect(throws: TransitSourceError.notFound(kind: "stop", id: "x")) {
            try await source.stop(id: "x")
        }
        await #expect(throws: TransitSourceError.notFound(kind: "booking rule", id: "b")) {
            try await source.bookingRule(id: "b")
        }
        #expect(
            TransitSourceError.notFound(kind: "stop", id: "x").description
                == "The feed has no stop x.")
    }

    @Test("it fails and waits as set, and ends with its task")
    func failure() async throws {
        struct Broken: Error {}
        var source = CannedSource.sample(now: now)
        source.failure = Broken()
        await #expect(throws: Broken.self) { try await source.feed() }
        source.failure = nil
        source.delay = .seconds(3600)
        let slow = source
        let task = Task { try await slow.routes() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("filters of boards compare ids by their bytes")
    func filter() {
        let composed = BoardFilter(routeIDs: ["\u{E9}"])
        #expect(composed.admits(routeID: "\u{E9}", type: nil, directionID: nil))
        #expect(!composed.admits(routeID: "e\u{301}", type: nil, directionID: nil))
        #expect(!BoardFilter(types: [.bus]).admits(routeID: "1", type: nil, directionID: 0))
        #expect(!BoardFilter(directionID: 0).admits(routeID: "1", type: .bus, directionID: nil))
        #expect(BoardFilter.all.admits(routeID: nil, type: nil, directionID: nil))
    }
}
