import Dispatch
import FeedCompiling
import FeedReading
import SystemLayer

/// Groups trips that a rule cannot tell apart.
struct TripGroups: Sendable {
    /// By trip: the number of its group; -1 for trips without calls.
    typealias Grouping = (groupOfTrip: [Int32], count: Int)

    private let known: [TripParts: Grouping]

    /// No groups, for rules that look at no trips.
    init() {
        known = [:]
    }

    fileprivate init(_ known: [TripParts: Grouping]) {
        self.known = known
    }

    func grouping(by parts: TripParts) -> Grouping { known[parts] ?? ([], 0) }

    static func grouping(_ feed: LoadedFeed, by parts: TripParts) throws -> Grouping {
        let calls = feed.calls
        guard calls.columns.callList.count == feed.trips.count else {
            // The file was not read.
            return (Array(repeating: -1, count: feed.trips.count), 0)
        }
        // Each list of calls is a group, which the other parts divide.
        var groups: Grouping =
            parts.contains(.calls)
            ? (calls.columns.callList, calls.callLists.count)
            : (calls.columns.callList.map { min($0, 0) }, 1)
        @inline(__always)
        func divide(by part: TripParts, _ numbers: [Int32], _ value: (Int32) -> Int32) throws {
            guard parts.contains(part) else { return }
            var pairs = PairNumbers()
            for trip in groups.groupOfTrip.indices where groups.groupOfTrip[trip] >= 0 {
                if trip & 0xFF == 0 { try feed.checkCancellation() }
                groups.groupOfTrip[trip] = pairs.number(
                    groups.groupOfTrip[trip], value(numbers[trip]))
            }
            groups.count = pairs.count
        }
        try divide(by: .times, calls.columns.timeList) { $0 }
        try divide(by: .distances, calls.columns.distanceList) { $0 }
        try divide(by: .route, feed.trips.columns.route) { $0 }
        try divide(by: .shape, feed.trips.columns.shape) { $0 }
        try divide(by: .seconds, calls.columns.origin) { $0 % 60 }
        return groups
    }
}

/// The grouping of a feed's trips, in parts that several threads take, and what rules share besides.
final class GroupingWork: @unchecked Sendable {
    // Sendable: the feed is only read, but for what `prepareForRules` makes, which one thread does.
    private let feed: LoadedFeed
    private let wanted: [TripParts]
    private let release: Promise<Void>?
    private let done = DispatchGroup()
    private let found: Locked<[TripParts: Result<TripGroups.Grouping, any Error>]> = Locked([:])

    /// - Parameters:
    ///   - wanted: what rules depend on; those that look at every trip need no groups.
    ///   - release: what to wait for, because there is more memory then.
    init(_ feed: LoadedFeed, by wanted: Set<TripParts>, after release: Promise<Void>?) {
        self.feed = feed
        self.wanted = wanted.filter { !$0.contains(.trip) }.sorted { $0.rawValue < $1.rawValue }
        self.release = release
        for _ in 0..<count { done.enter() }
    }

    /// The number of parts; each must be performed once.
    var count: Int { wanted.count + 1 }

    func perform(_ part: Int) {
        defer { done.leave() }
        release?.value()
        guard part > 0 else { return feed.prepareForRules() }
        let parts = wanted[part - 1]
        let result = Result { try TripGroups.grouping(feed, by: parts) }
        found.withLock { $0[parts] = result }
    }

    /// Waits until all parts are done; throws when the groups are no longer wanted.
    func wait() throws -> TripGroups {
        done.wait()
        return TripGroups(try found.withLock { $0 }.mapValues { try $0.get() })
    }
}

/// Numbers distinct pairs of numbers 0, 1, 2, ... in order of first appearance.
private struct PairNumbers {
    /// By number.
    private var keys: [UInt64] = []
    /// Numbers; -1 where none is. Open addressing, at most half full.
    private var slots = [Int32](repeating: -1, count: 1024)
    private let seed = ByteHash.seed

    var count: Int { keys.count }

    /// The number of a pair, a new one if it was not there yet.
    mutating func number(_ one: Int32, _ other: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: one)) << 32 | UInt64(UInt32(bitPattern: other))
        let place = place(key)
        if slots[place] >= 0 { return slots[place] }
        let number = Int32(count)
        slots[place] = number
        keys.append(key)
        if count * 2 > slots.count { grow() }
        return number
    }

    /// Where the pair is, or where it belongs.
    private func place(_ key: UInt64) -> Int {
        let product = (key ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: product.high ^ product.low) & mask
        while slots[place] >= 0, keys[Int(slots[place])] != key { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let size = 2 * slots.count
        // The smaller one is gone before the larger one is there.
        slots = []
        slots = Array(repeating: -1, count: size)
        for number in keys.indices { slots[place(keys[number])] = Int32(number) }
    }
}
