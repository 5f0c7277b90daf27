import Dispatch
import Foundation
import SystemLayer

final class UpdateCancellation: Sendable {
    private struct State: Sendable {
        var isCancelled = false
        var wake: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    func check() throws {
        if state.withLock({ $0.isCancelled }) { throw CancellationError() }
    }

    func cancel() {
        let wake = state.withLock { state in
            state.isCancelled = true
            return state.wake
        }
        wake?()
    }

    func waking<Value>(
        by wake: @escaping @Sendable () -> Void, while body: () throws -> Value
    ) throws -> Value {
        state.withLock { $0.wake = wake }
        defer { state.withLock { $0.wake = nil } }
        try check()
        return try body()
    }

    func wait(_ time: Duration) {
        let asked = DispatchSemaphore(value: 0)
        let end = DispatchTime.now() + time.seconds
        do {
            try waking(by: { asked.signal() }, while: { _ = asked.wait(timeout: end) })
        } catch {
            // Waiting code checks right afterwards.
            return
        }
    }
}
