import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitBundle
import TransitModel
import TransitRealtime

@testable import TransitClient

/// The last messages over a bundle while the server cannot be reached.
@Suite("Offline with live data")
struct OfflineLiveTests {
    private let folder: TestFolder
    private let now = Locked(LiveSample.morning)
    private let sample: LiveSample
    private let isAway = Locked(false)

    init() async throws {
        folder = try TestFolder()
        let now = now
        sample = try await LiveSample(clock: { now.value })
    }

    /// A server that can be out of reach.
    private struct Remote: ForwardingSource {
        let source: any TransitSource
        let isAway: Locked<Bool>

        func forward<Value: Sendable>(
            _ question: @Sendable (any TransitSource) async throws -> Value
        ) async throws -> Value {
            if isAway.value { throw TransportError(.unreachable, "away") }
            return try await question(source)
        }

        func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    }

    /// The app as it starts, with the messages that it has kept.
    private func started() -> (source: OfflineFirst, messages: RealtimeMessages) {
        let now = now
        let messages = RealtimeMessages(
            keptIn: URL(fileURLWithPath: folder.path + "/messages"), clock: { now.value })
        let remote = Remote(
            source: LiveAsker(sample.source, over: sample.built).source, isAway: isAway)
        return (
            OfflineFirst(
                remote: remote,
                bundle: RealtimeSource(over: sample.built.bundle, messages: messages),
                policy: .remoteFirst(timeout: .seconds(1800))), messages
        )
    }

    private func shown(
        _ source: any TransitSource
    ) async throws -> Answer<(events: [StopEvent], state: RealtimeState?, alerts: [String])> {
        try await source.answering { source in
            let stop = try await source.stop(id: "CJ")
            let board = try await source.board(BoardQuestion(at: stop, from: LiveSample.morning))
            return (board.events, try await source.realtimeState(), board.alerts.map(\.id))
        }
    }

    @Test("the server; without it the kept messages and their age; then the timetable")
    func offline() async throws {
        let at = LiveSample.morning.addingTimeInterval(-30)
        let (online, messages) = started()
        try messages.receive(LiveSample.message, from: "sample")
        let first = try await shown(online)
        #expect(first.origin == .live)
        #expect(first.value.state == RealtimeState(.live, at: at))
        #expect(first.value.events.contains { $0.realtime?.status == .canceled })

        isAway.withLock { $0 = true }
        let same = try await shown(started().source)
        #expect(same.value.events == first.value.events)
        #expect(same.value.alerts == first.value.alerts && !same.value.alerts.isEmpty)
        #expect(same.value.state == first.value.state)
        guard case .bundle(_, _, isOffline: true) = same.origin else {
            Issue.record("\(same.origin)")
            return
        }

        now.withLock { $0 = at.addingTimeInterval(900) }
        let stale = try await shown(started().source)
        #expect(stale.value.events.map(\.expectedTime) == first.value.events.map(\.expectedTime))
        #expect(stale.value.events.contains { $0.realtime?.status == .canceled })
        #expect(stale.value.state == RealtimeState(.stale, at: at))

        now.withLock { $0 = at.addingTimeInterval(901) }
        for source in [online, started().source] {
            let expired = try await shown(source)
            let plain = try await shown(sample.built.bundle)
            #expect(expired.value.events.map(\.time) == plain.value.events.map(\.time))
            #expect(
                expired.value.events.allSatisfy { $0.realtime?.status ?? .scheduled == .scheduled })
            #expect(expired.value.state?.freshness == .expired)
        }
        // The server agrees when it is back and has no newer message either.
        isAway.withLock { $0 = false }
        let back = try await shown(online)
        isAway.withLock { $0 = true }
        let gone = try await shown(online)
        #expect(gone.value.events == back.value.events)
        #expect(gone.value.state == back.value.state)
    }

    @Test("a message that comes while the server is away is a change")
    func change() async throws {
        isAway.withLock { $0 = true }
        let (source, messages) = started()
        var changes = source.changes().makeAsyncIterator()
        #expect(try await shown(source).value.state?.freshness == .starting)
        try messages.receive(LiveSample.message, from: "sample")
        #expect(await changes.next() != nil)
        #expect(try await shown(source).value.state?.freshness == .live)
    }
}
