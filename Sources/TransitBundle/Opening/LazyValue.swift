import Foundation

/// A value that is made when it is first asked for, and then kept.
final class LazyValue<Value: Sendable>: @unchecked Sendable {
    // Sendable: `stored` is only touched with `lock` held.
    private let lock = NSLock()
    private var stored: Value?

    /// The value, made now if this is the first time. When making it fails, the next call tries
    /// again.
    func value(_ make: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        if let stored { return stored }
        let made = try make()
        stored = made
        return made
    }
}
