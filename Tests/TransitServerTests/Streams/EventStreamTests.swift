import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitServer

/// The tests of document 002 for WebSocket messages, for server-sent events.
@Suite("Server-sent events")
struct EventStreamTests {
    private let place: ServedPlace
    private let clock: TestClock
    private let made = Locked(0)
    private let morning = Date(timeIntervalSince1970: 1_795_120_200)

    init() throws {
        place = try ServedPlace()
        clock = TestClock(morning)
    }

    private var published: String { place.folder.path + "/published" }

    /// A server whose boards say the minute and the version, and change every two minutes.
    ///
    /// - Parameter afterFirst: what happens once the first board is made, before anybody has it.
    private func hub(
        afterFirst: @escaping @Sendable (FeedCatalog) async throws -> Void = { _ in }
    ) async throws -> (hub: BoardHub, catalog: FeedCatalog) {
        try place.publish("20261120-aaaaaaaa", "Old", at: "2026-11-20T03:00:00Z", in: published)
        let catalog = try await FeedCatalog(path: published)
        let made = made
        var settings = ServerSettings { _, _ in
            throw APIFailure(.serverError, "")
        } board: { question, context in
            let count = made.withLock { made in
                made += 1
                return made
            }
            // As for every question of a stop: one that the feed lacks has no board.
            let stop = try await context.bundle.stop(id: question.id ?? "")
            let pair = Int(context.now.timeIntervalSince1970) / 120
            if count == 1 { try await afterFirst(catalog) }
            return StreamedBoard(
                body: Array("\(stop.stopName) \(pair)".utf8),
                changesAt: Date(timeIntervalSince1970: Double(pair + 1) * 120 - 30))
        }
        settings.clock = clock.clock
        return (BoardHub(catalog, settings), catalog)
    }

    private func topic(_ stop: String = "A") throws -> BoardHub.Topic {
        let target = try RequestTarget("/api/v1/stops/\(stop)/departures/stream")
        return BoardHub.Topic(feed: "town", version: nil, question: try target.question())
    }

    /// Waits for a state that some task brings about.
    private func wait(for state: () -> Bool) async throws {
        while !state() { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test(
        "A minute's change and a swap reach a thousand listeners, each once; boards are made once",
        .timeLimit(.minutes(30)))
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
        #expect(made.withLock { $0 } == 1)

        // The board is another at half past the second minute: told at the third.
        try await wait { clock.isAwaited }
        clock.turn(to: morning + 60)
        clock.turn(to: morning + 120)
        try await wait { everybodyHas(2) }
        #expect(made.withLock { $0 } == 2)

        // Another version: its name, then its board.
        try await wait { clock.isAwaited }
        try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published)
        await catalog.refresh()
        try await wait { everybodyHas(4) }
        #expect(made.withLock { $0 } == 3)

        hub.close()
        for task in tasks { await task.value }
        let pair = Int(morning.timeIntervalSince1970) / 120
        let wanted = [
            "Old \(pair)", "Old \(pair + 1)", #"{"bundle":"20261121-bbbbbbbb"}"#, "New \(pair + 1)",
        ]
        for events in received.withLock({ $0 }) {
            #expect(events.map(\.data) == wanted)
            #expect(events.map(\.kind) == [.board, .board, .bundle, .board])
        }
        #expect(hub.totals.listeners == 0)
    }

    @Test(
        "A version that takes over while the first board is made is announced",
        .timeLimit(.minutes(30)))
    func swapBehindTheFirstBoard() async throws {
        let (place, published) = (place, published)
        let (hub, _) = try await hub { catalog in
            try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published)
            await catalog.refresh()
        }
        var events = try await hub.events(topic(), after: nil).makeAsyncIterator()
        let pair = Int(morning.timeIntervalSince1970) / 120
        #expect(await events.next()?.data == "Old \(pair)")
        #expect(await events.next()?.data == #"{"bundle":"20261121-bbbbbbbb"}"#)
        #expect(await events.next()?.data == "New \(pair)")
    }

    @Test("A board that is the same is not sent again", .timeLimit(.minutes(30)))
    func sameBoard() async throws {
        let (hub, catalog) = try await hub()
        let events = try await hub.events(topic(), after: nil)
        var iterator = events.makeAsyncIterator()
        let first = await iterator.next()
        // Something is published, but the same version stays the current one.
        try place.publish("20261120-aaaaaaaa", "Old", at: "2026-11-20T04:00:00Z", in: published)
        await catalog.refresh()
        try await wait { made.withLock { $0 } == 2 && clock.isAwaited }
        clock.turn(to: morning + 120)
        let second = await iterator.next()
        #expect(first?.data != second?.data)
        #expect(second?.kind == .board)
    }

    @Test(
        "A client that reconnects with Last-Event-ID gets only newer events",
        .timeLimit(.minutes(30)))
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

    @Test("No board is made without a listener", .timeLimit(.minutes(30)))
    func nobody() async throws {
        let (hub, _) = try await hub()
        do {
            let events = try await hub.events(topic(), after: nil)
            var iterator = events.makeAsyncIterator()
            _ = await iterator.next()
        }
        try await wait { hub.totals.listeners == 0 }
        clock.turn(to: morning + 3600)
        #expect(made.withLock { $0 } == 1)
        // And the next one is sent the board of now.
        var again = try await hub.events(topic(), after: nil).makeAsyncIterator()
        let pair = Int(morning.timeIntervalSince1970 + 3600) / 120
        #expect(await again.next()?.data == "Old \(pair)")
    }

    @Test("A missing stop is an error before the stream begins")
    func noStop() async throws {
        let (hub, _) = try await hub()
        await #expect(throws: (any Error).self) { try await hub.events(topic("Z"), after: nil) }
        #expect(hub.totals.listeners == 0)
    }

    @Test(
        "A board that can be made no more ends its stream, and says why", .timeLimit(.minutes(30)))
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
            ServerEvent(.board, id: "7", data: "{\n}").text
                == "event: board\nid: 7\ndata: {\ndata: }\n\n")
        #expect(ServerEvent(.bundle, data: "{}").text == "event: bundle\ndata: {}\n\n")
        #expect(ServerEvent.heartbeat.text == ": still here\n\n")
    }
}
