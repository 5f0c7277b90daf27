import FeedCompiling

/// The order in which a Java hash map with trip ids as keys visits its entries.
///
/// The canonical validator describes some findings by the first trip of such a map.
struct JavaMapOrder {
    private struct Key: Hashable {
        let route: Int32
        let stops: UInt64
        let times: Int32
        let origin: Int32
    }

    private let feed: LoadedFeed
    private let mask: UInt32

    /// - Parameter feed: the keys are the trips that `stop_times.txt` names, in the file's order.
    init(_ feed: LoadedFeed) {
        self.feed = feed
        let count = (0..<feed.trips.count).count { feed.calls.hasCalls($0) }
        // The map begins with 32 places and doubles when three quarters of them are taken.
        var places = 32
        while count * 4 > places * 3 { places *= 2 }
        mask = UInt32(truncatingIfNeeded: places - 1)
    }

    /// By trip: the first of those with the same route, stops and times.
    func firstAlike(_ trips: [Int]) -> [Int: Int] {
        guard !trips.isEmpty else { return [:] }
        var hashes = StopListHashes(feed)
        let calls = feed.calls.columns
        func key(_ trip: Int) -> Key {
            Key(
                route: feed.trips.columns.route[trip], stops: hashes.hash(trip).stops,
                times: calls.timeList[trip], origin: calls.origin[trip])
        }
        let wanted = Set(trips.map(key))
        var firsts: [Key: Int] = [:]
        for trip in 0..<feed.trips.definedCount where feed.calls.hasCalls(trip) {
            let key = key(trip)
            guard wanted.contains(key) else { continue }
            if let first = firsts[key], place(first) < place(trip) { continue }
            firsts[key] = trip
        }
        return Dictionary(uniqueKeysWithValues: trips.map { ($0, firsts[key($0)] ?? $0) })
    }

    /// The position of a trip; within a position the order of insertion counts.
    private func place(_ trip: Int) -> (UInt32, Int) {
        let hash = Self.hash(feed.trips.ids[trip])
        return ((hash ^ hash >> 16) & mask, Int(feed.calls.rows(trip).min() ?? 0))
    }

    /// The value of `String.hashCode()`: computed from the UTF-16 units, each with 31 times the
    /// weight of the next.
    private static func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
        String(decoding: text, as: UTF8.self).utf16.reduce(0) { $0 &* 31 &+ UInt32($1) }
    }
}
