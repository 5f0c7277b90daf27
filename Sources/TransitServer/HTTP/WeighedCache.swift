import SystemLayer

/// The most recently used values, up to a limit of what they weigh together.
@available(iOS 17, macOS 14, *)
final class WeighedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// What the cache holds.
    struct Totals: Hashable, Sendable {
        var weight = 0
        var count = 0
        /// How often it had a value.
        var hits = 0
    }

    private struct Entry: Sendable {
        var value: Value
        var weight: Int
        var use: UInt64
    }

    private struct State: Sendable {
        var entries: [Key: Entry] = [:]
        var weight = 0
        var uses: UInt64 = 0
        var hits = 0

        mutating func value(for key: Key) -> Value? {
            guard let index = entries.index(forKey: key) else { return nil }
            uses += 1
            hits += 1
            entries.values[index].use = uses
            return entries.values[index].value
        }

        /// Forgets the least recently used values: so many that one search for them serves many
        /// insertions.
        mutating func forget(downTo limit: Int) {
            // Only numbers are sorted; entries are large.
            let oldest = entries.values.map { ($0.use, $0.weight) }.sorted { $0.0 < $1.0 }
            var kept: UInt64 = 0
            for (use, entryWeight) in oldest where weight > limit {
                weight -= entryWeight
                kept = use
            }
            entries = entries.filter { $0.value.use > kept }
        }
    }

    private let limit: Int
    private let state = Locked(State())

    /// An empty cache.
    ///
    /// - Parameter limit: the most that its values weigh together.
    init(limit: Int) {
        self.limit = limit
    }

    /// The value for a key, or else for another one; nil when the cache has neither.
    func value(for key: Key, or other: Key? = nil) -> Value? {
        state.withLock { state in
            state.value(for: key) ?? other.flatMap { state.value(for: $0) }
        }
    }

    /// Caches a value, and forgets the least recently used ones when they weigh too much. One that
    /// would displace most others is not worth it.
    ///
    /// - Returns: whether it is cached.
    @discardableResult
    func insert(_ value: Value, weight: Int, for key: Key) -> Bool {
        guard weight <= limit / 4 else { return false }
        state.withLock { state in
            state.uses += 1
            if let old = state.entries[key] { state.weight -= old.weight }
            state.entries[key] = Entry(value: value, weight: weight, use: state.uses)
            state.weight += weight
            guard state.weight > limit else { return }
            state.forget(downTo: limit / 4 * 3)
        }
        return true
    }

    /// Forgets all values but those whose keys are wanted.
    func keep(_ isWanted: (Key) -> Bool) {
        state.withLock { state in
            state.entries = state.entries.filter { isWanted($0.key) }
            state.weight = state.entries.values.reduce(0) { $0 + $1.weight }
        }
    }

    /// The figures for metrics.
    var totals: Totals {
        state.withLock { Totals(weight: $0.weight, count: $0.entries.count, hits: $0.hits) }
    }
}
