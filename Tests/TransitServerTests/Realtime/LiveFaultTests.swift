import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitModel
import TransitRealtime

@testable import TransitServer

/// Sources that fail: the last good state counts, and is told; no answer waits.
@Suite("Sources of live data that fail")
struct LiveFaultTests {
    private static let now = Int(LiveServed.morning.timeIntervalSince1970)
    private static let board = "stops/CJ_P1/departures?at=2026-11-20T07:30:00&n=2"

    private static func late(at second: Int) -> [UInt8] {
        LiveMessage(at: now + second).late("T1-WD-N2", from: 1, by: 60).bytes
    }

    @Test("The last good message stays, and the problem is told")
    func lastGood() async throws {
        let good = Self.late(at: -5)
        let faults: [(Result<RealtimeReply, RealtimeFailure>, String?)] = [
            (
                .success(RealtimeReply(status: 200, body: Array("<html>busy</html>".utf8))),
                "no whole message"
            ),
            (
                .success(RealtimeReply(status: 200, body: Array(good.dropLast(7)))),
                "no whole message"
            ),
            (
                .success(RealtimeReply(status: 200, body: [0x1F, 0x8B, 8, 0, 0])),
                "no whole message"
            ),
            (.success(RealtimeReply(status: 200)), "no whole message"),
            (.success(RealtimeReply(status: 200, body: Self.late(at: -60))), "older"),
            (.success(RealtimeReply(status: 404, body: good)), "status 404"),
            (.failure(.noAnswer), "does not answer"), (.failure(.tooLarge), "too large"),
            (.failure(.unusable), "redirects"), (.success(RealtimeReply(status: 304)), nil),
        ]
        let served = try await LiveServed(
            fetching: QueuedReplies(
                [.success(RealtimeReply(status: 200, body: good))] + faults.map(\.0)))
        let refresher = try served.live.refresher
        _ = await refresher.refresh()
        try await served.advance()
        let before: Envelope<BoardDTO> = try await served.answer(Self.board)
        #expect(before.data.events.contains { $0.realtime?.delaySeconds == 60 })
        for (_, problem) in faults {
            _ = await refresher.refresh()
            try await served.advance()
            let after: Envelope<BoardDTO> = try await served.answer(Self.board)
            #expect(after.data == before.data)
            let report: Envelope<RealtimeReportDTO> = try await served.answer("realtime")
            let told = report.data.sources.first?.problem
            #expect(problem.map { told?.contains($0) ?? false } ?? (told == nil), "\(told ?? "")")
        }
        // It gets old all the same, and 304 does not make it younger.
        served.clock.turn(to: LiveServed.morning + 1000)
        _ = await refresher.refresh()
        try await served.advance()
        let old: Envelope<BoardDTO> = try await served.answer(Self.board)
        #expect(old.meta.realtime?.state.known == .expired)
        #expect(old.data.events.allSatisfy { $0.realtime == nil })
    }

    @Test("A message that would cost too much is refused with a word, and the one before counts")
    func costly() async throws {
        let served = try await LiveServed()
        let good = Self.late(at: -20)
        try await served.receive(good)
        let before: Envelope<BoardDTO> = try await served.answer(Self.board)
        #expect(before.data.events.contains { $0.realtime?.delaySeconds == 60 })
        // The days of four years, in each of which all services are asked for.
        var costly = LiveMessage(at: Self.now - 10)
        for day in 0..<1500 {
            let date = ServiceDate(dayNumber: 20_000 + day)
            costly = costly.described("unknown", on: "\(date.yyyymmdd)", route: "T1")
        }
        try await served.receive(costly.bytes)
        let after: Envelope<BoardDTO> = try await served.answer(Self.board)
        #expect(after.data == before.data)
        func problem() async throws -> String? {
            let report: Envelope<RealtimeReportDTO> = try await served.answer("realtime")
            return report.data.sources.first?.problem
        }
        #expect(try await problem()?.contains("too many steps") == true)
        try await served.receive(Self.late(at: -5))
        #expect(try await problem() == nil)
    }

    @Test("A source that hangs holds up no answer, and not the others")
    func hanging() async throws {
        let source = HangingSource()
        let served = try await LiveServed(fetching: source, others: ["alerts"])
        let live = try served.live
        let feed = try served.feed
        let running = Task { await live.run { await feed.liveVersions() } }
        while !source.isHanging.value || !source.hasAnswered.value {
            try await Task.sleep(for: .milliseconds(1))
        }
        let answer: Envelope<BoardDTO> = try await served.answer(Self.board)
        #expect(answer.meta.realtime?.state.known == .expired)
        #expect(answer.data.events.count == 2)
        // Nothing of this has waited for it.
        #expect(source.isHanging.value)
        running.cancel()
        await running.value
        #expect(!source.isHanging.value)
    }

    /// Answers about trips only when its caller does not want to know any more.
    private struct HangingSource: RealtimeFetching {
        let isHanging = Locked(false)
        /// About something else.
        let hasAnswered = Locked(false)

        func fetch(
            _ url: URL, headers: [String: String], atMost limit: Int
        ) async throws -> RealtimeReply {
            guard url.lastPathComponent == "trips.pb" else {
                hasAnswered.withLock { $0 = true }
                return RealtimeReply(status: 304)
            }
            isHanging.withLock { $0 = true }
            defer { isHanging.withLock { $0 = false } }
            try await Task.sleep(for: .seconds(86_400))
            throw RealtimeFailure.noAnswer
        }
    }

    @Test("A week of messages, one hour in ten without: the state follows, memory stays")
    func week() async throws {
        let served = try await LiveServed(fetching: FailingHours())
        let source = try served.live
        // A message every ten minutes of a week tries each state about a hundred times.
        var states: [String: Int] = [:]
        var views = 0
        for step in 0..<(7 * 24 * 6) {
            served.clock.turn(to: LiveServed.morning + Double(step * 600))
            FailingHours.clock.withLock { $0 = Self.now + step * 600 }
            _ = await source.refresher.refresh()
            try await served.advance()
            let view = try #require(source.view(of: served.feed.offered().current))
            states[view.moment.state.freshness.rawValue, default: 0] += 1
            views = max(views, source.keptViews)
        }
        #expect(views <= 4)
        #expect(states["live"] ?? 0 > 800)
        #expect(states["stale"] ?? 0 > 10 && states["expired"] ?? 0 > 50)
        #expect(served.core.cache.totals.weight == 0)
    }

    /// A source that fails one hour in ten.
    private struct FailingHours: RealtimeFetching {
        /// Seconds since 1970.
        static let clock = Locked(0)

        func fetch(
            _ url: URL, headers: [String: String], atMost limit: Int
        ) async throws -> RealtimeReply {
            let now = Self.clock.withLock { $0 }
            guard now / 3600 % 10 != 0 else { throw RealtimeFailure.noAnswer }
            let body = LiveMessage(at: now).late("T1-WD-N2", from: 1, by: now % 600).bytes
            return RealtimeReply(status: 200, body: body)
        }
    }
}
