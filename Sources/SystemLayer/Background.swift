import Dispatch

/// A value that another thread computes.
package final class Background<Value: Sendable>: Sendable {
    private let result = Locked<Value?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Begins on a thread of its own; here and now when the system has no more threads for us.
    package init(_ body: @escaping @Sendable () -> Value) {
        let begin: @Sendable () -> Void = { [result, isDone] in
            let value = body()
            result.withLock { $0 = value }
            isDone.signal()
        }
        if !SystemThread.start(stackSize: 512 << 10, begin) { begin() }
    }

    /// Waits for the value.
    package func value() -> Value {
        isDone.wait()
        defer { isDone.signal() }
        guard let value = result.withLock({ $0 }) else {
            preconditionFailure("done without a value")
        }
        return value
    }
}
