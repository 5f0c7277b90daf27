import SystemLayer
import TransitModel

package final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State: Sendable {
        var values: [Key: Value] = [:]
        var weight = 0
    }

    private let state = Locked(State())
    private let most: Int
    private let weigh: @Sendable (Value) -> Int

    /// `most` is a total weight; by default each value weighs 1.
    package init(most: Int, weigh: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
        self.most = most
        self.weigh = weigh
    }

    func known(_ key: Key) -> Value? { state.withLock { $0.values[key] } }

    /// Two tasks that request a value at the same time may both create it.
    package func value(for key: Key, _ make: () throws -> Value) rethrows -> Value {
        if let value = known(key) { return value }
        let made = try make()
        keep([key: made])
        return made
    }

    /// Unknown values are created together. Keys for which none is created have no entry.
    func values(
        for keys: Set<Key>, _ make: (Set<Key>) throws -> [Key: Value]
    ) rethrows -> [Key: Value] {
        var values = state.withLock { state in
            keys.reduce(into: [Key: Value]()) { values, key in values[key] = state.values[key] }
        }
        let missing = keys.filter { values[$0] == nil }
        guard !missing.isEmpty else { return values }
        let made = try make(missing)
        values.merge(made) { old, _ in old }
        keep(made)
        return values
    }

    /// Several values that weigh too much together are not kept.
    private func keep(_ made: [Key: Value]) {
        let weight = made.values.reduce(0) { $0 + weigh($1) }
        guard weight <= most || made.count == 1 else { return }
        state.withLock { state in
            if state.weight + weight > most { state = State() }
            for (key, value) in made {
                // Another task may have made it meanwhile.
                if let old = state.values.updateValue(value, forKey: key) {
                    state.weight -= weigh(old)
                }
                state.weight += weigh(value)
            }
        }
    }

    var weight: Int { state.withLock { $0.weight } }
}

final class LazyValue<Value: Sendable>: Sendable {
    private let stored = Locked<Value?>(nil)

    /// Created by the first call. If that fails, the next call tries again.
    func value<Failure: Error>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        try stored.withLock { (stored) throws(Failure) -> Value in
            if let stored { return stored }
            let made = try make()
            stored = made
            return made
        }
    }
}
