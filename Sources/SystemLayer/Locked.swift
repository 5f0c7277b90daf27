import Foundation

/// Replaces Swift's own `Mutex`, which needs newer systems than these libraries.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // Sendable: `value` is accessed only between `lock` and `unlock`, and is Sendable itself. The
    // mutex is never moved, and is freed with the last reference, when no thread waits.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline
    var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// The body must not access the same value again: it would wait for itself.
    @inlinable
    package func withLock<Answer: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        lock()
        defer { unlock() }
        return try body(&value)
    }

    /// Nil when another thread uses the value now.
    @inlinable
    package func withLockIfFree<Answer>(_ body: (inout Value) -> Answer) -> Answer? {
        guard tryLock() else { return nil }
        defer { unlock() }
        return body(&value)
    }

    /// For a process that is about to end.
    package func withLockForExit(_ body: (inout Value) -> Void) {
        lock()
        body(&value)
    }

    @usableFromInline
    func lock() {
        pthread_mutex_lock(mutex)
    }

    @usableFromInline
    func tryLock() -> Bool {
        pthread_mutex_trylock(mutex) == 0
    }

    @usableFromInline
    func unlock() {
        pthread_mutex_unlock(mutex)
    }
}
