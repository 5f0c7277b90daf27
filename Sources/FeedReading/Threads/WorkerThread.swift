import Dispatch
import SystemLayer

/// Separate threads for work that keeps a processor busy, or that waits for such work.
///
/// Swift runs all tasks of a program on a few threads, which on Linux share a pool with Dispatch's
/// queues: long work there keeps tasks from running.
package enum WorkerThread {
    /// As much as a main thread has; some systems give other threads far less.
    private static let stackSize = 8 << 20

    package static func start(_ body: @escaping @Sendable () -> Void) {
        guard !SystemThread.start(stackSize: stackSize, body) else { return }
        // The system has no more threads for us; Dispatch may have an idle one.
        DispatchQueue.global(qos: .userInitiated).async(execute: body)
    }

    /// Runs on a thread of its own what ends soon after the task is canceled.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable (Cancellation) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start {
                    continuation.resume(
                        with: Result { try cancellation.checking { try body(cancellation) } })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Several calls run side by side, on this thread and on helpers; all concurrent callers share
    /// as many helpers as there are processors.
    package static func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let numbers = Numbers(count)
        let helpers = takeHelpers(atMost: count - 1)
        defer { freeHelpers.withLock { $0 += helpers } }
        let done = DispatchGroup()
        for _ in 0..<helpers {
            done.enter()
            start {
                while let number = numbers.next() { body(number) }
                done.leave()
            }
        }
        while let number = numbers.next() { body(number) }
        done.wait()
    }

    /// In the whole program, besides the threads of the callers.
    private static let freeHelpers = Locked(ThisProcess.processorCount - 1)

    private static func takeHelpers(atMost wanted: Int) -> Int {
        freeHelpers.withLock { free in
            let taken = max(0, min(wanted, free))
            free -= taken
            return taken
        }
    }

    private struct Numbers: Sendable {
        private let following = Locked(0)
        private let count: Int

        init(_ count: Int) {
            self.count = count
        }

        func next() -> Int? {
            following.withLock { following in
                guard following < count else { return nil }
                following += 1
                return following - 1
            }
        }
    }
}
