import CFlag
import Dispatch
import SystemLayer

/// Asks work on threads of its own to stop. It is asked once, and for good.
///
/// Whoever works looks now and then; whoever waits says how it is woken.
package final class Cancellation: @unchecked Sendable {
    // Sendable: `flag` is touched by the functions of `CFlag` alone, which are made for threads; the rest
    // says so itself.

    private let flag = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    private let waiting = Locked(Waiting())

    /// How those are woken who wait, by their numbers.
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

    /// Whether the work is to stop. A look takes a nanosecond.
    package var isCancelled: Bool { gtfs_flag_is_raised(flag) }

    /// Throws when the work is to stop.
    @inline(__always)
    package func check() throws {
        if isCancelled { throw CancellationError() }
    }

    /// Asks the work to stop, and wakes what waits.
    package func cancel() {
        waiting.withLock { waiting in
            gtfs_flag_raise(flag)
            for wake in waiting.wakers.values { wake() }
        }
    }

    /// Runs what waits.
    ///
    /// - Parameter wake: ends the waiting; called on any thread when the work is to stop, at once if
    ///   that was asked before. It must not wait itself.
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

    /// Waits for some time, or until the work is to stop.
    package func wait(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        let milliseconds = min(seconds, 1 << 32) * 1000 + attoseconds / 1_000_000_000_000_000
        let end = DispatchTime.now() + .milliseconds(Int(max(0, milliseconds)))
        let asked = DispatchSemaphore(value: 0)
        waking(by: { asked.signal() }, while: { _ = asked.wait(timeout: end) })
    }
}
