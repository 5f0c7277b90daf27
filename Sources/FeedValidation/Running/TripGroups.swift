/// Groups trips that a rule cannot tell apart.
struct TripGroups {
    /// By trip: the number of its group; -1 for trips without calls.
    typealias Grouping = (groupOfTrip: [Int32], count: Int)

    private let known: [TripParts: Grouping]

    /// - Parameter wanted: what rules depend on; those that look at every trip need no groups.
    init(_ feed: LoadedFeed, by wanted: Set<TripParts>) throws {
        var known: [TripParts: Grouping] = [:]
        for parts in wanted where !parts.contains(.trip) {
            known[parts] = try Self.grouping(feed, by: parts)
        }
        self.known = known
    }

    func grouping(by parts: TripParts) -> Grouping { known[parts] ?? ([], 0) }

    static func grouping(_ feed: LoadedFeed, by parts: TripParts) throws -> Grouping {
        struct Key: Hashable {
            var calls: Int32 = -1
            var times: Int32 = -1
            var distances: Int32 = -1
            var route: Int32 = -1
            var shape: Int32 = -1
            var seconds: Int32 = -1
        }
        var numbers: [Key: Int32] = [:]
        var groups = [Int32](repeating: -1, count: feed.trips.count)
        let calls = feed.calls
        for trip in 0..<feed.trips.count where calls.hasCalls(trip) {
            if trip & 0xFF == 0 { try feed.checkCancellation() }
            var key = Key()
            if parts.contains(.calls) { key.calls = calls.callList[trip] }
            if parts.contains(.times) { key.times = calls.timeList[trip] }
            if parts.contains(.distances) { key.distances = calls.distanceList[trip] }
            if parts.contains(.route) { key.route = feed.trips.route[trip] }
            if parts.contains(.shape) { key.shape = feed.trips.shape[trip] }
            if parts.contains(.seconds) { key.seconds = calls.origin[trip] % 60 }
            let next = Int32(numbers.count)
            groups[trip] = numbers[key] ?? next
            if groups[trip] == next { numbers[key] = next }
        }
        return (groups, numbers.count)
    }
}
