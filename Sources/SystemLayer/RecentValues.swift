/// Each step takes the same time, however many values there are.
///
///     newest ⇄ entry ⇄ entry ⇄ oldest
package struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let key: Key
        @usableFromInline let value: Value
        @usableFromInline let weight: Int
        @usableFromInline var newer: Int?
        @usableFromInline var older: Int?

        @usableFromInline
        init(_ key: Key, _ value: Value, weight: Int) {
            self.key = key
            self.value = value
            self.weight = weight
        }
    }

    @usableFromInline var places: [Key: Int] = [:]
    /// Nil where a value was removed; such places are reused.
    @usableFromInline var entries: [Entry?] = []
    @usableFromInline var free: [Int] = []
    @usableFromInline var newest: Int?
    @usableFromInline var oldest: Int?
    @usableFromInline var total = 0

    @inlinable
    package init() {}

    @inlinable
    package var weight: Int { total }

    @inlinable
    package var count: Int { places.count }

    @inlinable
    package mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            takeOut(place)
            putFirst(place)
        }
        return entries[place]?.value
    }

    @inlinable @discardableResult
    package mutating func insert(_ value: Value, weight: Int, for key: Key) -> Value? {
        let old = remove(key)
        let entry = Entry(key, value, weight: weight)
        let place: Int
        if let last = free.popLast() {
            place = last
            entries[place] = entry
        } else {
            place = entries.count
            entries.append(entry)
        }
        places[key] = place
        total += weight
        putFirst(place)
        return old
    }

    @inlinable @discardableResult
    package mutating func removeOldest() -> Value? {
        guard let oldest, let key = entries[oldest]?.key else { return nil }
        return remove(key)
    }

    @inlinable @discardableResult
    package mutating func keep(_ isWanted: (Key) -> Bool) -> [Value] {
        places.keys.filter { !isWanted($0) }.compactMap { remove($0) }
    }

    @inlinable @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key), let entry = entries[place] else {
            return nil
        }
        takeOut(place)
        entries[place] = nil
        free.append(place)
        total -= entry.weight
        return entry.value
    }

    @inlinable
    mutating func putFirst(_ place: Int) {
        entries[place]?.older = newest
        entries[place]?.newer = nil
        if let newest { entries[newest]?.newer = place } else { oldest = place }
        newest = place
    }

    @inlinable
    mutating func takeOut(_ place: Int) {
        guard let entry = entries[place] else { return }
        if let newer = entry.newer {
            entries[newer]?.older = entry.older
        } else {
            newest = entry.older
        }
        if let older = entry.older {
            entries[older]?.newer = entry.newer
        } else {
            oldest = entry.newer
        }
    }
}
