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
        try await Errand(self).run(body)
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

    fileprivate func take(_ use: @escaping @Sendable (Reader) -> Void) {
        let reader = state.withLock { state in
            let reader = state.idle.popLast()
            if reader == nil { state.waiting.append(use) }
            return reader
        }
        if let reader { use(reader) }
    }

    fileprivate func giveBack(_ reader: Reader) {
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
    /// Tasks may wait on its threads: Swift runs tasks on only as many threads as there are
    /// processors, and a server must answer pings meanwhile.
    let queue = DispatchQueue(label: "ReaderPool")

    init(_ database: Database) {
        self.database = database
    }
}

/// One question. Its task goes to the thread of a reader at once, or waits for one to be free; it
/// does not go on in between, which would take longer than finding a few rows.
private actor Errand {
    private let executor: ErrandExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ pool: ReaderPool) {
        executor = ErrandExecutor(pool)
    }

    func run<Value>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try executor.withDatabase { database in
            try Task.checkCancellation()
            do {
                return try database.reading(body)
            } catch  where Task.isCancelled {
                // The statement was interrupted for that reason, whatever error it reports.
                throw CancellationError()
            }
        }
    }
}

private final class ErrandExecutor: SerialExecutor, Sendable {
    private let pool: ReaderPool
    private let reader = Locked<Reader?>(nil)

    init(_ pool: ReaderPool) {
        self.pool = pool
    }

    func enqueue(_ job: UnownedJob) {
        pool.take { reader in
            self.reader.withLock { $0 = reader }
            reader.queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Gives the reader back when the body ends, and not when the task goes on: its threads may all
    /// wait in `readOnThisThread`.
    func withDatabase<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let reader = reader.withLock({ $0 }) else { throw CancellationError() }
        defer { pool.giveBack(reader) }
        return try body(reader.database)
    }
}
