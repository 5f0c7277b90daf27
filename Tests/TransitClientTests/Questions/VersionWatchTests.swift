import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitClient

@Suite("Changes of the server")
struct VersionWatchTests {
    /// Sleeps that a test ends.
    private final class Sleeps: Sendable {
        private struct State {
            var waiting: [UUID: CheckedContinuation<Void, any Error>] = [:]
            var began = 0
        }
        private let state = Locked(State())

        var began: Int { state.withLock { $0.began } }
        var lasting: Int { state.withLock { $0.waiting.count } }

        @Sendable func sleep(_ duration: Duration) async throws {
            let id = UUID()
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let isCancelled = state.withLock { state in
                        state.began += 1
                        if Task.isCancelled { return true }
                        state.waiting[id] = continuation
                        return false
                    }
                    if isCancelled { continuation.resume(throwing: CancellationError()) }
                }
            } onCancel: {
                state.withLock { $0.waiting.removeValue(forKey: id) }?
                    .resume(throwing: CancellationError())
            }
        }

        func end() {
            let all = state.withLock { state in
                defer { state.waiting = [:] }
                return Array(state.waiting.values)
            }
            for sleep in all { sleep.resume() }
        }

        static func until(_ condition: () -> Bool) async throws {
            while !condition() { try await Task.sleep(for: .milliseconds(2)) }
        }
    }

    private func bundle() throws -> BuiltBundle { try BuiltBundle(TestFeed.base) }

    @Test("an answer of another version is a change; the same one, and an older kept one, are not")
    func answers() async throws {
        let built = try bundle()
        let asker = AnswererAsker(built.bundle, version: "1")
        let watch = VersionWatch(asker, every: nil) { try await Task.sleep(for: $0) }
        let source = ServerSource(asker: asker, watch: watch)
        let seen = Locked(0)
        let stream = source.changes()
        let task = Task { for await _ in stream { seen.withLock { $0 += 1 } } }
        _ = try await source.feed()
        _ = try await source.feed()
        #expect(watch.wantedVersion == nil)
        asker.swap(to: built.bundle, version: "2")
        _ = try await source.feed()
        try await Sleeps.until { seen.withLock { $0 } == 1 }
        #expect(watch.wantedVersion == "2")
        asker.say(.cached(ageSeconds: 5))
        asker.swap(to: built.bundle, version: "1")
        _ = try await source.feed()
        asker.say(.live)
        asker.swap(to: built.bundle, version: "3")
        _ = try await source.feed()
        try await Sleeps.until { seen.withLock { $0 } == 2 }
        #expect(watch.wantedVersion == "3")
        task.cancel()
        await task.value
        #expect(seen.withLock { $0 } == 2)
    }

    @Test("the server is asked only while a caller listens")
    func polling() async throws {
        let built = try bundle()
        let asker = AnswererAsker(built.bundle, version: "1")
        let sleeps = Sleeps()
        let watch = VersionWatch(asker, every: .seconds(60), sleep: sleeps.sleep)
        let source = ServerSource(asker: asker, watch: watch)
        _ = try await source.feed()
        #expect(sleeps.began == 0)
        let first = source.changes()
        let second = source.changes()
        let seen = Locked(0)
        let task = Task { for await _ in first { seen.withLock { $0 += 1 } } }
        let other = Task { for await _ in second {} }
        try await Sleeps.until { sleeps.lasting == 1 }
        sleeps.end()
        try await Sleeps.until { sleeps.began == 2 && sleeps.lasting == 1 }
        #expect(asker.asked == ["/api/v1/feed", "/api/v1/feed"])
        asker.swap(to: built.bundle, version: "2")
        sleeps.end()
        try await Sleeps.until { seen.withLock { $0 } == 1 }
        try await Sleeps.until { sleeps.lasting == 1 }
        task.cancel()
        await task.value
        #expect(sleeps.lasting == 1)
        other.cancel()
        await other.value
        try await Sleeps.until { sleeps.lasting == 0 }
        #expect(asker.asked.count == 3)
    }

    @Test("a server with live data is asked more often, and each time there may be newer data")
    func liveData() async throws {
        let transport = MockTransport()
        transport.reply(
            to: "/api/v1/feed",
            .answer(
                FeedDTO(try await bundle().bundle.feed()),
                meta: Meta(bundle: "1", realtime: RealtimeMeta(.live))))
        let asked = Locked<[Duration]>([])
        let sleeps = Sleeps()
        let watch = VersionWatch(
            AskedQuestions(transport).client.asker, every: .seconds(60), orLive: .seconds(15)
        ) { duration in
            asked.withLock { $0.append(duration) }
            try await sleeps.sleep(duration)
        }
        let seen = Locked(0)
        let stream = watch.changes()
        let task = Task { for await _ in stream { seen.withLock { $0 += 1 } } }
        for count in 1...2 {
            try await Sleeps.until { sleeps.lasting == 1 }
            sleeps.end()
            try await Sleeps.until { seen.withLock { $0 } == count }
        }
        try await Sleeps.until { sleeps.lasting == 1 }
        #expect(asked.withLock { $0 } == [.seconds(60), .seconds(15), .seconds(15)])
        task.cancel()
        await task.value
    }

    @Test("callers do not wait for a watch that is gone")
    func gone() async throws {
        let built = try bundle()
        let sleeps = Sleeps()
        var watch: VersionWatch? = VersionWatch(
            AnswererAsker(built.bundle), every: .seconds(60), sleep: sleeps.sleep)
        let stream = try #require(watch).changes()
        try await Sleeps.until { sleeps.lasting == 1 }
        watch = nil
        for await _ in stream { Issue.record("a change") }
        try await Sleeps.until { sleeps.lasting == 0 }
    }
}
