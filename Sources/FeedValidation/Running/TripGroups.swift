import Dispatch
import FeedCompiling
import FeedReading
import SystemLayer

struct TripGroups: Sendable {
    /// By trip; -1 for trips without calls.
    typealias Grouping = (groupOfTrip: [Int32], count: Int)

    private let known: [TripParts: Grouping]

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
        let columns: [(part: TripParts, numbers: [Int32])] = [
            (.times, calls.columns.timeList), (.distances, calls.columns.distanceList),
            (.route, feed.trips.columns.route), (.shape, feed.trips.columns.shape),
            (.seconds, parts.contains(.seconds) ? calls.columns.origin.map { $0 % 60 } : []),
        ]
        for (part, numbers) in columns where parts.contains(part) {
            // Most groups have one number only, so few pairs are looked up.
            var first = [(number: Int32, group: Int32)](repeating: (0, -1), count: groups.count)
            let pairs = IDTable()
            var groupOfPair: [Int32] = []
            groups.count = 0
            for trip in numbers.indices where groups.groupOfTrip[trip] >= 0 {
                if trip & 0xFF == 0 { try feed.checkCancellation() }
                let (group, number) = (groups.groupOfTrip[trip], numbers[trip])
                if first[Int(group)].group < 0 {
                    first[Int(group)] = (number, Int32(groups.count))
                    groups.count += 1
                }
                if first[Int(group)].number == number {
                    groups.groupOfTrip[trip] = first[Int(group)].group
                    continue
                }
                let (pair, isNew) = pairs.intern(group, number)
                if isNew {
                    groupOfPair.append(Int32(groups.count))
                    groups.count += 1
                }
                groups.groupOfTrip[trip] = groupOfPair[pair]
            }
        }
        return groups
    }
}

/// Several threads take the parts; one of them makes what rules share in addition.
final class GroupingWork: @unchecked Sendable {
    // Sendable: the feed is only read, but for what `prepareForRules` makes, which one thread does.
    private let feed: LoadedFeed
    private let wanted: [TripParts]
    private let release: Promise<Void>?
    private let done = DispatchGroup()
    private let found: Locked<[TripParts: Result<TripGroups.Grouping, any Error>]> = Locked([:])

    /// Rules that look at every trip need no groups. `release` is waited for, because there is more
    /// memory afterwards.
    init(_ feed: LoadedFeed, by wanted: Set<TripParts>, after release: Promise<Void>?) {
        self.feed = feed
        self.wanted = wanted.filter { !$0.contains(.trip) }.sorted { $0.rawValue < $1.rawValue }
        self.release = release
        for _ in 0..<count { done.enter() }
    }

    /// Each part must be performed once.
    var count: Int { wanted.count + 1 }

    func perform(_ part: Int) {
        defer { done.leave() }
        release?.value()
        guard part > 0 else { return feed.prepareForRules() }
        let parts = wanted[part - 1]
        let result = Result { try TripGroups.grouping(feed, by: parts) }
        found.withLock { $0[parts] = result }
    }

    func wait() throws -> TripGroups {
        done.wait()
        return TripGroups(try found.withLock { $0 }.mapValues { try $0.get() })
    }
}
