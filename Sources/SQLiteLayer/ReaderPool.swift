@preconcurrency import Dispatch
import SystemLayer

/// Answers questions with several connections to one file, one question at a time each and in order.
///
/// All connections are opened at once. One that was opened later might find a newer file at the path,
/// and answers would come from two files.
package final class ReaderPool: Sendable {
    private struct State: Sendable {
        var idle: [Reader]
        var waiting: [@Sendable (Reader) -> Void] = []
        var served = 0
    }

    private let state: Locked<State>

    package init(
        count: Int, _ open: () throws(SQLiteFailure) -> Connection
    ) throws(SQLiteFailure) {
        var idle: [Reader] = []
        for _ in 0..<count { idle.append(Reader(Database(try open()))) }
        state = Locked(State(idle: idle))
    }

    /// Throws a `CancellationError` when the task was cancelled, also in the middle of a statement.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let reader = await take()
        return try await reader.thread.run {
            // Here, and not when the task goes on: its threads may all wait in `readOnThisThread`.
            defer { giveBack(reader) }
            try Task.checkCancellation()
            do {
                return try reader.database.reading(body)
            } catch  where Task.isCancelled {
                // The statement was interrupted for that reason, whatever error it reports.
                throw CancellationError()
            }
        }
    }

    /// Answers a question on this thread, which waits for a connection and for the disk. The body must
    /// not ask the pool again: all connections might wait for each other.
    package func readOnThisThread<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let found = Locked<Reader?>(nil)
        let isFound = DispatchSemaphore(value: 0)
        take { reader in
            found.withLock { $0 = reader }
            isFound.signal()
        }
        isFound.wait()
        guard let reader = found.withLock({ $0 }) else { throw CancellationError() }
        defer { giveBack(reader) }
        return try reader.database.reading(body)
    }

    private func take() async -> Reader {
        if let reader = state.withLock({ $0.idle.popLast() }) { return reader }
        return await withCheckedContinuation { continuation in
            take { continuation.resume(returning: $0) }
        }
    }

    private func take(_ use: @escaping @Sendable (Reader) -> Void) {
        let reader = state.withLock { state in
            let reader = state.idle.popLast()
            if reader == nil { state.waiting.append(use) }
            return reader
        }
        if let reader { use(reader) }
    }

    private func giveBack(_ reader: Reader) {
        let next = state.withLock { state -> (@Sendable (Reader) -> Void)? in
            guard state.served < state.waiting.count else {
                state.idle.append(reader)
                return nil
            }
            let next = state.waiting[state.served]
            state.served += 1
            // Not one by one, which would move a long queue for each question in it.
            if state.served == state.waiting.count || state.served > 1000 {
                state.waiting.removeFirst(state.served)
                state.served = 0
            }
            return next
        }
        next?(reader)
    }
}

private final class Reader: @unchecked Sendable {
    // Sendable: between `take` and `giveBack` one question has it, and uses it on one thread.
    let database: Database
    let thread = ReaderThread()

    init(_ database: Database) {
        self.database = database
    }
}

/// A thread on which tasks may wait: Swift runs tasks on only as many threads as there are
/// processors, and a server must answer pings meanwhile.
private actor ReaderThread {
    private let executor = QueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Value>(_ body: @Sendable () throws -> Value) throws -> Value { try body() }
}

private final class QueueExecutor: SerialExecutor, Sendable {
    private let queue = DispatchQueue(label: "ReaderPool")

    func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}
