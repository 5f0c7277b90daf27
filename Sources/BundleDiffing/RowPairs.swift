/// The rows of two bundles in the order of the new ones, each with the old row of its key; then
/// those that only the old bundle has. Of rows with one key, the first belongs to the first.
struct RowPairs<Row> {
    private let old: [Row]
    private let new: [Row]
    private var places: [(old: Int?, new: Int?)] = []

    init<Key: Hashable>(_ old: [Row], _ new: [Row], by key: (Row) -> Key) {
        self.old = old
        self.new = new
        // By key, the first of its rows without a partner; by row, the next one of the key.
        var first: [Key: Int] = [:]
        var next = [Int?](repeating: nil, count: old.count)
        for place in old.indices.reversed() {
            next[place] = first.updateValue(place, forKey: key(old[place]))
        }
        func take(_ key: Key) -> Int? {
            guard let place = first[key] else { return nil }
            first[key] = next[place]
            return place
        }
        places.reserveCapacity(new.count)
        for place in new.indices { places.append((take(key(new[place])), place)) }
        for row in old {
            if let place = take(key(row)) { places.append((place, nil)) }
        }
    }

    var all: some Sequence<(old: Row?, new: Row?)> {
        places.lazy.map { places in (places.old.map { old[$0] }, places.new.map { new[$0] }) }
    }

    var added: some Sequence<Row> { all.lazy.compactMap { $0.old == nil ? $0.new : nil } }

    var removed: some Sequence<Row> { all.lazy.compactMap { $0.new == nil ? $0.old : nil } }

    var shared: some Sequence<(old: Row, new: Row)> {
        places.lazy.compactMap { places in
            guard let before = places.old, let after = places.new else { return nil }
            return (old[before], new[after])
        }
    }
}
