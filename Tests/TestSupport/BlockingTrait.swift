import SystemLayer
package import Testing

/// Runs a test on threads of its own.
///
/// Swift runs all tests on as many threads as there are processors. A test that blocks one of them, as it
/// waits for a semaphore, a child process or a server, keeps others from running; where all are blocked and
/// one test waits for what a task does, the tests hang for ever. With this trait such a test, and the child
/// tasks that it waits for, find a thread whenever they can go on. ``Turn`` lets only a few run side by side:
/// they never wait for each other, and hundreds of child processes at once take longer than one by one.
package struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    @TaskLocal private static var isOnThreads = false

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard !Self.isOnThreads else { return try await function() }
        await Turn.shared.begin()
        defer { Turn.shared.end() }
        try await Self.$isOnThreads.withValue(true) {
            if #available(macOS 15, iOS 18, *) {
                try await withTaskExecutorPreference(ThreadExecutor.shared) { try await function() }
            } else {
                // Older systems have no such executors: there the test blocks one of the few threads.
                try await function()
            }
        }
    }
}

extension Trait where Self == BlockingTrait {
    package static var blocking: Self { BlockingTrait() }
}

/// Starts a task that runs also while every usual thread is blocked, as by who waits for this task.
package func onThreads(_ body: @escaping @Sendable () async -> Void) {
    if #available(macOS 15, iOS 18, *) {
        Task(executorPreference: ThreadExecutor.shared) { await body() }
    } else {
        Task.detached { await body() }
    }
}

/// Lets few tests run at a time; the others wait without a thread, in their order.
private final class Turn: Sendable {
    static let shared = Turn(atMost: 2 + ThisProcess.processorCount)

    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    init(atMost count: Int) {
        state = Locked(State(free: count))
    }

    func begin() async {
        await withCheckedContinuation { continuation in
            let begins = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if begins { continuation.resume() }
        }
    }

    func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
