import BundleWriting
import FeedReading
import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel
import TransitRealtime

@testable import TransitAnswers
@testable import TransitServer

@Suite("Versions that take over while messages are matched")
struct LiveSwapTests {
    /// Holds up the matching of messages over some bundles.
    private final class Gate: Sendable {
        private let closed: Locked<Set<ObjectIdentifier>>
        private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])

        init(over bundles: OpenBundle...) {
            closed = Locked(Set(bundles.map { ObjectIdentifier($0.bundle) }))
        }

        var isAwaited: Bool { waiting.withLock { !$0.isEmpty } }

        func pass(_ bundle: TransitBundle) async {
            await withCheckedContinuation { continuation in
                let isClosed = closed.withLock { $0.contains(ObjectIdentifier(bundle)) }
                guard isClosed else { return continuation.resume() }
                waiting.withLock { $0.append(continuation) }
            }
        }

        func open() {
            closed.withLock { $0 = [] }
            for continuation in waiting.withLock({ Array($0) }) { continuation.resume() }
            waiting.withLock { $0 = [] }
        }
    }

    private let folder: TestFolder
    private let clock = TestClock(LiveServed.morning)

    init() throws {
        folder = try TestFolder()
        let sample = try FeedArchive.open(PackageRoot.path + "/feeds/sample")
        _ = try BundleBuild(.init()).run(
            sample, to: folder.path + "/a.sqlite", progress: { _ in })
        try FileManager.default.copyItem(
            atPath: folder.path + "/a.sqlite", toPath: folder.path + "/b.sqlite")
    }

    private func version(_ name: String) async throws -> (ServedVersion, OpenBundle) {
        let path = folder.path + "/\(name).sqlite"
        let bundle = try await OpenBundle.open(path)
        return (ServedVersion(name: name, path: path, lone: bundle), bundle)
    }

    private func live(_ gate: Gate) throws -> LiveFeed {
        let url = try #require(URL(string: "https://example.org/trips.pb"))
        let live = LiveFeed(
            [RealtimeFeed("trips", url)], by: QueuedReplies(), clock: clock.clock,
            merge: { messages, bundle, last in
                await gate.pass(bundle)
                return try await LiveGeneration(of: messages, over: bundle, after: last)
            })
        let now = Int(LiveServed.morning.timeIntervalSince1970)
        _ = try live.messages.receive(
            LiveMessage(at: now).late("T1-WD-N2", from: 1, by: 60).bytes, from: "trips")
        return live
    }

    private func wait(until isTrue: () -> Bool) async throws {
        while !isTrue() { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("A version that takes over waits for no work on the one before")
    func beside() async throws {
        let (old, new) = (try await version("a"), try await version("b"))
        let gate = Gate(over: old.1)
        let live = try live(gate)
        let work = Task { try await live.advance([old]) }
        try await wait { gate.isAwaited }
        try await live.prepare([new])
        #expect(live.view(of: new.0)?.generation.report?.tripUpdates == 1)
        #expect(live.view(of: old.0) == nil)
        gate.open()
        try await work.value
        #expect(live.view(of: old.0)?.generation.report?.tripUpdates == 1)
    }

    @Test("It takes over after five seconds, however long its messages take, and is told them once")
    func patience() async throws {
        let new = try await version("b")
        let gate = Gate(over: new.1)
        let live = try live(gate)
        let swap = Task { try await live.prepare([new]) }
        try await wait { gate.isAwaited && clock.isAwaited }
        clock.turn(to: LiveServed.morning + 5)
        try await swap.value
        #expect(live.view(of: new.0) == nil)
        // Questions about live data wait for the same work.
        let question = Task { try await live.made(of: new.0, over: new.1) }
        gate.open()
        let view = try await question.value
        #expect(view.generation.report?.tripUpdates == 1)
        #expect(live.view(of: new.0)?.number == view.number)
    }
}
