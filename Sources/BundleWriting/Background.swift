import Dispatch
import SystemLayer

/// A value that another thread computes.
final class Background<Value: Sendable>: Sendable {
    private let result = Locked<Value?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Value) {
        DispatchQueue.global(qos: .userInitiated).async { [result, isDone] in
            let value = body()
            result.withLock { $0 = value }
            isDone.signal()
        }
    }

    /// Waits for the value.
    func value() -> Value {
        isDone.wait()
        defer { isDone.signal() }
        guard let value = result.withLock({ $0 }) else {
            preconditionFailure("done without a value")
        }
        return value
    }
}
