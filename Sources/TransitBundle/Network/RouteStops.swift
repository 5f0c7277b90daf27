import GRDB

/// The stops of a route in travel order.
struct RouteStops {
    let db: Database

    /// - Parameter direction: nil for all trips of the route.
    func stops(of route: Route, direction: Int?) throws -> [Stop] {
        let trips = try tripCounts(route, direction)
        let sequences = try sequences(of: trips.keys.sorted())
        // Patterns of equal stops count as one.
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
        let found = try StopLookup(db: db).stops(Array(Set(sids)))
        let stops = Dictionary(found.map { ($0.sid, $0) }, uniquingKeysWith: { first, _ in first })
        return sids.compactMap { stops[$0] }
    }

    /// By pattern, those without trips left out.
    private func tripCounts(_ route: Route, _ direction: Int?) throws -> [Int64: Int] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT p.pattern, count(*) AS trips
                    FROM pattern p
                    CROSS JOIN trip_group d ON d.pattern = p.pattern
                    CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
                    WHERE p.rid = :rid AND (:direction IS NULL OR p.direction_id = :direction)
                    GROUP BY p.pattern
                    """), arguments: ["rid": route.rid, "direction": direction])
        var counts: [Int64: Int] = [:]
        while let row = try rows.next() {
            guard let pattern = row.integer("pattern") else { continue }
            counts[Int64(pattern)] = row.integer("trips") ?? 0
        }
        return counts
    }

    private func sequences(of patterns: [Int64]) throws -> [Int64: [Int64]] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                // The limit is for damaged files: no route has as many calls.
                sql: """
                    SELECT p.pattern, ps.sid FROM json_each(?) j
                    CROSS JOIN pattern p ON p.pattern = j.value
                    CROSS JOIN pattern_stops ps
                      ON ps.call BETWEEN p.first_call AND p.first_call + p.stops - 1
                    LIMIT 200000
                    """), arguments: [DepartureSearch.json(patterns)])
        var sequences: [Int64: [Int64]] = [:]
        while let row = try rows.next() {
            guard let pattern = row.integer("pattern"), let sid = row.integer("sid") else {
                continue
            }
            sequences[Int64(pattern), default: []].append(Int64(sid))
        }
        return sequences
    }
}
