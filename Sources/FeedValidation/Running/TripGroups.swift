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
        guard calls.callList.count == feed.trips.count else {
            // The file was not read.
            return (Array(repeating: -1, count: feed.trips.count), 0)
        }
        var others: [[Int32]] = []
        if parts.contains(.times) { others.append(calls.timeList) }
        if parts.contains(.distances) { others.append(calls.distanceList) }
        if parts.contains(.route) { others.append(feed.trips.route) }
        if parts.contains(.shape) { others.append(feed.trips.shape) }
        if parts.contains(.seconds) { others.append(calls.origin.map { $0 % 60 }) }
        // Each list of calls is a group, which the other parts divide.
        var groups: Grouping =
            parts.contains(.calls)
            ? (calls.callList, calls.callLists.count) : (calls.callList.map { min($0, 0) }, 1)
        for other in others {
            var pairs = PairNumbers()
            for trip in groups.groupOfTrip.indices where groups.groupOfTrip[trip] >= 0 {
                if trip & 0xFF == 0 { try feed.checkCancellation() }
                groups.groupOfTrip[trip] = pairs.number(groups.groupOfTrip[trip], other[trip])
            }
            groups.count = pairs.count
        }
        return groups
    }
}

/// The grouping of a feed's trips, in parts that several threads take, and what rules share besides.
final class GroupingWork: @unchecked Sendable {
    // Sendable: the feed is only read, but for what `prepareForRules` makes, which one thread does.
    private let feed: LoadedFeed
    private let wanted: [TripParts]
    private let release: Release?
    private let done = DispatchGroup()
    private let found: Locked<[TripParts: Result<TripGroups.Grouping, any Error>]> = Locked([:])

    /// - Parameters:
    ///   - wanted: what rules depend on; those that look at every trip need no groups.
    ///   - release: what to wait for, because there is more memory then.
    init(_ feed: LoadedFeed, by wanted: Set<TripParts>, after release: Release?) {
        self.feed = feed
        self.wanted = wanted.filter { !$0.contains(.trip) }.sorted { $0.rawValue < $1.rawValue }
        self.release = release
        for _ in 0..<count { done.enter() }
    }

    /// How many parts there are; each must be performed once.
    var count: Int { wanted.count + 1 }

    func perform(_ part: Int) {
        defer { done.leave() }
        release?.wait()
        guard part > 0 else { return feed.prepareForRules() }
        let parts = wanted[part - 1]
        let result = Result { try TripGroups.grouping(feed, by: parts) }
        found.withLock { $0[parts] = result }
    }

    /// Waits until all parts are done; throws when nobody wants the groups any more.
    func wait() throws -> TripGroups {
        done.wait()
        return TripGroups(try found.withLock { $0 }.mapValues { try $0.get() })
    }
}

/// Numbers distinct pairs of numbers 0, 1, 2, ... in order of first appearance.
private struct PairNumbers {
    /// Open addressing, at most half full.
    private var keys: [UInt64]
    /// By place in `keys`: the pair's number; -1 where none is.
    private var numbers: [Int32]
    private(set) var count = 0
    private let seed = ByteHash.seed

    init() {
        keys = Array(repeating: 0, count: 1024)
        numbers = Array(repeating: -1, count: 1024)
    }

    /// The number of a pair, a new one if it was not there yet.
    mutating func number(_ one: Int32, _ other: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: one)) << 32 | UInt64(UInt32(bitPattern: other))
        let place = place(key)
        if numbers[place] >= 0 { return numbers[place] }
        let number = Int32(count)
        keys[place] = key
        numbers[place] = number
        count += 1
        if count * 2 > keys.count { grow() }
        return number
    }

    /// Where the pair is, or where it belongs.
    private func place(_ key: UInt64) -> Int {
        let product = (key ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        let mask = keys.count - 1
        var place = Int(truncatingIfNeeded: product.high ^ product.low) & mask
        while numbers[place] >= 0, keys[place] != key { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let (oldKeys, oldNumbers) = (keys, numbers)
        keys = Array(repeating: 0, count: 2 * oldKeys.count)
        numbers = Array(repeating: -1, count: 2 * oldKeys.count)
        for old in oldNumbers.indices where oldNumbers[old] >= 0 {
            let place = place(oldKeys[old])
            keys[place] = oldKeys[old]
            numbers[place] = oldNumbers[old]
        }
    }
}
