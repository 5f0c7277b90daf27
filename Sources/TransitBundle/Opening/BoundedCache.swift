import Foundation

/// Values that are kept for when they are asked for again, until there are too many.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
    // Sendable: `known` is only touched with `lock` held, and what it holds are values.
    private let lock = NSLock()
    private var known: [Key: Value] = [:]
    private let most: Int

    init(most: Int) {
        self.most = most
    }

    /// The value of a key, made now if it is not known. Two tasks that ask at the same time may both
    /// make it.
    func value(for key: Key, _ make: () throws -> Value) rethrows -> Value {
        if let value = lock.withLock({ known[key] }) { return value }
        let made = try make()
        lock.withLock {
            if known.count >= most { known.removeAll() }
            known[key] = made
        }
        return made
    }
}
