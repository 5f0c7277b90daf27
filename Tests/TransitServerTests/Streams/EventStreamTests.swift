import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitServer

@Suite("Server-sent events")
struct EventStreamTests {
    private let place: ServedPlace
    private let clock: TestClock
    /// Friday, a minute before the first trip leaves the stop A.
    private let morning = Date(timeIntervalSince1970: 1_795_157_940)

    init() throws {
        place = try ServedPlace()
        clock = TestClock(morning)
    }

    private var published: String { place.folder.path + "/published" }

    /// A server of the version `Old`.
    ///
    /// - Parameter look: called whenever the clock is looked at.
    private func hub(
        look: @escaping @Sendable () -> Void = {}
    ) async throws -> (hub: BoardHub, catalog: FeedCatalog) {
        try place.publish("20261120-aaaaaaaa", "Old", at: "2026-11-20T03:00:00Z", in: published)
        let catalog = try await FeedCatalog(path: published)
        var settings = ServerSettings()
        let clock = clock.clock
        settings.clock = ServerClock(
            now: {
                look()
                return clock.now()
            }, wait: clock.wait)
        return (BoardHub(catalog, settings, places: BoardPlaces(limit: 1 << 20)), catalog)
    }

    private func topic(_ stop: String = "A") throws -> BoardHub.Topic {
        let target = try RequestTarget("/api/v1/stops/\(stop)/departures/stream?n=1")
        return BoardHub.Topic(feed: "town", version: nil, question: try target.question.get())
    }

    private func shown(_ event: ServerEvent?) throws -> String {
        let event = try #require(event)
        guard event.kind == .board else { return event.data }
        let board = try Envelope<Board>.decoded(from: Data(event.data.utf8)).data
        return "\(board.stop.stopName) \(board.events.map(\.tripID).joined())"
    }

