import Dispatch

/// The bytes of a file on their way to disk, while others are still written.
package final class EarlySynchronization: Sendable {
    private let result = Locked<SystemError?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// - Parameter descriptor: must stay open until ``failure()`` returned.
    package init(_ descriptor: borrowing Descriptor) {
        let number = descriptor.number
        let begin: @Sendable () -> Void = { [result, isDone] in
            do throws(SystemError) {
                try Descriptor.synchronize(number)
            } catch {
                result.withLock { $0 = error }
            }
            isDone.signal()
        }
        // Without a thread, `publish` does it all.
        if !SystemThread.start(stackSize: 256 << 10, begin) { isDone.signal() }
    }

    /// Waits until the bytes are on disk; nil when they are.
    package func failure() -> SystemError? {
        isDone.wait()
        defer { isDone.signal() }
        return result.withLock { $0 }
    }
}
