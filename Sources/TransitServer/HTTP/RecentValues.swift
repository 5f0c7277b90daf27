/// Each step takes the same time, however many values there are.
///
///     newest ⇄ entry ⇄ entry ⇄ oldest
@available(iOS 17, macOS 14, *)
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let key: Key
        let value: Value
        let weight: Int
        var newer: Int?
        var older: Int?
    }

    private var places: [Key: Int] = [:]
    /// Nil where a value was removed; such places are reused.
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var newest: Int?
    private var oldest: Int?
    private(set) var weight = 0

    var count: Int { places.count }

    mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            takeOut(place)
            putFirst(place)
        }
        return entries[place]?.value
    }

    mutating func insert(_ value: Value, weight: Int, for key: Key) -> Value? {
        let old = remove(key)
        let entry = Entry(key: key, value: value, weight: weight)
        let place: Int
        if let last = free.popLast() {
            place = last
            entries[place] = entry
        } else {
            place = entries.count
            entries.append(entry)
        }
        places[key] = place
        self.weight += weight
        putFirst(place)
        return old
    }

    mutating func removeOldest() -> Value? {
        guard let oldest, let key = entries[oldest]?.key else { return nil }
        return remove(key)
    }

    mutating func keep(_ isWanted: (Key) -> Bool) -> [Value] {
        places.keys.filter { !isWanted($0) }.compactMap { remove($0) }
    }

    private mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key), let entry = entries[place] else {
            return nil
        }
        takeOut(place)
        entries[place] = nil
        free.append(place)
        weight -= entry.weight
        return entry.value
    }

    private mutating func putFirst(_ place: Int) {
        entries[place]?.older = newest
        entries[place]?.newer = nil
        if let newest { entries[newest]?.newer = place } else { oldest = place }
        newest = place
    }

    private mutating func takeOut(_ place: Int) {
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
