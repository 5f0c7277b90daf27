import SystemLayer
import TransitModel

/// Keeps values for later requests, until there are too many.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let known = Locked<[Key: Value]>([:])
    private let most: Int

    init(most: Int) {
        self.most = most
    }

    /// The value for a key, if known.
    func known(_ key: Key) -> Value? { known.withLock { $0[key] } }

    /// The value for a key, made now if unknown. Two tasks that ask at the same time may both make
    /// it.
    func value(for key: Key, _ make: () throws -> Value) rethrows -> Value {
        if let value = known.withLock({ $0[key] }) { return value }
        let made = try make()
        known.withLock { known in
            if known.count >= most { known.removeAll() }
            known[key] = made
        }
        return made
    }

    /// The values for some keys; unknown ones are made together. Keys for which no value is made
    /// have none.
    func values(
        for keys: Set<Key>, _ make: (Set<Key>) throws -> [Key: Value]
    ) rethrows -> [Key: Value] {
        var values = known.withLock { known in
            keys.reduce(into: [Key: Value]()) { values, key in values[key] = known[key] }
        }
        let missing = keys.filter { values[$0] == nil }
        guard !missing.isEmpty else { return values }
        let made = try make(missing)
        values.merge(made) { old, _ in old }
        known.withLock { known in
            if known.count + made.count > most { known.removeAll() }
            known.merge(made) { old, _ in old }
        }
        return values
    }
}

/// A value that is made on first use, and then kept.
final class LazyValue<Value: Sendable>: Sendable {
    private let stored = Locked<Value?>(nil)

    /// The value, made now if this is the first time. When making it fails, the next call tries
    /// again.
    func value<Failure: Error>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        try stored.withLock { (stored) throws(Failure) -> Value in
            if let stored { return stored }
            let made = try make()
            stored = made
            return made
        }
    }
}
