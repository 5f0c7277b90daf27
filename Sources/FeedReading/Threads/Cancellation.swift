import CFlag
import Dispatch
import SystemLayer

/// Stops work once and for good. Working code checks now and then; waiting code says how to wake
/// it.
package final class Cancellation: @unchecked Sendable {
    // Sendable: only functions of `CFlag`, which are made for threads, touch `flag`; the rest is
    // Sendable itself.

    private let flag = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    private let waiting = Locked(Waiting())

    private struct Waiting: Sendable {
        var wakers: [Int: @Sendable () -> Void] = [:]
        var lastWaker = 0
    }

    package init() {
        flag.initialize(to: false)
    }

    deinit {
        flag.deallocate()
    }

    /// Checking takes a nanosecond.
    package var isCancelled: Bool { gtfs_flag_is_raised(flag) }

    @inline(__always)
    package func check() throws {
        if isCancelled { throw CancellationError() }
    }

    /// Errors after a cancellation are not failures.
    package func checking<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            try check()
            return try body()
        } catch {
            try check()
            throw error
        }
    }

    package func cancel() {
        waiting.withLock { waiting in
            gtfs_flag_raise(flag)
            for wake in waiting.wakers.values { wake() }
        }
    }

    /// `wake` ends the waiting; it is called on any thread when the work is to stop, or at once if
    /// it has been cancelled already. It must not wait itself.
    package func waking<Value, Failure: Error>(
        by wake: @escaping @Sendable () -> Void, while body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let number = waiting.withLock { waiting in
            waiting.lastWaker += 1
            waiting.wakers[waiting.lastWaker] = wake
            if isCancelled { wake() }
            return waiting.lastWaker
        }
        defer { waiting.withLock { $0.wakers[number] = nil } }
        return try body()
    }

    package func wait(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        let milliseconds = min(seconds, 1 << 32) * 1000 + attoseconds / 1_000_000_000_000_000
        let end = DispatchTime.now() + .milliseconds(Int(max(0, milliseconds)))
        let asked = DispatchSemaphore(value: 0)
        waking(by: { asked.signal() }, while: { _ = asked.wait(timeout: end) })
    }
}
