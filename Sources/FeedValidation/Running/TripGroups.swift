/// Groups trips that a rule cannot tell apart.
struct TripGroups {
    private let feed: LoadedFeed
    private var known: [TripParts: (groupOfTrip: [Int32], count: Int)] = [:]

    init(_ feed: LoadedFeed) {
        self.feed = feed
    }

    /// By trip: the number of its group; -1 for trips without calls.
    mutating func grouping(by parts: TripParts) -> (groupOfTrip: [Int32], count: Int) {
        if let found = known[parts] { return found }
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
        known[parts] = (groups, numbers.count)
        return (groups, numbers.count)
    }
}
