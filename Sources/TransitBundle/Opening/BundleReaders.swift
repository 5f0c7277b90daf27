@preconcurrency import Dispatch
import Foundation
import GRDB
import SystemLayer
import TransitModel

/// Answers questions with the connections of a pool, a limited number at a time and in order.
///
/// A task moves to a thread that may wait for the disk, and back. GRDB's own asynchronous reads do
/// that a second time to choose the connection, which takes as long as finding the departures of a
/// stop. Moreover, a file without a writer needs no transaction for consistency.
final class BundleReaders: Sendable {
    private struct State: Sendable {
        var idle: [BundleReader]
        var waiting: [CheckedContinuation<BundleReader, Never>] = []
        /// How many of the waiting questions have been served.
        var served = 0
    }

    private let pool: DatabasePool
    private let isImmutable: Bool
    private let state: Locked<State>

    /// - Parameters:
    ///   - count: how many connections the pool has.
    ///   - isImmutable: SQLite was told that the file has no writer.
    init(_ pool: DatabasePool, count: Int, isImmutable: Bool) {
        self.pool = pool
        self.isImmutable = isImmutable
        state = Locked(State(idle: (0..<count).map { _ in BundleReader() }))
    }

    /// Answers a question, unless its caller has stopped waiting.
    ///
    /// - Throws: `CancellationError` when the task was cancelled, also in the middle of a statement.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let reader = await take()
        defer { giveBack(reader) }
        let (pool, isImmutable) = (pool, isImmutable)
        return try await reader.run {
            try Task.checkCancellation()
            do {
                return isImmutable ? try pool.unsafeRead(body) : try pool.read(body)
            } catch  where Task.isCancelled {
                // The statement was interrupted for that reason, whatever error it reports.
                throw CancellationError()
            }
        }
    }

    /// Answers a question on this thread, which waits for the disk.
    func readOnThisThread<Value>(_ body: (Database) throws -> Value) throws -> Value {
        isImmutable ? try pool.unsafeRead(body) : try pool.read(body)
    }

    private func take() async -> BundleReader {
        if let reader = state.withLock({ $0.idle.popLast() }) { return reader }
        return await withCheckedContinuation { continuation in
            // A connection may have been returned meanwhile.
            let reader = state.withLock { state in
                let reader = state.idle.popLast()
                if reader == nil { state.waiting.append(continuation) }
                return reader
            }
            if let reader { continuation.resume(returning: reader) }
        }
    }

    private func giveBack(_ reader: BundleReader) {
        let next = state.withLock { state -> CheckedContinuation<BundleReader, Never>? in
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
        next?.resume(returning: reader)
    }
}

/// A thread on which tasks may wait: Swift runs tasks on only as many threads as there are
/// processors, and a server must answer pings meanwhile.
private actor BundleReader {
    private let executor = QueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Value>(_ body: @Sendable () throws -> Value) throws -> Value { try body() }
}

/// Runs the jobs of an actor on a queue of Dispatch.
private final class QueueExecutor: SerialExecutor, Sendable {
    private let queue = DispatchQueue(label: "TransitBundle.reader")

    func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

/// Opens all connections of a pool at once.
///
/// A connection that is opened later, when more tasks ask than before, might find a newer file at
/// the path. One bundle would then answer from two files.
enum PoolFilling {
    /// The number of tasks that may read at the same time.
    static let readers = 4

    static func fill(_ pool: DatabasePool) {
        let opened = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<readers {
            // Threads, because each must wait for the others, and a queue may have fewer of them.
            Thread.detachNewThread {
                let reading: Void? = try? pool.read { _ in
                    opened.signal()
                    done.wait()
                }
                // A connection that fails now is opened on demand, and then reports why.
                if reading == nil { opened.signal() }
            }
        }
        for _ in 0..<readers { opened.wait() }
        for _ in 0..<readers { done.signal() }
    }
}
