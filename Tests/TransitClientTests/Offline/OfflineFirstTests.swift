import Foundation
import SystemLayer
import Testing
import TransitAPI
import TransitClient
import TransitModel
import TransitSample

@Suite("Offline first")
struct OfflineFirstTests {
    private let clock = HandClock()
    private let log = RecordedLog()

    /// A source that is asked through a script, and counts what it is asked.
    private final class Asked: ForwardingSource {
        enum Mood: Sendable {
            case answering
            case failing(any Error)
            case silent
        }

        let mood = Locked(Mood.answering)
        let count = Locked(0)
        let version: Locked<String>
        let origin: AnswerOrigin
        let listeners = Locked<[AsyncStream<Void>.Continuation]>([])

        init(_ version: String, _ origin: AnswerOrigin) {
            self.version = Locked(version)
            self.origin = origin
        }

        /// The sample, with stops that are called like its origin.
        private struct Named: ForwardingSource {
            private static let sample = CannedSource.sample()

            let origin: AnswerOrigin
            let version: String

            func forward<Value: Sendable>(
                _ question: @Sendable (any TransitSource) async throws -> Value
            ) async throws -> Value {
                try await question(Self.sample)
            }

            func changes() -> AsyncStream<Void> { Self.sample.changes() }

            func stop(sid: Int64) async throws -> Stop {
                var stop = try await Self.sample.stop(sid: sid)
                stop.stopName = "\(origin)"
                return stop
            }

            func feed() async throws -> FeedDescription {
                var feed = try await Self.sample.feed()
                feed.metadata["content_hash"] = version
                return feed
            }
        }

        func forward<Value: Sendable>(
            _ question: @Sendable (any TransitSource) async throws -> Value
        ) async throws -> Value {
            count.withLock { $0 += 1 }
            switch mood.withLock({ $0 }) {
            case .answering: break
            case .failing(let error): throw error
            case .silent: try await Task.sleep(for: .seconds(3600))
            }
            return try await question(Named(origin: origin, version: version.withLock { $0 }))
        }

        func answering<Value: Sendable>(
            _ questions: @Sendable (any TransitSource) async throws -> Value
        ) async throws -> Answer<Value> {
            Answer(try await questions(self), from: origin)
        }

        func speaking(_ language: String) async throws -> any TransitSource { self }

        func changes() -> AsyncStream<Void> {
            AsyncStream { continuation in listeners.withLock { $0.append(continuation) } }
        }

        func change() {
            for listener in listeners.withLock({ $0 }) { listener.yield() }
        }
    }

    private let remote = Asked("1", .live)
    private let bundle = Asked("1", .bundle(version: "1"))

    private func source(
        _ policy: OfflineFirst.Policy, _ connection: ConnectionMonitor? = nil
    ) -> OfflineFirst {
        OfflineFirst(
            remote: remote, bundle: bundle, policy: policy, connection: connection, clock: clock,
            log: log.logger)
    }

    /// Of answers that the server should have given.
    private static let unreached = AnswerOrigin.bundle(version: "1", isOffline: true)

    private func origin(_ source: any TransitSource) async throws -> AnswerOrigin {
        try await source.answering { try await $0.stop(sid: 1) }.origin
    }

    private static let failures: [any Error] = [
        TransportError(.unreachable, "away"), TransportError(.timeout, "late"),
        URLError(.notConnectedToInternet), CancellationError(),
        APIError.server(code: "server_error", message: ""), APIError.rateLimited(retryAfter: 9),
        APIError.network(.init(.portal, "log in")), APIError.decoding(reason: "HTML"),
        APIError.unauthorized(message: ""),
    ]

    @Test("the server first: it answers, and the bundle is not asked")
    func remoteAnswers() async throws {
        let source = source(.remoteFirst(timeout: .seconds(2)))
        #expect(try await origin(source) == .live)
        #expect(try await source.stop(sid: 1).stopName == "live")
        #expect(bundle.count.withLock { $0 } == 0)
    }

    @Test("the server first: whatever it fails with, the bundle answers", arguments: 0..<9)
    func remoteFails(index: Int) async throws {
        remote.mood.withLock { $0 = .failing(Self.failures[index]) }
        let source = source(.remoteFirst(timeout: .seconds(2)))
        #expect(try await origin(source) == Self.unreached)
        #expect(log.messages == ["The bundle answers"])
        #expect(try await source.routes().count == 3)
    }

