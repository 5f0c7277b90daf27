import Foundation
import HTTPTypes
import ServerTestSupport
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitModel
import TransitRealtime

@testable import TransitAnswers
@testable import TransitServer

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
                "not a complete message"
            ),
            (
                .success(RealtimeReply(status: 200, body: Array(good.dropLast(7)))),
                "not a complete message"
            ),
            (
                .success(RealtimeReply(status: 200, body: [0x1F, 0x8B, 8, 0, 0])),
                "not a complete message"
            ),
            (.success(RealtimeReply(status: 200)), "not a complete message"),
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
        let before: Envelope<Board> = try await served.answer(Self.board)
        #expect(before.data.events.contains { $0.realtime?.delaySeconds == 60 })
        for (_, problem) in faults {
            _ = await refresher.refresh()
            try await served.advance()
            let after: Envelope<Board> = try await served.answer(Self.board)
            #expect(after.data == before.data)
            let report: Envelope<RealtimeReportDTO> = try await served.answer("realtime")
            let told = report.data.sources.first?.problem
            #expect(problem.map { told?.contains($0) ?? false } ?? (told == nil), "\(told ?? "")")
        }
        // It gets old all the same, and 304 does not make it younger.
        served.clock.turn(to: LiveServed.morning + 1000)
        _ = await refresher.refresh()
        try await served.advance()
        let old: Envelope<Board> = try await served.answer(Self.board)
        #expect(old.meta.realtime?.state.known == .expired)
        #expect(old.data.events.allSatisfy { $0.realtime == nil })
    }

    @Test("A message that would cost too much is refused with a word, and the one before counts")
    func costly() async throws {
        let served = try await LiveServed()
        let good = Self.late(at: -20)
        try await served.receive(good)
        let before: Envelope<Board> = try await served.answer(Self.board)
        #expect(before.data.events.contains { $0.realtime?.delaySeconds == 60 })
        // The days of four years, in each of which all services are asked for.
        var costly = LiveMessage(at: Self.now - 10)
        for day in 0..<1500 {
            let date = ServiceDate(dayNumber: 20_000 + day)
            costly = costly.described("unknown", on: "\(date.yyyymmdd)", route: "T1")
        }
        try await served.receive(costly.bytes)
        let after: Envelope<Board> = try await served.answer(Self.board)
        #expect(after.data == before.data)
        func problem() async throws -> String? {
            let report: Envelope<RealtimeReportDTO> = try await served.answer("realtime")
            return report.data.sources.first?.problem
        }
        #expect(try await problem()?.contains("too many steps") == true)
        try await served.receive(Self.late(at: -5))
        #expect(try await problem() == nil)
    }

    @Test("Old alerts do not make fresh times old, in answers, streams and headers")
    func oldAlerts() async throws {
        let served = try await LiveServed(others: ["alerts"])
        try await served.receive(
            LiveMessage(at: Self.now).alert("lift", stop: "CJ").bytes, from: "alerts")
        for (minutes, alerts) in [(20, "stale"), (66, "expired")] {
            let now = Self.now + minutes * 60
            served.clock.turn(to: Date(timeIntervalSince1970: Double(now)))
            try await served.receive(Self.late(at: minutes * 60))
            let board: Envelope<Board> = try await served.answer(Self.board)
            #expect(board.meta.realtime?.state.text == "live")
            #expect(board.meta.notes == [])
            let header = try await served.ask("/api/v1/" + Self.board).headers["Realtime-At"]
            #expect(header == Timestamp.text(now))
            let list: Envelope<ListDTO<ServiceAlert>> = try await served.answer("alerts")
            #expect(list.meta.realtime?.state.text == alerts)
            #expect(list.data.elements.isEmpty == (alerts == "expired"))
            let report: Envelope<RealtimeReportDTO> = try await served.answer("realtime")
            #expect(report.data.state.text == "live")
            #expect(report.data.sources.map(\.state.text) == ["live", alerts])
            let topic = BoardHub.Topic(
                feed: try served.feed.name, version: nil,
                question: try RequestTarget("/api/v1/stops/CJ_P1/departures/stream").question.get())
            var events = try await served.core.hub.events(topic, after: nil).makeAsyncIterator()
            let first = try #require(await events.next())
            let shown = try Envelope<Board>.decoded(from: Data(first.data.utf8))
            #expect(shown.meta.realtime?.state.text == "live")
        }
        served.core.hub.close()
    }

    @Test("A board is as fresh as the sources of its place, and says where one is missing")
    func sourcesOfPlaces() async throws {
        let served = try await LiveServed(others: ["trams"])
        try await served.receive(Self.late(at: 0))
        let tram = LiveMessage(at: Self.now).late("L2-N", start: "07:40:00", from: 1, by: 60)
        try await served.receive(tram.bytes, from: "trams")
        served.clock.turn(to: LiveServed.morning + 1000)
        try await served.receive(Self.late(at: 1000))
        let train: Envelope<Board> = try await served.answer(Self.board)
        #expect(train.meta.realtime?.state.text == "live")
        #expect(train.meta.notes.map(\.code.known) == [.realtimePartial])
        // Nothing tells which source has the stop of a tram, of which there is no news any more.
        let tramStop: Envelope<Board> = try await served.answer(
            "stops/PC/departures?at=2026-11-20T07:30:00&n=2")
        #expect(tramStop.meta.realtime?.state.text == "live")
        #expect(tramStop.meta.notes.map(\.code.known) == [.realtimePartial])
    }

    @Test("A source that never answered says so, and a line tells of each change")
    func lines() async throws {
        let good = Self.late(at: 0)
        let replies = QueuedReplies([
            .failure(.noAnswer), .failure(.noAnswer),
            .success(RealtimeReply(status: 304)),
            .success(RealtimeReply(status: 200, body: good)),
            .success(RealtimeReply(status: 304)),
        ])
        let lines = Locked<[String]>([])
        let served = try await LiveServed(
            fetching: replies,
            log: { line in
                lines.withLock { $0.append(line) }
            })
        func source() async throws -> RealtimeSourceDTO? {
            try await served.advance()
            let report: Envelope<RealtimeReportDTO> = try await served.answer("realtime")
            return report.data.sources.first
        }
        let refresher = try served.live.refresher
        #expect(try await source()?.state.text == "starting")
        for _ in 0..<2 {
            _ = await refresher.refresh()
            served.clock.turn(to: LiveServed.morning + 7)
            #expect(try await source()?.state.text == "missing")
            #expect(try await source()?.problem == "the source does not answer")
        }
        let metrics = served.core.metricsText()
        #expect(metrics.contains(#"age_seconds{feed="town",source="trips"} 7"#))
        #expect(metrics.contains(#"state{feed="town",source="trips",state="missing"} 1"#))
        #expect(metrics.contains(#"state{feed="town",source="trips",state="live"} 0"#))
        _ = await refresher.refresh()
        let nothing = "the source says that nothing has changed, but has sent no message yet"
        #expect(try await source()?.state.text == "missing")
        #expect(try await source()?.problem == nothing)
        _ = await refresher.refresh()
        #expect(try await source()?.state.text == "live")
        for age in [100.0, 1000] {
            served.clock.turn(to: LiveServed.morning + age)
            _ = await refresher.refresh()
            _ = try await source()
        }
        #expect(
            lines.value == [
                "live data of trips fails: the source does not answer",
                "live data of trips fails: \(nothing)",
                "live data of trips works again",
                "live data of trips is stale: it is from 2026-11-19T20:30:00Z",
                "live data of trips has expired (times and positions after 15 minutes, alerts "
                    + "after an hour): it is from 2026-11-19T20:30:00Z",
            ])
    }

    @Test("Keys are read again, and /readyz?live=1 waits for live data")
    func keysAndReadiness() async throws {
        let replies = QueuedReplies([
            .success(RealtimeReply(status: 403)),
            .success(RealtimeReply(status: 200, body: Self.late(at: 0))),
        ])
        let key = Locked("old")
        let served = try await LiveServed(
            fetching: replies, headers: { ["x-key": key.value] })
        let refresher = try served.live.refresher
        func status(_ query: String) async throws -> Int {
            try await served.ask("/readyz" + query).status.code
        }
        #expect(await refresher.refresh() == ["trips": .refused(status: 403)])
        #expect(try await [status("?live=1"), status("?live=0"), status("")] == [503, 200, 200])
        key.withLock { $0 = "new" }
        await served.core.reread()
        #expect(await refresher.refresh() == ["trips": .taken])
        #expect(replies.requests.map { $0["x-key"] } == ["old", "new"])
        #expect(try await status("?live=1") == 200)
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
        let answer: Envelope<Board> = try await served.answer(Self.board)
        // The other source fails, which this may be before or after.
        #expect([.starting, .missing].contains(answer.meta.realtime?.state.known))
        #expect(answer.meta.notes.map(\.code.known) == [.realtimeMissing])
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
            states[view.generation.sources.state.freshness.rawValue, default: 0] += 1
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
