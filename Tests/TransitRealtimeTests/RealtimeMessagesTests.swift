import Foundation
import GTFSRealtime
import SystemLayer
import TestSupport
import Testing
import TransitModel

@testable import TransitRealtime

/// Rules 27 to 31: which messages are kept, and for how long.
@Suite("Messages of sources") struct RealtimeMessagesTests {
    private let town: Town
    private let now = Locked(Town.date("08:00"))
    private let messages: RealtimeMessages
    private let live: RealtimeSource

    init() throws {
        town = try Town()
        let now = now
        messages = RealtimeMessages(clock: { now.value })
        live = RealtimeSource(over: town.bundle, messages: messages)
    }

    private func late(_ delay: Int64, entity: String = "1", trip: String = "T1") -> MadeUpdate {
        MadeUpdate(trip, entity: entity, stops: [MadeStop(5, departure: .delay(delay))])
    }

    private func first() async throws -> String? { try await Town.board(of: live, "A").first }

    @Test("A message older than the one that is kept is refused, one of the same time is not")
    func older() async throws {
        try messages.receive(MadeUpdate.message([late(60)], header: "08:00"), from: "a")
        let old = MadeUpdate.message([late(120)], header: "07:59:59")
        #expect(try messages.receive(old, from: "a") == .older)
        #expect(try await first() == "T1 08:00 08:01 updated")
        #expect(try messages.receive(old, from: "b") == .taken)
        let same = MadeUpdate.message([late(180)], header: "08:00")
        #expect(try messages.receive(same, from: "a") == .taken)
        #expect(try await first() == "T1 08:00 08:03 updated")
    }

    @Test("A header from the future counts from its receipt, and keeps out no later message")
    func future() async throws {
        let wrong = MadeUpdate.message([late(60)], header: nil, timestamp: 4_000_000_000)
        try messages.receive(wrong, from: "a")
        #expect(messages.kept.first?.at == Town.date("08:00"))
        #expect(try await first() == "T1 08:00 08:01 updated")
        now.withLock { $0 = Town.date("08:01") }
        let right = MadeUpdate.message([late(120)], header: "08:00:50")
        #expect(try messages.receive(right, from: "a") == .taken)
        try messages.receive(wrong, from: "b")
        now.withLock { $0 = Town.date("08:17") }
        #expect(try await live.realtimeState()?.freshness == .expired)
    }

    @Test("A header in milliseconds is read as seconds")
    func milliseconds() throws {
        let time = Int64(Town.at("07:59")) * 1000
        try messages.receive(
            MadeUpdate.message([late(60)], header: nil, timestamp: time), from: "a")
        #expect(messages.kept.first?.at == Town.date("07:59"))
    }

    @Test("Without a time in the header the time of receipt counts")
    func noHeader() throws {
        try messages.receive(MadeUpdate.message([late(60)], header: nil), from: "a")
        #expect(messages.kept.first?.at == Town.date("08:00"))
    }

    @Test(
        "After the clock went back the next message counts, and an old one is fresh no longer",
        arguments: [nil, "08:00:30"])
    func clockSetBack(header: String?) async throws {
        try messages.receive(MadeUpdate.message([late(60)], header: nil), from: "a")
        try messages.receive(MadeUpdate.message([late(60)], header: "08:00"), from: "b")
        now.withLock { $0 = Town.date("06:00") }
        #expect(try await live.realtimeState()?.freshness == .expired)
        #expect(try await first() == "T1 08:00")
        for name in ["a", "b"] {
            let next = MadeUpdate.message([late(120)], header: header)
            #expect(try messages.receive(next, from: name) == .taken)
        }
        #expect(try await live.realtimeState()?.freshness == .live)
        #expect(try await first() == "T1 08:00 08:02 updated")
    }

    @Test("Ids of entities that look the same but have different bytes are two")
    func canonicalEquivalents() throws {
        let ids = ["\u{E9}", "e\u{301}"]
        let updates = ids.map { MadeUpdate("T1", entity: $0, stops: []) }
        let message = try FeedMessage(MadeUpdate.message(updates, header: "08:00"))
        let change = try FeedMessage(
            MadeUpdate.message([], header: "08:01", isDifferential: true, removing: [ids[1]]))
        let left = message.changed(by: change).entities.compactMap(\.id)
        #expect(left.map { Array($0.utf8) } == [Array(ids[0].utf8)])
    }

    @Test("A DIFFERENTIAL message replaces entities by id, and removes deleted ones")
    func differential() async throws {
        try messages.receive(
            MadeUpdate.message(
                [late(60), late(60, entity: "2", trip: "T2")], header: "08:00"), from: "a")
        try messages.receive(
            MadeUpdate.message(
                [late(120)], header: "08:00", isDifferential: true, removing: ["2"]), from: "a")
        #expect(try await first() == "T1 08:00 08:02 updated")
        #expect(try await live.matchReport()?.counts == [.matched: 1])
    }

    @Test("A FULL_DATASET without entities clears what was there")
    func emptyDataset() async throws {
        try messages.receive(MadeUpdate.message([late(60)], header: "08:00"), from: "a")
        try messages.receive(MadeUpdate.message([], header: "08:00"), from: "a")
        #expect(try await first() == "T1 08:00")
    }

