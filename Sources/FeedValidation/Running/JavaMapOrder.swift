import FeedCompiling

/// The order in which a hash map of Java, with trip ids as keys, goes through its entries.
///
/// The canonical validator describes some findings by the first trip of such a map; under
/// `--compat canonical` they are described by the same one.
struct JavaMapOrder {
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

    /// The trip that comes first.
    func first(_ trips: some Sequence<Int>) -> Int? {
        trips.min { key($0) < key($1) }
    }

    /// The place of a trip; within it the order of insertion counts.
    private func key(_ trip: Int) -> (UInt32, Int) {
        let hash = Self.hash(feed.trips.ids[trip])
        let count = feed.calls.calls(trip).count
        let row = (0..<count).lazy.map { feed.calls.row(trip, $0) }.min() ?? 0
        return ((hash ^ hash >> 16) & mask, row)
    }

    /// What `String.hashCode()` gives: of the UTF-16 units, each 31 times the weight of the next.
    private static func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
        String(decoding: text, as: UTF8.self).utf16.reduce(0) { $0 &* 31 &+ UInt32($1) }
    }
}
