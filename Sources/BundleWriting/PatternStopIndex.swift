import FeedCompiling
import SystemLayer

struct PatternStopIndex: Sendable {
    /// By row of `pattern_stops`; 0 for none.
    private(set) var stops: [Int32] = []
    /// Counted from 0 on.
    private(set) var byStop: [Int32] = []
    private(set) var stopTimes = 0
    private(set) var lastDeparture: Int?

    /// The patterns must not be dropped before this is done.
    static func looking(at compiled: CompiledTrips, _ layout: TripLayout) -> Promise<Self> {
        Promise { Self(compiled, layout) }
    }

    private init(_ compiled: CompiledTrips, _ layout: TripLayout) {
        let patterns = compiled.stopTimes.patterns
        // By number of the bundle's pattern: how many stops it has, and how long after its origin a
        // trip leaves the last one.
        var ends: [(stops: Int, latest: Int32)] = []
        for pattern in 0..<patterns.count where layout.patterns[pattern] != 0 {
            let first = stops.count
            var latest: Int32 = 0
            patterns.forEachCall(pattern) {
                stops.append($0.stop)
                latest = max(latest, $0.window?.upperBound ?? 0)
            }
            ends.append((stops.count - first, latest))
        }
        byStop = RowOrder.byNumber(stops)
        let (timing, origin) = (compiled.trips.columns.timing, compiled.trips.columns.origin)
        for (trip, group) in zip(layout.trips, layout.groupNumbers) {
            let pattern = Int(layout.groups[Int(group) - 1].pattern) - 1
            // The others have no stops.
            guard pattern < ends.count else { continue }
            stopTimes += ends[pattern].stops
            guard timing[Int(trip)] != 0 else { continue }
            lastDeparture = max(
                lastDeparture ?? 0, Int(origin[Int(trip)] + ends[pattern].latest))
        }
    }
}
