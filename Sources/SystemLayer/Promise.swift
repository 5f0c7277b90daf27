import Dispatch

package final class Promise<Value: Sendable>: Sendable {
    private let kept = Locked<Value?>(nil)
    private let isKept = DispatchSemaphore(value: 0)

    package init() {}

    /// Runs on a thread of its own; on this one when the system has no more threads for us.
    package convenience init(_ body: @escaping @Sendable () -> Value) {
        self.init()
        if !SystemThread.start(stackSize: 512 << 10, { self.keep(body()) }) { keep(body()) }
    }

    /// Of several values, the first one counts.
    package func keep(_ value: Value) {
        let isFirst = kept.withLock { kept in
            guard kept == nil else { return false }
            kept = value
            return true
        }
        if isFirst { isKept.signal() }
    }

    package func value() -> Value {
        isKept.wait()
        defer { isKept.signal() }
        guard let value = kept.withLock({ $0 }) else { preconditionFailure("kept without a value") }
        return value
    }
}
