import Foundation
import HTTPTypes
import NIOCore
import ServerTestSupport
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitServer

@Suite("Server-sent events with live data")
struct LiveStreamTests {
    private static let now = Int(LiveServed.morning.timeIntervalSince1970)

    private static func topic(_ stop: String, _ query: String = "n=6") throws -> BoardHub.Topic {
        let target = try RequestTarget("/api/v1/stops/\(stop)/departures/stream?\(query)")
        return BoardHub.Topic(feed: "town", version: nil, question: try target.question.get())
    }

    private static func message(at second: Int, late seconds: Int) -> [UInt8] {
        LiveMessage(at: now + second).late("T1-WD-N2", from: 1, by: seconds)
            .late("L2-N", start: "07:40:00", from: 1, by: 60).bytes
    }

    /// Waits for a state that some task brings about.
    private func wait(for state: () throws -> Bool) async throws {
        while try !state() { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("Only boards where a run changed are made again; what differs is sent")
    func changedBoards() async throws {
        let served = try await LiveServed()
        try await served.receive(Self.message(at: -40, late: 60))
        let hub = served.core.hub
        let received = Locked<[String: [ServerEvent]]>([:])
        var tasks: [Task<Void, Never>] = []
        for (name, stop, query) in [
            ("trains", "CJ_P1", "n=3"), ("plain", "CJ_P1", "n=3&realtime=off"),
            ("ferries", "DK", "n=3"),
        ] {
            let events = try await hub.events(Self.topic(stop, query), after: nil)
            tasks.append(
                Task {
                    for await event in events {
                        received.withLock { $0[name, default: []].append(event) }
                    }
                })
        }
        try await wait { received.withLock { $0.count == 3 } }
        #expect(hub.totals.made == 3)
        for change in 1...5 {
            try await served.receive(Self.message(at: change - 40, late: 60 + change * 60))
            try await wait { received.withLock { $0["trains"]?.count == 1 + change } }
        }
        // Nothing else was made, and a message with the same news makes nothing.
        try await served.receive(Self.message(at: -10, late: 360))
        #expect(hub.totals.made == 8)
        let events = received.withLock { $0 }
        #expect(events["plain"]?.count == 1 && events["ferries"]?.count == 1)
        let board: Envelope<Board> = try await served.answer("stops/CJ_P1/departures?n=3")
        let last = try #require(events["trains"]?.last)
        #expect(last.kind == .board)
        let sent = try Envelope<Board>.decoded(from: Data(last.data.utf8))
        #expect(sent.data == board.data && sent.meta.realtime == board.meta.realtime)
        hub.close()
        for task in tasks { await task.value }
    }

    @Test("A stream is in the languages of its request, and so is an alert that comes later")
    func languages() async throws {
        let served = try await LiveServed()
        func message(at second: Int) -> LiveMessage {
            LiveMessage(at: Self.now + second).late("T1-WD-N2", from: 1, by: 60)
        }
        func answer(in language: String) async throws -> ResponderReply {
            try await served.ask("/api/v1/stops/QUAY/departures?n=3", [.acceptLanguage: language])
        }
        try await served.receive(message(at: -30).bytes)
        let hub = served.core.hub
        let received = Locked<[String: [ServerEvent]]>([:])
        var tasks: [Task<Void, Never>] = []
        for language in ["ar", "en"] {
            var topic = try Self.topic("QUAY", "n=3")
            topic.languages = [language]
            let events = try await hub.events(topic, after: nil)
            #expect(
                try await hub.language(of: topic)
                    == answer(in: language).headers[.contentLanguage])
            tasks.append(
                Task {
                    for await event in events {
                        received.withLock { $0[language, default: []].append(event) }
                    }
                })
        }
        try await wait { received.withLock { $0.count == 2 } }
        let alert = message(at: -20).alert("lift", stop: "QUAY", languages: ["en", "ar"])
        try await served.receive(alert.bytes)
        try await wait { received.withLock { $0.values.allSatisfy { $0.count == 2 } } }
        for language in ["ar", "en"] {
            let reply = try await answer(in: language)
            let board = try Envelope<Board>.decoded(from: Data(Array(buffer: reply.body)))
            let last = try #require(received.withLock { $0[language]?.last })
            let sent = try Envelope<Board>.decoded(from: Data(last.data.utf8))
            #expect(sent.data == board.data)
            #expect(last.data.contains("About lift in \(language)\""))
        }
        hub.close()
        for task in tasks { await task.value }
    }

    @Test("The state is an event of its own when it changes")
    func state() async throws {
        let served = try await LiveServed()
        try await served.receive(Self.message(at: 0, late: 60))
        let hub = served.core.hub
        let received = Locked<[ServerEvent]>([])
        let events = try await hub.events(Self.topic("CJ_P1", "n=1"), after: nil)
        let task = Task { for await event in events { received.withLock { $0.append(event) } } }
        try await wait { received.withLock { $0.count == 1 } }
        for (age, count) in [(95.0, 3), (905.0, 5)] {
            served.clock.turn(to: LiveServed.morning + age)
            try await served.advance()
            try await wait { received.withLock { $0.count >= count } }
        }
        let states = received.withLock { $0 }.filter { $0.kind == .realtime }.map(\.data)
        #expect(
            states == [
                #"{"state":"stale","at":"2026-11-19T20:30:00Z"}"#, #"{"state":"expired"}"#,
            ])
        hub.close()
        await task.value
    }

    @Test("With changes=1, rows make one board out of the one before")
    func rows() async throws {
        let served = try await LiveServed()
        try await served.receive(Self.message(at: -50, late: 60))
        let hub = served.core.hub
        let received = Locked<[ServerEvent]>([])
        let events = try await hub.events(Self.topic("CJ", "n=4&changes=1"), after: nil)
        let task = Task { for await event in events { received.withLock { $0.append(event) } } }
        try await wait { received.withLock { $0.count == 1 } }
        var shown = try Envelope<Board>.decoded(
            from: Data(received.withLock { $0[0].data }.utf8)
        ).data
        var seen = 1
        var kinds: Set<ServerEvent.Kind> = []
        for (change, late) in [120, 1500, 0, 600].enumerated() {
            let made = hub.totals.made
            try await served.receive(Self.message(at: change - 40, late: late))
            try await wait { hub.totals.made > made }
            let now: Envelope<Board> = try await served.answer("stops/CJ/departures?n=4")
            try await wait { received.withLock { $0.count > seen && $0.last?.id != nil } }
            for event in received.withLock({ $0 }).dropFirst(seen) {
                kinds.insert(try #require(event.kind))
                try Self.apply(event, to: &shown)
            }
            seen = received.withLock { $0.count }
            #expect(
                Set(shown.events.map { "\($0)" }) == Set(now.data.events.map { "\($0)" }),
                "\(late)")
        }
        #expect(kinds.isSuperset(of: [.update, .remove]))
        hub.close()
        await task.value
    }

    /// Applies an event as `schema/api.md` says, but for the order of rows.
    private static func apply(_ event: ServerEvent, to board: inout Board) throws {
        let data = Data(event.data.utf8)
        switch event.kind {
        case .board: board = try Envelope<Board>.decoded(from: data).data
        case .remove:
            let gone = Set(try RemovedRowsDTO.decoded(from: data).departures)
            board.events.removeAll { gone.contains(RowKeyDTO($0)) }
        case .update:
            let rows = try Board.decoded(from: data).events
            let keys = Set(rows.map(RowKeyDTO.init))
            board.events.removeAll { keys.contains(RowKeyDTO($0)) }
            board.events += rows
        default: break
        }
    }
}
