import GRDB
import SQLiteLayer
import TransitModel

/// The stops of a route in travel order.
struct RouteStops {
    let db: Database
    /// Cached stops.
    let known: BoundedCache<Int64, Stop>

    /// - Parameter direction: nil for all trips of the route.
    func stops(of route: Route, direction: Int?) throws -> [Stop] {
        let trips = try tripCounts(route, direction)
        let sequences = try sequences(of: trips.keys.sorted())
        // Patterns with equal stops count as one.
        var weights: [[Int64]: Int] = [:]
        for (pattern, stops) in sequences { weights[stops, default: 0] += trips[pattern] ?? 0 }
        let byWeight = weights.sorted { left, right in
            if left.value != right.value { return left.value > right.value }
            if left.key.count != right.key.count { return left.key.count > right.key.count }
            return left.key.lexicographicallyPrecedes(right.key)
        }
        var order = MergedOrder()
        for (stops, weight) in byWeight { order.add(stops, weight: weight) }
        let sids = order.stops()
        let found = try StopLookup(db: db).stops(Array(Set(sids)), known: known)
        let stops = Dictionary(found.map { ($0.sid, $0) }, uniquingKeysWith: { first, _ in first })
        return sids.compactMap { stops[$0] }
    }

    /// Whether trips call at stops that the feed does not define, and whether some are flexible.
    static func gaps(
        ofRoute rid: Int64, direction: Int?, _ db: Database
    ) throws -> (undefinedStops: Bool, onDemand: Bool) {
        var found = (undefinedStops: false, onDemand: false)
        try db.readRows(Self.gaps, arguments: ["rid": rid, "direction": direction]) { row in
            found = (row.integer(0) == 1, row.integer(1) == 1)
        }
        return found
    }

    private static let gaps = """
        SELECT
          EXISTS (SELECT 1 FROM pattern p CROSS JOIN pattern_stops ps ON ps.pattern = p.pattern
            WHERE p.rid = :rid AND p.direction_id IS :direction AND ps.sid IS NOT NULL
              AND ps.sid NOT IN (SELECT sid FROM stops)),
          EXISTS (SELECT 1 FROM pattern p CROSS JOIN trip_group d ON d.pattern = p.pattern
            WHERE p.rid = :rid AND p.direction_id IS :direction AND d.flex IS NOT NULL)
        """

    /// By pattern, except those without trips.
    private func tripCounts(_ route: Route, _ direction: Int?) throws -> [Int64: Int] {
        var counts: [Int64: Int] = [:]
        try db.readRows(Self.trips, arguments: ["rid": route.rid, "direction": direction]) { row in
            if let pattern = row.key(0) { counts[pattern] = row.integer(1) ?? 0 }
        }
        return counts
    }

    private static let trips = """
        SELECT p.pattern, count(*)
        FROM pattern p
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        WHERE p.rid = :rid AND (:direction IS NULL OR p.direction_id = :direction)
        GROUP BY p.pattern
        """

    private func sequences(of patterns: [Int64]) throws -> [Int64: [Int64]] {
        var sequences: [Int64: [Int64]] = [:]
        try db.readRows(Self.calls, arguments: [JSONList.integers(patterns)]) { row in
            guard let pattern = row.key(0), let sid = row.key(1) else { return }
            sequences[pattern, default: []].append(sid)
        }
        return sequences
    }

    /// The limit guards against damaged files: no route has so many calls.
    private static let calls = """
        SELECT p.pattern, ps.sid FROM json_each(?) j
        CROSS JOIN pattern p ON p.pattern = j.value
        CROSS JOIN pattern_stops ps ON ps.call BETWEEN p.first_call AND p.first_call + p.stops - 1
        LIMIT 200000
        """
}