    private func wait(for state: () -> Bool) async throws {
        while !state() { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test(
        "A minute's change and a swap reach a thousand listeners, each once; boards are made once")
    func thousandListeners() async throws {
        let (hub, catalog) = try await hub()
        let topic = try topic()
        let received = Locked<[[ServerEvent]]>([[ServerEvent]](repeating: [], count: 1000))
        var tasks: [Task<Void, Never>] = []
        for index in 0..<1000 {
            let events = try await hub.events(topic, after: nil)
            tasks.append(
                Task {
                    for await event in events {
                        received.withLock { $0[index].append(event) }
                    }
                })
        }
        func everybodyHas(_ count: Int) -> Bool {
            received.withLock { $0.allSatisfy { $0.count >= count } }
        }
        #expect(hub.totals.listeners == 1000)
        try await wait { everybodyHas(1) }
        #expect(hub.totals.made == 1)

        // The departure of the second minute is still on the board in it.
        try await wait { clock.isAwaited }
        clock.turn(to: morning + 60)
        clock.turn(to: morning + 120)
        try await wait { everybodyHas(2) && hub.totals.made == 2 }

        // Another version: its name, then its board.
        try await wait { clock.isAwaited }
        try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published)
        await catalog.refresh()
        try await wait { everybodyHas(4) && hub.totals.made == 3 }

        hub.close()
        for task in tasks { await task.value }
        let wanted = ["Old T1", "Old T2", #"{"bundle":"20261121-bbbbbbbb"}"#, "New T2"]
        let first = received.withLock { $0[0] }
        #expect(try first.map(shown) == wanted)
        for events in received.withLock({ $0 }) {
            #expect(events.map(\.data) == first.map(\.data))
            #expect(events.map(\.kind) == [.board, .board, .bundle, .board])
        }
        #expect(hub.totals.listeners == 0)
    }

    @Test("A version that takes over while the first board is made is announced", .blocking)
    func swapBehindTheFirstBoard() async throws {
        let (place, published) = (place, published)
        let served = Locked<FeedCatalog?>(nil)
        // The clock is looked at after the version of the first board was found.
        let (hub, catalog) = try await hub {
            guard
                let catalog = served.withLock({ catalog in
                    defer { catalog = nil }
                    return catalog
                })
            else { return }
            #expect(throws: Never.self) {
                try place.publish(
                    "20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published)
            }
            onThreads { await catalog.refresh() }
            // Then the change is told before the board is made. Ten minutes, should it never come.
            let end = Date(timeIntervalSinceNow: 600)
            while catalog.all.first?.feed.state?.current.name != "20261121-bbbbbbbb", Date() < end {
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
        served.withLock { $0 = catalog }
        var events = try await hub.events(topic(), after: nil).makeAsyncIterator()
        #expect(try shown(await events.next()) == "Old T1")
        #expect(await events.next()?.data == #"{"bundle":"20261121-bbbbbbbb"}"#)
        #expect(try shown(await events.next()) == "New T1")
    }

    @Test("A board that is the same is not sent again")
    func sameBoard() async throws {
        let (hub, catalog) = try await hub()
        let events = try await hub.events(topic(), after: nil)
        var iterator = events.makeAsyncIterator()
        let first = await iterator.next()
        // Something is published, but the same version stays the current one.
        try place.publish("20261120-aaaaaaaa", "Old", at: "2026-11-20T04:00:00Z", in: published)
        await catalog.refresh()
        try await wait { clock.isAwaited }
        clock.turn(to: morning + 120)
        let second = await iterator.next()
        #expect(first?.data != second?.data)
        #expect(second?.kind == .board)
        #expect(hub.totals.made == 2)
    }

    @Test("A client that reconnects with Last-Event-ID gets only newer events")
    func lastEventID() async throws {
        let (hub, _) = try await hub()
        var first = try await hub.events(topic(), after: nil).makeAsyncIterator()
        let board = await first.next()
        var second = try await hub.events(topic(), after: board?.id).makeAsyncIterator()
        try await wait { clock.isAwaited }
        clock.turn(to: morning + 120)
        let next = await second.next()
        #expect(next?.kind == .board)
        #expect(next?.data != board?.data)
    }

    @Test("No board is made without a listener")
    func nobody() async throws {
        let (hub, _) = try await hub()
        do {
            let events = try await hub.events(topic(), after: nil)
            var iterator = events.makeAsyncIterator()
            _ = await iterator.next()
        }
        try await wait { hub.totals.listeners == 0 }
        clock.turn(to: morning + 3600)
        #expect(hub.totals.made == 1)
        // And the next one is sent the board of now.
        var again = try await hub.events(topic(), after: nil).makeAsyncIterator()
        #expect(try shown(await again.next()) == "Old T2")
    }

    @Test("A missing stop is an error before the stream begins")
    func noStop() async throws {
        let (hub, _) = try await hub()
        await #expect(throws: (any Error).self) { try await hub.events(topic("Z"), after: nil) }
        #expect(hub.totals.listeners == 0)
    }

    @Test("A board that can be made no more ends its stream, and says why")
    func failure() async throws {
        let (hub, catalog) = try await hub()
        let topic = BoardHub.Topic(
            feed: "town", version: "20261120-aaaaaaaa", question: try topic().question)
        var events = try await hub.events(topic, after: nil).makeAsyncIterator()
        #expect(await events.next()?.kind == .board)
        // The version that the stream is about is not kept any more.
        try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published)
        await catalog.refresh()
        let last = await events.next()
        #expect(last?.kind == .failure)
        #expect(last?.data.contains(#""code":"unknown_version""#) == true)
        #expect(await events.next() == nil)
    }

    @Test("Events as they go over the wire")
    func text() {
        #expect(
            ServerEvent(kind: .board, id: "7", data: "{\n}").text
                == "event: board\nid: 7\ndata: {\ndata: }\n\n")
        #expect(ServerEvent(kind: .bundle, data: "{}").text == "event: bundle\ndata: {}\n\n")
        #expect(ServerEvent.heartbeat.text == ": still here\n\n")
    }
}
