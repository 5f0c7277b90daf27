import FeedCompiling

/// How a bundle numbers and orders patterns, lists and trips. It has only what kept trips use, and
/// its trips are sorted as departures look for them, by group and origin.
struct TripLayout {
    /// The kept trips, sorted by pattern, details, origin and number, so that a group's trips are
    /// together.
    private(set) var trips: [Int32] = []
    /// The key of each trip: counted from 1 on, or from -1 downwards where `trips.txt` lacks it.
    private(set) var keys: [Int32] = []
    /// The number of each trip's group.
    private(set) var groupNumbers: [Int32] = []
    /// The groups, in the order of their numbers from 1 on.
    private(set) var groups: [Group] = []
    /// The number of each of the feed's patterns; 0 for those that no kept trip uses. The lists of
    /// times and of distances are numbered likewise.
    let patterns: [Int32]
    let timings: [Int32]
    let distances: [Int32]
    let codes: CodeNumbers
    /// What trips without stop times share: patterns without stops, numbered after the others.
    private(set) var emptyPatterns: [PatternTable.Head] = []
    /// Stop times of the kept trips.
    private(set) var stopTimes = 0
    /// The latest departure of any trip, in seconds of its service day; nil when there is none.
    private(set) var lastDeparture: Int?

    struct Group {
        let pattern: Int32
        let detail: Int32
    }

    init(_ compiled: CompiledTrips) {
        let trips = compiled.trips
        let kept = (0..<trips.count).filter { trips.isKept[$0] }
        patterns = Self.numbers(compiled.stopTimes.patterns.count, kept) { trips.pattern[$0] }
        codes = CodeNumbers(compiled.stopTimes.patterns, kept: patterns)
        timings = Self.numbers(compiled.stopTimes.timings.count, kept) { trips.timing[$0] }
        let store = compiled.stopTimes.distances
        distances =
            compiled.filter.without.contains(.distances)
            ? [Int32](repeating: 0, count: store.count)
            : Self.numbers(store.count, kept) { trips.distances[$0] }
        order(kept, trips)
        lookAtCalls(trips, compiled.stopTimes.patterns)
    }

    /// How many trips are defined by `trips.txt`.
    var definedTrips: Int { keys.count { $0 > 0 } }

    /// Whether any trip is named only by `stop_times.txt`.
    var hasUndefinedTrips: Bool { keys.contains { $0 < 0 } }

    /// The places of the trips in the order of their keys.
    var placesByKey: [Int] {
        keys.indices.reversed().filter { keys[$0] < 0 } + keys.indices.filter { keys[$0] > 0 }
    }

    /// Numbers things anew, from 1 on, in the order of their old numbers.
    private static func numbers(
        _ count: Int, _ kept: [Int], of old: (Int) -> Int32
    ) -> [Int32] {
        var isUsed = [Bool](repeating: false, count: count)
        for trip in kept where old(trip) != 0 { isUsed[Int(old(trip)) - 1] = true }
        var next: Int32 = 0
        return isUsed.map { used in
            if used { next += 1 }
            return used ? next : 0
        }
    }

    private mutating func order(_ kept: [Int], _ trips: TripTable) {
        struct Entry {
            let group: UInt64
            let origin: Int32
            let trip: Int32
        }
        var empty: [PatternTable.Head: Int32] = [:]
        let firstEmpty = (patterns.max() ?? 0) + 1
        var entries: [Entry] = []
        entries.reserveCapacity(kept.count)
        for trip in kept {
            let pattern: Int32
            if trips.pattern[trip] != 0 {
                pattern = patterns[Int(trips.pattern[trip]) - 1]
            } else {
                let head = PatternTable.Head(
                    route: trips.route[trip], direction: trips.direction[trip],
                    shape: trips.shape[trip])
                pattern = empty[head] ?? firstEmpty + Int32(empty.count)
                if empty.updateValue(pattern, forKey: head) == nil { emptyPatterns.append(head) }
            }
            entries.append(
                Entry(
                    group: UInt64(pattern) << 32 | UInt64(trips.detail[trip]),
                    origin: trips.timing[trip] == 0 ? -1 : trips.origin[trip], trip: Int32(trip)))
        }
        entries.sort { ($0.group, $0.origin, $0.trip) < ($1.group, $1.origin, $1.trip) }
        var next: Int32 = 1
        var nextUndefined: Int32 = -1
        var last: UInt64?
        for entry in entries {
            if entry.group != last {
                last = entry.group
                groups.append(
                    Group(
                        pattern: Int32(entry.group >> 32),
                        detail: Int32(truncatingIfNeeded: entry.group)))
            }
            self.trips.append(entry.trip)
            groupNumbers.append(Int32(groups.count))
            if entry.trip < trips.definedCount {
                keys.append(next)
                next += 1
            } else {
                keys.append(nextUndefined)
                nextUndefined -= 1
            }
        }
    }

    private mutating func lookAtCalls(_ trips: TripTable, _ patterns: PatternTable) {
        // By pattern: how long after its origin a trip leaves the last stop.
        var latest = [Int32](repeating: 0, count: patterns.count)
        for pattern in 0..<patterns.count where self.patterns[pattern] != 0 {
            patterns.forEachCall(pattern) {
                latest[pattern] = max(latest[pattern], $0.window?.upperBound ?? 0)
            }
        }
        for trip in self.trips.lazy.map({ Int($0) }) where trips.pattern[trip] != 0 {
            stopTimes += patterns.stopCount(Int(trips.pattern[trip]) - 1)
            guard trips.timing[trip] != 0 else { continue }
            let departure = Int(trips.origin[trip] + latest[Int(trips.pattern[trip]) - 1])
            lastDeparture = max(lastDeparture ?? 0, departure)
        }
    }
}