    @Test("Bytes that are no message leave the last good one", arguments: ["<html>", ""])
    func damage(body: String) async throws {
        try messages.receive(MadeUpdate.message([late(60)], header: "08:00"), from: "a")
        #expect(throws: RealtimeDamage.self) {
            try messages.receive(Array(body.utf8), from: "a")
        }
        #expect(try await first() == "T1 08:00 08:01 updated")
    }

    @Test("Messages are live for 90 seconds, stale for 15 minutes, and then not applied")
    func expiry() async throws {
        #expect(try await live.realtimeState()?.freshness == .starting)
        try messages.receive(MadeUpdate.message([late(60)], header: "08:00"), from: "a")
        for (clock, state) in [
            ("08:01:30", RealtimeState.Freshness.live), ("08:01:31", .stale), ("08:15", .stale),
            ("08:15:01", .expired),
        ] {
            now.withLock { $0 = Town.date(clock) }
            #expect(try await live.realtimeState()?.freshness == state, "\(clock)")
            let expected = state == .expired ? "T1 08:00" : "T1 08:00 08:01 updated"
            #expect(try await first() == expected, "\(clock)")
        }
    }

    @Test(
        "The state is that of the oldest source that counts, and one that expired leaves the others"
    )
    func worst() async throws {
        try messages.receive(MadeUpdate.message([late(60)], header: "08:00"), from: "a")
        try messages.receive(
            MadeUpdate.message([late(60, trip: "T2")], header: "07:50"), from: "b")
        #expect(
            try await live.realtimeState() == RealtimeState(.stale, at: Town.date("07:50")))
        now.withLock { $0 = Town.date("08:10") }
        #expect(
            try await live.realtimeState() == RealtimeState(.stale, at: Town.date("08:00")))
        #expect(messages.states.isPartial(.tripUpdates))
        #expect(try await first() == "T1 08:00 08:01 updated")
    }

    @Test("Each kind is as old as its own source: old alerts do not make fresh times old")
    func kinds() async throws {
        try messages.receive(MadeAlert.message([]), from: "alerts")
        try messages.receive(MadeAlert.message([MadeAlert([.init(stop: "A")])]), from: "alerts")
        for (clock, alerts) in [
            ("08:10", RealtimeState.Freshness.live), ("08:20", .stale), ("09:06", .expired),
        ] {
            now.withLock { $0 = Town.date(clock) }
            try messages.receive(MadeUpdate.message([late(60)], header: clock), from: "trips")
            let states = messages.states
            #expect(states.state(of: .tripUpdates).freshness == .live, "\(clock)")
            #expect(states.state(of: .alerts).freshness == alerts, "\(clock)")
            #expect(states.isPartial(.tripUpdates) == false, "\(clock)")
            #expect(try await live.realtimeState() == RealtimeState(.live, at: now.value))
            // No source has any: they are as fresh as the whole.
            #expect(states.state(of: .vehicles) == states.state)
            #expect(states.newest == now.value)
        }
        // The alerts have ended; the source is still one of alerts.
        let ended = MadeUpdate.message([], header: "09:06")
        try messages.receive(ended, from: "alerts")
        now.withLock { $0 = Town.date("09:10") }
        #expect(messages.states.state(of: .alerts).freshness == .live)
        // The times have expired; that alerts are newer does not make them so.
        now.withLock { $0 = Town.date("09:30") }
        try messages.receive(MadeUpdate.message([], header: "09:30"), from: "alerts")
        #expect(messages.states.state.freshness == .expired)
        #expect(messages.states.newest == Town.date("09:06"))
    }

    @Test(
        "The same bytes without a time are as old as they are, also when they are kept packed",
        arguments: [1, 140])
    func frozen(updates: Int) async throws {
        let long = String(repeating: "x", count: 63_000)
        let frozen = MadeUpdate.message(
            (0..<updates).map { late(60, entity: "\($0)", trip: long) }, header: nil)
        try messages.receive(frozen, from: "a")
        let revision = messages.current().key
        now.withLock { $0 = Town.date("08:05") }
        try messages.receive(frozen, from: "a")
        #expect(messages.kept.map(\.at) == [Town.date("08:00")])
        // It is not matched again.
        #expect(messages.current().key == revision)
        try messages.receive(MadeUpdate.message([late(120)], header: nil), from: "a")
        #expect(messages.kept.map(\.at) == [Town.date("08:05")])
    }

    @Test("Alerts stay good for longer than predictions")
    func alerts() async throws {
        let bytes = WireMessage { message in
            message.message(1) { head in
                head.text(1, "2.0")
                head.number(3, Int64(Town.at("08:00")))
            }
            message.message(2) { entity in
                entity.text(1, "1")
                entity.message(5) { $0.number(7, 1) }
            }
        }.bytes
        try messages.receive(bytes, from: "alerts")
        for (clock, state) in [
            ("08:10", RealtimeState.Freshness.live), ("09:00", .stale), ("09:00:01", .expired),
        ] {
            now.withLock { $0 = Town.date(clock) }
            #expect(try await live.realtimeState()?.freshness == state, "\(clock)")
        }
    }

    @Test("Entities that are marked as deleted say nothing")
    func deletedEntities() async throws {
        try messages.receive(
            MadeUpdate.message([], header: "08:00", removing: ["1"]), from: "a")
        #expect(try await live.matchReport()?.tripUpdates == 0)
    }

    @Test("Sources whose names look the same are two")
    func lookalikeSources() throws {
        for (name, delay) in [("\u{E9}", Int64(60)), ("e\u{301}", 120)] {
            try messages.receive(MadeUpdate.message([late(delay)], header: "08:00"), from: name)
        }
        #expect(messages.kept.map(\.name.exact) == ["\u{E9}", "e\u{301}"])
    }
}
