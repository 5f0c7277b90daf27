import Foundation
import SystemLayer
import TestSupport
import Testing

@testable import TransitClient

@Suite("Equal requests in flight") struct SharedRequestsTests {
    /// A request that goes on until it is opened, or it is cancelled.
    private final class Gate: Sendable {
        private struct State {
            var begun = 0
            var cancelled = 0
            var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        }

        private let state = Locked(State())

        var begun: Int { state.withLock { $0.begun } }
        var cancelled: Int { state.withLock { $0.cancelled } }

        func pass() async throws -> Int {
            let number = state.withLock { state in
                state.begun += 1
                return state.begun
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation {
                    (waiter: CheckedContinuation<Void, any Error>) in
                    state.withLock { state in
                        // The handler may have run before there was anybody to wake.
                        if Task.isCancelled {
                            waiter.resume(throwing: CancellationError())
                        } else {
                            state.waiters[number] = waiter
                        }
                    }
                }
            } onCancel: {
                state.withLock { state in
                    state.cancelled += 1
                    state.waiters.removeValue(forKey: number)?.resume(
                        throwing: CancellationError())
                }
            }
            return number
        }

        func open() {
            let waiters = state.withLock { state in
                defer { state.waiters = [:] }
                return state.waiters.values
            }
            for waiter in waiters { waiter.resume() }
        }

        var isWaitedAt: Bool { state.withLock { !$0.waiters.isEmpty } }
    }

    private let requests = SharedRequests<String, Int>()
    private let gate = Gate()

    private func ask(_ key: String) -> Task<Int, any Error> {
        Task { [requests, gate] in try await requests.value(of: key) { try await gate.pass() } }
    }

    /// Waits until something is so.
    private func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("Those that are equal are one, others are not")
    func shared() async throws {
        let tasks = (0..<20).map { _ in ask("a") }
        let other = ask("b")
        try await until { gate.begun == 2 && requests.waiterCount == 21 && gate.isWaitedAt }
        while !requests.isIdle {
            gate.open()
            try await Task.sleep(for: .milliseconds(1))
        }
        var values: Set<Int> = []
        for task in tasks { values.insert(try await task.value) }
        #expect(values.count == 1)
        #expect(try await !values.contains(other.value))
        #expect(gate.begun == 2)
    }

    @Test("A finished request is sent again")
    func afterwards() async throws {
        for number in 1...3 {
            let value = try await requests.value(of: "a") { number }
            #expect(value == number)
        }
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await requests.value(of: "a") { throw Failure() }
        }
        #expect(try await requests.value(of: "a") { 4 } == 4)
    }

    @Test("A cancelled caller leaves at once; the request goes on for the others")
    func leaving() async throws {
        let first = ask("a")
        let second = ask("a")
        try await until { requests.waiterCount == 2 && gate.isWaitedAt }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(gate.cancelled == 0)
        gate.open()
        #expect(try await second.value == 1)
    }

    @Test("When all have left, the request is cancelled, and the next begins anew")
    func abandoned() async throws {
        let tasks = [ask("a"), ask("a")]
        try await until { requests.waiterCount == 2 && gate.isWaitedAt }
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        try await until { gate.cancelled == 1 }
        let next = ask("a")
        try await until { gate.isWaitedAt && gate.begun == 2 }
        gate.open()
        #expect(try await next.value == 2)
    }

    @Test("A caller that is already cancelled does not wait")
    func cancelledBefore() async throws {
        let task = Task { [requests, gate] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await requests.value(of: "a") { try await gate.pass() }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        try await until { requests.isIdle }
    }

    @Test("A thousand at once, half of which give up")
    func crowd() async throws {
        let tasks = (0..<1000).map { number in
            Task { [requests] in
                try await requests.value(of: "\(number % 7)") {
                    try await Task.sleep(for: .microseconds(number * 3))
                    return number
                }
            }
        }
        for (number, task) in tasks.enumerated() where number % 2 == 0 { task.cancel() }
        for (number, task) in tasks.enumerated() {
            let result = await task.result
            if number % 2 == 1 { #expect(throws: Never.self) { try result.get() } }
        }
        #expect(requests.isIdle)
    }
}
