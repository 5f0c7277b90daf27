import Dispatch
import SQLiteLayer
import SystemLayer
import TestSupport
import Testing

@Suite("A pool of readers", .blocking)
struct ReaderPoolTests {
    private func pool(_ count: Int) throws -> ReaderPool {
        try ReaderPool(count: count) { () throws(SQLiteFailure) in
            let connection = try Connection(path: "", .writing)
            connection.endStatements(after: .max)
            return connection
        }
    }

    private static let endless = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
        """

    /// The answer of a database that answers.
    private static func seven(_ database: Database) throws -> Int? {
        var found: Int?
        try database.readFirst("SELECT 7") { found = $0.integer(0) }
        return found
    }

    @Test(
        "As many questions as connections are answered at once; one more waits for the first that ends"
    )
    func waiting() async throws {
        let pool = try pool(3)
        let events = AsyncStream.makeStream(of: String.self)
        let gates = (0..<3).map { _ in DispatchSemaphore(value: 0) }
        let holders = gates.enumerated().map { number, gate in
            Task {
                try await pool.read { _ in
                    events.continuation.yield("begun")
                    gate.wait()
                    events.continuation.yield("ended \(number)")
                }
            }
        }
        var iterator = events.stream.makeAsyncIterator()
        for _ in gates { #expect(await iterator.next() == "begun") }
        let fourth = Task {
            try await pool.read { _ in _ = events.continuation.yield("the fourth") }
        }
        // All three hold their connections, and so the fourth cannot come before one has ended.
        gates[1].signal()
        #expect(await iterator.next() == "ended 1")
        #expect(await iterator.next() == "the fourth")
        gates[0].signal()
        gates[2].signal()
        for task in holders { try await task.value }
        try await fourth.value
    }

    @Test("A question on the caller's own thread waits as well")
    func blocking() async throws {
        let pool = try pool(1)
        let order = Locked<[String]>([])
        let begun = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let ended = AsyncStream.makeStream(of: Void.self)
        DispatchQueue(label: "first").async {
            // The body cannot fail.
            _ = try? pool.readOnThisThread { _ in
                begun.signal()
                gate.wait()
                order.withLock { $0.append("first") }
            }
        }
        DispatchQueue(label: "second").async {
            begun.wait()
            gate.signal()
            _ = try? pool.readOnThisThread { _ in order.withLock { $0.append("second") } }
            ended.continuation.finish()
        }
        for await _ in ended.stream {}
        #expect(order.withLock { $0 } == ["first", "second"])
        #expect(try await pool.read(Self.seven) == 7)
    }

    @Test("A thousand waiting questions are all answered, also by a pool of one")
    func queue() async throws {
        let pool = try pool(1)
        let answers = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<2500 { group.addTask { try await pool.read(Self.seven) } }
            return try await group.reduce(into: 0) { $0 += $1 ?? 0 }
        }
        #expect(answers == 2500 * 7)
    }

    @Test("A statement ends with its task, and the connection answers the next question")
    func cancellation() async throws {
        let pool = try pool(2)
        let started = AsyncStream.makeStream(of: Void.self)
        let tasks = (0..<5).map { _ in
            Task {
                try await pool.read { database in
                    started.continuation.yield()
                    try database.readRows(Self.endless) { _ in }
                }
            }
        }
        for await _ in started.stream { break }
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        for _ in 0..<2 { #expect(try await pool.read(Self.seven) == 7) }
    }

    @Test("A connection comes back while the only thread of tasks waits for one")
    func waitingThreads() async throws {
        if #available(macOS 15, iOS 18, *) { try await waitOnOneThread() }
    }

    @available(macOS 15, iOS 18, *)
    private func waitOnOneThread() async throws {
        let pool = try pool(1)
        let thread = OneThread()
        let begun = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let first = Task(executorPreference: thread) {
            try await pool.read { _ in
                begun.continuation.yield()
                gate.wait()
            }
        }
        for await _ in begun.stream { break }
        let second = Task(executorPreference: thread) {
            // From here on the first task cannot go on: its thread is this one.
            gate.signal()
            return try pool.readOnThisThread(Self.seven)
        }
        #expect(try await second.value == 7)
        try await first.value
    }

    @Test("Errors of a question are the caller's, and its connection goes back")
    func errors() async throws {
        struct Own: Error {}
        let pool = try pool(1)
        await #expect(throws: Own.self) { try await pool.read { _ in throw Own() } }
        #expect(throws: Own.self) { try pool.readOnThisThread { _ in throw Own() } }
        #expect(throws: SQLiteFailure.self) {
            try pool.readOnThisThread { try $0.readRows("SELECT nope") { _ in } }
        }
        #expect(try await pool.read(Self.seven) == 7)
    }
}

/// Runs tasks one after the other.
@available(macOS 15, iOS 18, *)
private final class OneThread: TaskExecutor {
    private let queue = DispatchQueue(label: "OneThread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
