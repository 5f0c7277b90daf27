import Foundation
import Logging
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitClient

@Suite("Jobs that wait for the connection")
struct PendingQueueTests {
    private let folder: TestFolder
    private let log = RecordedLog()
    private let clock = HandClock()
    private let done = Locked<[String]>([])
    private var file: URL { URL(fileURLWithPath: folder.path + "/pending.json") }

    init() throws {
        folder = try TestFolder()
    }

    private struct Refused: Error {}

    private func queue(
        limit: Int = 100,
        _ perform: (@Sendable (PendingJob) async throws -> Void)? = nil
    ) -> PendingQueue {
        PendingQueue(file: file, limit: limit, log: log.logger, clock: clock) { [done] job in
            try await perform?(job)
            done.withLock { $0.append(job.subject) }
        }
    }

    private func subjects(_ queue: PendingQueue) async -> [String] {
        await queue.jobs.map(\.subject)
    }

    @Test("in order, each once, and then the file is empty")
    func order() async throws {
        let queue = queue()
        for subject in ["A", "B", "A", "e\u{301}", "é", "C"] {
            try await queue.add(PendingJob(.refresh, subject))
        }
        try await queue.add(PendingJob(.download, "A"))
        await queue.run()
        // Ids are told apart by their bytes.
        #expect(
            done.value.map { Array($0.utf8) }
                == ["A", "B", "e\u{301}", "é", "C", "A"].map {
                    Array($0.utf8)
                })
        #expect(await queue.jobs.isEmpty)
        #expect(await self.queue().jobs.isEmpty)
    }

    @Test("waiting jobs survive the process, finished ones do not come back")
    func survival() async throws {
        let first = queue { if $0.subject == "B" { throw TransportError(.unreachable, "away") } }
        for subject in ["A", "B", "C"] { try await first.add(PendingJob(.refresh, subject)) }
        await first.run()
        #expect(done.value == ["A"])
        let second = queue()
        #expect(await subjects(second) == ["B", "C"])
        await second.run()
        #expect(done.value == ["A", "B", "C"])
    }

    @Test("a process that ended in the middle of a job begins it again")
    func killed() async throws {
        let first = queue { _ in try await Task.sleep(for: .seconds(3600)) }
        try await first.add(PendingJob(.download, "A"))
        try await first.add(PendingJob(.refresh, "B"))
        let run = Task { await first.run() }
        // The file as another process finds it now.
        for _ in 0..<10 { await Task.yield() }
        #expect(await subjects(queue()) == ["A", "B"])
        run.cancel()
        await run.value
        #expect(await subjects(first) == ["A", "B"])
        #expect(done.value.isEmpty)
    }

    @Test("one at a time, for any number of callers")
    func oneAtATime() async throws {
        let running = Locked((now: 0, most: 0))
        let queue = queue { _ in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            try await Task.sleep(for: .milliseconds(1))
            running.withLock { $0.now -= 1 }
        }
        for number in 0..<20 { try await queue.add(PendingJob(.refresh, "\(number)")) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { await queue.run() } }
        }
        #expect(running.value.most == 1)
        #expect(done.value == (0..<20).map(String.init))
    }

    @Test("a job that is requested while it runs is run once more")
    func again() async throws {
        let isHeld = Locked(true)
        let queue = queue { _ in
            while isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        }
        try await queue.add(PendingJob(.refresh, "A"))
        let run = Task { await queue.run() }
        try await until { await queue.jobs.count == 1 }
        for _ in 0..<10 { await Task.yield() }
        for _ in 0..<3 { try await queue.add(PendingJob(.refresh, "A")) }
        isHeld.withLock { $0 = false }
        await run.value
        #expect([1, 2].contains(done.value.count))
        #expect(await queue.jobs.isEmpty)
    }

    @Test("there is a bound: the oldest refresh makes room, and is logged")
    func bound() async throws {
        let queue = queue(limit: 3)
        try await queue.add(PendingJob(.download, "bundle"))
        for subject in ["A", "B", "C", "D"] { try await queue.add(PendingJob(.refresh, subject)) }
        #expect(await subjects(queue) == ["bundle", "C", "D"])
        #expect(log.messages == ["Pending job dropped", "Pending job dropped"])
        #expect(log.entries.map { $0.metadata["subject"] } == ["A", "B"])
        #expect(await subjects(self.queue(limit: 2)) == ["C", "D"])
    }

    @Test("what fails for good is left out with a line, and the next is done")
    func refused() async throws {
        let queue = queue { if $0.subject == "A" { throw Refused() } }
        for subject in ["A", "B"] { try await queue.add(PendingJob(.refresh, subject)) }
        await queue.run()
        #expect(done.value == ["B"])
        #expect(await queue.jobs.isEmpty)
        let line = try #require(log.entries.first { $0.level == .error })
        #expect(line.message == "Pending job dropped")
        #expect(line.metadata["subject"] == "A" && line.metadata["kind"] == "refresh")
    }

    @Test("a job that the server fails is tried five times, also over several processes")
    func attempts() async throws {
        for attempt in 1...5 {
            let queue = queue { _ in throw APIError.server(code: "http_500", message: "") }
            if attempt == 1 { try await queue.add(PendingJob(.refresh, "A")) }
            #expect(await queue.jobs.count == 1)
            await queue.run()
        }
        #expect(await queue().jobs.isEmpty)
        #expect(log.messages == ["Pending job dropped"])
    }

    @Test("a job that the network fails is tried for ever")
    func network() async throws {
        let queue = queue { _ in throw APIError.network(.init(.portal, "log in")) }
        try await queue.add(PendingJob(.refresh, "A"))
        for _ in 0..<20 { await queue.run() }
        #expect(await queue.jobs.count == 1)
        #expect(log.messages.isEmpty)
    }

    @Test("a waiting job is dropped for its answers, not for a lost connection")
    func download() async throws {
        let transport = MockTransport()
        transport.reply(
            to: "/api/v1/bundle/manifest", .failure(.unreachable), .json("{}"))
        var settings = BundleUpdater.Settings()
        settings.retries = 0
        settings.timeout = .seconds(86_400)
        let updater = try BundleUpdater(
            try #require(URL(string: "http://a")), path: folder.path + "/town.sqlite",
            transport: transport, settings: settings)
        let queue = queue { _ in try await updater.update() }
        try await queue.add(PendingJob(.download, "town"))
        await queue.run()
        #expect(await subjects(queue) == ["town"])
        await queue.run()
        #expect(await queue.jobs.isEmpty && done.value.isEmpty)
        #expect(transport.requests.count == 2)
    }

    @Test(
        "a damaged file is set aside with a line, and the queue goes on",
        arguments: [
            "", "{", "[]", "{}", #"{"version":1,"jobs":[{"kind":"refr"#,
            #"{"version":2,"jobs":[]}"#, #"{"version":1,"jobs":[{"kind":"upload"}]}"#,
            "\u{0}\u{1}\u{2}",
        ])
    func damage(text: String) async throws {
        try Data(text.utf8).write(to: file)
        let queue = queue()
        #expect(await queue.jobs.isEmpty)
        #expect(log.messages == ["Pending jobs set aside"])
        #expect(log.entries[0].metadata["file"]?.hasSuffix("pending.json.damaged") == true)
        #expect(try Data(contentsOf: file.appendingPathExtension("damaged")) == Data(text.utf8))
        try await queue.add(PendingJob(.refresh, "A"))
        #expect(await subjects(self.queue()) == ["A"])
    }

    @Test("an unwritable file is an error, but the job still waits")
    func unwritable() async throws {
        let gone = URL(fileURLWithPath: folder.path + "/none/pending.json")
        let queue = PendingQueue(file: gone, log: log.logger) { [done] job in
            done.withLock { $0.append(job.subject) }
        }
        await #expect(throws: (any Error).self) { try await queue.add(PendingJob(.refresh, "A")) }
        await queue.run()
        #expect(done.value == ["A"])
        #expect(log.messages.contains("Pending jobs cannot be written"))
    }

    @Test("all can be forgotten")
    func forgetting() async throws {
        let queue = queue()
        for subject in ["A", "B"] { try await queue.add(PendingJob(.refresh, subject)) }
        try await queue.removeAll()
        #expect(await queue.jobs.isEmpty)
        #expect(await self.queue().jobs.isEmpty)
    }

    // MARK: With a monitor

    @Test("it runs when the server can be reached again, and at once for jobs added meanwhile")
    func following() async throws {
        let transport = StagedTransport()
        let monitor = ConnectionMonitor(
            try #require(URL(string: "http://a")), transport: transport, clock: clock)
        let queue = queue()
        try await queue.add(PendingJob(.refresh, "A"))
        let follow = Task { await queue.follow(monitor) }
        try await transport.fail(.unreachable)
        try await until { monitor.state == .unreachable && clock.sleepers == 1 }
        try await queue.add(PendingJob(.refresh, "B"))
        try await settle()
        #expect(done.value.isEmpty)
        clock.advance(by: .seconds(1))
        try await transport.answer(200)
        try await until { done.value == ["A", "B"] }
        try await queue.add(PendingJob(.download, "C"))
        try await until { done.value == ["A", "B", "C"] }
        follow.cancel()
        await follow.value
        try await until { monitor.state == .checking }
        try await queue.add(PendingJob(.refresh, "D"))
        try await settle()
        #expect(done.value.count == 3)
    }

    @Test("a server that pings but fails is tried again after a while")
    func retrying() async throws {
        let transport = ScriptedTransport { _ in Replies.reply(200, Replies.pong) }
        let monitor = ConnectionMonitor(
            try #require(URL(string: "http://a")), transport: transport, interval: .seconds(1000),
            timeout: .seconds(999), clock: HandClock())
        let tries = Locked(0)
        let queue = queue { _ in
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            if number < 3 { throw TransportError(.cut, "cut") }
        }
        try await queue.add(PendingJob(.refresh, "A"))
        let follow = Task { await queue.follow(monitor) }
        try await until { tries.value == 1 && clock.sleepers == 1 }
        clock.advance(by: .milliseconds(14_999))
        try await settle()
        #expect(tries.value == 1)
        clock.advance(by: .milliseconds(1))
        try await until { tries.value == 2 && clock.sleepers == 1 }
        clock.advance(by: .seconds(59))
        try await settle()
        #expect(tries.value == 2)
        clock.advance(by: .seconds(1))
        try await until { done.value == ["A"] }
        follow.cancel()
        await follow.value
    }
}
