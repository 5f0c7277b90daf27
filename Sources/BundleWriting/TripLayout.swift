import FeedCompiling

/// How a bundle numbers and orders patterns, lists and trips. It has only what kept trips use, and
/// its trips are sorted as queries for departures seek them, by group and origin.
struct TripLayout: Sendable {
    /// Sorted by pattern, details, origin and number, so that a group's trips are together.
    private(set) var trips: [Int32] = []
    /// Counted from 1, or from -1 downwards where `trips.txt` lacks the trip.
    private(set) var keys: [Int32] = []
    private(set) var groupNumbers: [Int32] = []
    /// In the order of their numbers from 1 on.
    private(set) var groups: [Group] = []
    /// 0 for those that no kept trip uses; likewise below.
    let patterns: [Int32]
    let timings: [Int32]
    let distances: [Int32]
    let codes: CodeNumbers
    /// Trips without stop times share them. They are numbered after the others.
    private(set) var emptyPatterns: [PatternTable.Head] = []

    struct Group: Sendable {
        let pattern: Int32
        let detail: Int32
    }

    init(_ compiled: CompiledTrips) {
        let trips = compiled.trips
        var kept: [Int32] = []
        kept.reserveCapacity(trips.count)
        for trip in 0..<trips.count where trips.columns.isKept[trip] { kept.append(Int32(trip)) }
        patterns = Self.numbers(compiled.stopTimes.patterns.count, kept) {
            trips.columns.pattern[$0]
        }
        codes = CodeNumbers(compiled.stopTimes.patterns, kept: patterns)
        timings = Self.numbers(compiled.stopTimes.timings.count, kept) { trips.columns.timing[$0] }
        let store = compiled.stopTimes.distances
        distances =
            compiled.filter.without.contains(.distances)
            ? [Int32](repeating: 0, count: store.count)
            : Self.numbers(store.count, kept) { trips.columns.distances[$0] }
        order(kept, trips)
    }

    var definedTrips: Int { keys.count { $0 > 0 } }

    /// Only `stop_times.txt` names them.
    var hasUndefinedTrips: Bool { keys.contains { $0 < 0 } }

    var placesByKey: [Int] {
        keys.indices.reversed().filter { keys[$0] < 0 } + keys.indices.filter { keys[$0] > 0 }
    }

    private static func numbers(
        _ count: Int, _ kept: [Int32], of old: (Int) -> Int32
    ) -> [Int32] {
        var isUsed = [Bool](repeating: false, count: count)
        for trip in kept where old(Int(trip)) != 0 { isUsed[Int(old(Int(trip))) - 1] = true }
        var next: Int32 = 0
        return isUsed.map { used in
            if used { next += 1 }
            return used ? next : 0
        }
    }

    private mutating func order(_ kept: [Int32], _ trips: TripTable) {
        struct Entry {
            let detail: Int32
            let origin: Int32
            let trip: Int32
        }
        let patternOfTrip = numberPatterns(kept, trips)
        // Trips that are not kept have no pattern, and come first.
        self.trips = Array(RowOrder.byNumber(patternOfTrip).suffix(kept.count))
        groupNumbers.reserveCapacity(kept.count)
        keys.reserveCapacity(kept.count)
        var next: Int32 = 1
        var nextUndefined: Int32 = -1
        var entries: [Entry] = []
        var start = 0
        while start < kept.count {
            let pattern = patternOfTrip[Int(self.trips[start])]
            entries.removeAll(keepingCapacity: true)
            for trip in self.trips[start...].lazy.map({ Int($0) }) {
                guard patternOfTrip[trip] == pattern else { break }
                entries.append(
                    Entry(
                        detail: trips.columns.detail[trip],
                        origin: trips.columns.timing[trip] == 0 ? -1 : trips.columns.origin[trip],
                        trip: Int32(trip)))
            }
            entries.sort { ($0.detail, $0.origin, $0.trip) < ($1.detail, $1.origin, $1.trip) }
            for (place, entry) in entries.enumerated() {
                self.trips[start + place] = entry.trip
                if place == 0 || entry.detail != groups[groups.count - 1].detail {
                    groups.append(Group(pattern: pattern, detail: entry.detail))
                }
                groupNumbers.append(Int32(groups.count))
                if entry.trip < trips.definedCount {
                    keys.append(next)
                    next += 1
                } else {
                    keys.append(nextUndefined)
                    nextUndefined -= 1
                }
            }
            start += entries.count
        }
    }

    /// By trip: 0 for those that are not kept.
    private mutating func numberPatterns(_ kept: [Int32], _ trips: TripTable) -> [Int32] {
        var numbers = [Int32](repeating: 0, count: trips.count)
        var empty: [PatternTable.Head: Int32] = [:]
        let firstEmpty = (patterns.max() ?? 0) + 1
        for trip in kept.lazy.map({ Int($0) }) {
            guard trips.columns.pattern[trip] == 0 else {
                numbers[trip] = patterns[Int(trips.columns.pattern[trip]) - 1]
                continue
            }
            let head = PatternTable.Head(
                route: trips.columns.route[trip], direction: trips.columns.direction[trip],
                shape: trips.columns.shape[trip])
            let number = empty[head] ?? firstEmpty + Int32(empty.count)
            if empty.updateValue(number, forKey: head) == nil { emptyPatterns.append(head) }
            numbers[trip] = number
        }
        return numbers
    }
}

struct CodeNumbers {
    /// By the number in the feed's table; 0 for combinations that no kept trip has.
    private var numbers: [Int64]
    private(set) var used: [Int] = []

    /// `kept` is by pattern, 0 for those that no kept trip has.
    init(_ patterns: PatternTable, kept: [Int32]) {
        numbers = Array(repeating: 0, count: patterns.codesCount)
        for pattern in 0..<patterns.count where kept[pattern] != 0 {
            patterns.forEachCall(pattern) { call in
                guard numbers[call.codes] == 0 else { return }
                used.append(call.codes)
                numbers[call.codes] = Int64(used.count)
            }
        }
    }

    subscript(number: Int) -> Int64 { numbers[number] }
}
