import SystemLayer
import TransitAnswers

/// Values that are dropped are freed after the lock is released, because that takes longer than
/// everything else.
@available(iOS 17, macOS 14, *)
final class WeighedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State: Sendable {
        var values = RecentValues<Key, Value>()
        var hits = 0
        var misses = 0

        mutating func value(for key: Key) -> Value? {
            guard let value = values.use(key) else { return nil }
            hits += 1
            return value
        }
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) {
        self.limit = limit
    }

    func value(for key: Key, or other: Key? = nil) -> Value? {
        state.withLock { state in
            state.value(for: key) ?? other.flatMap { state.value(for: $0) }
        }
    }

    func countMiss() {
        state.withLock { $0.misses += 1 }
    }

    /// Forgets the least recently used values while all weigh too much. Returns false for a value
    /// that would displace most others: it is not worth caching.
    @discardableResult
    func insert(_ value: Value, weight: Int, for key: Key) -> Bool {
        guard weight <= limit / 4 else { return false }
        _ = state.withLock { state in
            var gone: [Value] = []
            if let old = state.values.insert(value, weight: weight, for: key) { gone.append(old) }
            while state.values.weight > limit, let oldest = state.values.removeOldest() {
                gone.append(oldest)
            }
            return gone
        }
        return true
    }

    func keep(_ isWanted: (Key) -> Bool) {
        _ = state.withLock { $0.values.keep(isWanted) }
    }

    var totals: (weight: Int, count: Int, hits: Int, misses: Int) {
        state.withLock { ($0.values.weight, $0.values.count, $0.hits, $0.misses) }
    }
}

@available(iOS 17, macOS 14, *)
extension WeighedCache: BoardHours.Store where Key == BoardHours.Key, Value == BoardHours.Value {}

@available(iOS 17, macOS 14, *)
extension BoardHours {
    /// - Parameter limit: the maximum number of bytes that they take.
    convenience init(limit: Int) {
        self.init(in: WeighedCache(limit: limit))
    }
}