    @Test("the server first: after a time the bundle answers, and the question to it is over")
    func remoteIsSilent() async throws {
        remote.mood.withLock { $0 = .silent }
        let source = source(.remoteFirst(timeout: .seconds(2)))
        async let origin = origin(source)
        try await until { clock.sleepers == 1 }
        clock.advance(by: .milliseconds(1999))
        try await settle()
        #expect(bundle.count.withLock { $0 } == 0)
        clock.advance(by: .milliseconds(1))
        #expect(try await origin == Self.unreached)
        #expect(clock.sleepers == 0)
    }

    @Test("data that the server lacks is not looked for elsewhere")
    func notFound() async throws {
        let missing = TransitSourceError.notFound(kind: "stop", id: "X")
        let source = source(.remoteFirst(timeout: .seconds(2)))
        await #expect(throws: missing) { try await source.stop(id: "X") }
        remote.mood.withLock { $0 = .failing(APIError.notFound(code: .gone, message: "")) }
        await #expect(throws: APIError.self) { try await source.stop(sid: 1) }
        #expect(bundle.count.withLock { $0 } == 0)
    }

    @Test(
        "the server's failure is thrown when neither answers; an id that the bundle lacks is an answer"
    )
    func bothFail() async throws {
        let away = TransportError(.unreachable, "away")
        remote.mood.withLock { $0 = .failing(away) }
        let source = source(.remoteFirst(timeout: .seconds(2)))
        await #expect(throws: TransitSourceError.self) { try await source.stop(id: "X") }
        bundle.mood.withLock { $0 = .failing(URLError(.cannotOpenFile)) }
        await #expect(throws: away) { try await source.stop(sid: 1) }
        let patient = self.source(.bundleFirst)
        await #expect(throws: away) { try await patient.stop(sid: 1) }
    }

    @Test("questions that belong together are never answered by two")
    func together() async throws {
        let source = source(.remoteFirst(timeout: .seconds(2)))
        let remote = remote
        let answer = try await source.answering { source in
            let first = try await source.stop(sid: 1).stopName
            // The server goes in the middle; the bundle is asked from the beginning.
            remote.mood.withLock { $0 = .failing(TransportError(.cut, "cut")) }
            let second = try await source.stop(sid: 1).stopName
            return [first, second]
        }
        #expect(answer.origin == Self.unreached)
        #expect(
            answer.value == [String](repeating: "\(AnswerOrigin.bundle(version: "1"))", count: 2))
        #expect(bundle.count.withLock { $0 } == 2)
    }

    @Test("the same in a language")
    func speaking() async throws {
        let source = try await source(.remoteFirst(timeout: .seconds(2))).speaking("fr")
        #expect(try await origin(source) == .live)
        remote.mood.withLock { $0 = .failing(TransportError(.cut, "cut")) }
        #expect(try await origin(source) == Self.unreached)
    }

    @Test("one source only")
    func one() async throws {
        #expect(try await origin(source(.bundleOnly)) == .bundle(version: "1"))
        #expect(remote.count.withLock { $0 } == 0)
        #expect(try await origin(source(.remoteOnly)) == .live)
        remote.mood.withLock { $0 = .failing(TransportError(.cut, "cut")) }
        await #expect(throws: TransportError.self) { try await origin(source(.remoteOnly)) }
        #expect(bundle.count.withLock { $0 } == 1)
    }

    @Test("a question whose task is cancelled ends, and the bundle is not asked")
    func cancellation() async throws {
        remote.mood.withLock { $0 = .silent }
        for policy in [OfflineFirst.Policy.remoteFirst(timeout: .seconds(2)), .remoteOnly] {
            let source = source(policy)
            let before = remote.count.withLock { $0 }
            let task = Task { try await origin(source) }
            try await until { remote.count.withLock { $0 } > before }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(bundle.count.withLock { $0 } == 0)
        #expect(clock.sleepers == 0)
    }

    // MARK: The bundle first

    @Test("the bundle first: it answers at once, though the server is silent")
    func bundleAnswers() async throws {
        remote.mood.withLock { $0 = .silent }
        let source = source(.bundleFirst)
        for _ in 0..<3 { #expect(try await origin(source) == .bundle(version: "1")) }
        // One question in the background, however often it is asked here.
        try await until { remote.count.withLock { $0 } == 1 }
        try await settle()
        #expect(remote.count.withLock { $0 } == 1)
    }

    @Test(
        "the bundle first: newer data of the server is announced, and the server answers from then on"
    )
    func newerData() async throws {
        let source = source(.bundleFirst)
        let changes = Locked(0)
        let listening = Task { for await _ in source.changes() { changes.withLock { $0 += 1 } } }
        defer { listening.cancel() }
        try await until { remote.count.withLock { $0 } == 1 }
        #expect(try await origin(source) == .bundle(version: "1"))
        remote.version.withLock { $0 = "2" }
        // The first question may not be over yet: then the server is asked a minute later.
        try await until {
            if changes.withLock({ $0 }) == 0, clock.sleepers == 1 {
                clock.advance(by: .seconds(60))
            }
            return changes.withLock { $0 } > 0
        }
        #expect(try await origin(source) == .live)
        // The server goes: what is on the device is better than nothing.
        remote.mood.withLock { $0 = .failing(TransportError(.cut, "cut")) }
        #expect(try await origin(source) == Self.unreached)
        // The bundle is replaced by the newer one, and answers first again.
        remote.mood.withLock { $0 = .answering }
        bundle.version.withLock { $0 = "2" }
        bundle.change()
        try await until { changes.withLock { $0 } > 1 }
        try await until { try await origin(source) == .bundle(version: "1") }
    }

    @Test("the bundle first: the server answers for data that it lacks, or without a bundle")
    func missingBundle() async throws {
        let source = source(.bundleFirst)
        bundle.mood.withLock { $0 = .failing(URLError(.fileDoesNotExist)) }
        #expect(try await origin(source) == .live)
        bundle.mood.withLock {
            $0 = .failing(TransitSourceError.notFound(kind: "stop", id: "sid:1"))
        }
        #expect(try await origin(source) == .live)
        remote.mood.withLock { $0 = .failing(TransportError(.cut, "cut")) }
        await #expect(throws: TransitSourceError.self) { try await origin(source) }
    }

    // MARK: With a monitor

    @Test(
        "the source does not wait for a server known to be gone; listeners hear of its coming and going"
    )
    func connection() async throws {
        let transport = StagedTransport()
        let monitor = ConnectionMonitor(
            try #require(URL(string: "http://a")), transport: transport, clock: clock)
        let source = source(.remoteFirst(timeout: .seconds(2)), monitor)
        var changes = source.changes().makeAsyncIterator()
        try await transport.answer(200)
        try await until { monitor.state == .reachable }
        #expect(try await origin(source) == .live)
        remote.mood.withLock { $0 = .silent }
        clock.advance(by: .seconds(1))
        try await transport.fail(.unreachable)
        await changes.next()
        // The clock stands still: the server is not waited for.
        #expect(try await origin(source) == Self.unreached)
        remote.mood.withLock { $0 = .answering }
        try await until { clock.sleepers == 1 }
        clock.advance(by: .seconds(1))
        try await transport.answer(200)
        await changes.next()
        #expect(try await origin(source) == .live)
    }

    @Test("changes of both are passed on, and end with the task, or when there can be none")
    func changes() async throws {
        let source = source(.remoteFirst(timeout: .seconds(2)))
        let seen = Locked(0)
        let task = Task { for await _ in source.changes() { seen.withLock { $0 += 1 } } }
        try await until { bundle.listeners.withLock { !$0.isEmpty } }
        remote.change()
        try await until { seen.withLock { $0 } == 1 }
        bundle.change()
        try await until { seen.withLock { $0 } == 2 }
        task.cancel()
        await task.value
        let canned = CannedSource.sample()
        for policy in [OfflineFirst.Policy.bundleOnly, .remoteFirst(timeout: .seconds(1))] {
            for await _ in OfflineFirst(remote: canned, bundle: canned, policy: policy).changes() {}
        }
    }
}
