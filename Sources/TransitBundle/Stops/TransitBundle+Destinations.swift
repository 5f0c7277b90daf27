import BundleCodec
import SQLiteLayer
package import TransitModel

extension TransitBundle {
    /// Without changing; sorted by number of calls, then by name. Stations represent their
    /// platforms if `asStations`.
    package func destinations(
        from stop: Stop, asStations: Bool
    ) async throws -> [Destination] {
        let facts = facts
        return try await question { db in
            try facts.destinations.value(for: .init(sid: stop.sid, asStations: asStations)) {
                try DestinationSearch(db: db, facts: facts).destinations(
                    from: stop, asStations: asStations)
            }
        }
    }
}

package struct Destination: Hashable, Sendable {
    /// The key of the stop, or of the station that represents it.
    package let sid: Int64
    /// Trips of undefined routes are not included.
    package var tripsOfRoutes: [Int64: Int] = [:]
    /// The least and the most calls between, over the patterns of the same routes.
    package var callsOfRoutes: [Int64: ClosedRange<Int>] = [:]
    /// Trips of any day; a trip of `frequencies.txt` counts once.
    package var trips = 0
    /// Between boarding and alighting.
    package var callsBetween = Int.max
}

/// What the trips of a pattern share is enough, so no times are read.
struct DestinationSearch {
    struct Key: Hashable, Sendable {
        let sid: Int64
        let asStations: Bool
    }

    let db: Database
    let facts: BundleFacts

    func destinations(from stop: Stop, asStations: Bool) throws -> [Destination] {
        let here = Set(try StationPlaces.below(stop, facts: facts, in: db).map(\.sid))
        let reachable = try reachable(from: here)
        let trips = try tripCounts(reachable.map(\.pattern))
        let stations =
            asStations
            ? try facts.stopStations.entries(
                of: reachable.reduce(into: here) { $0.formUnion($1.callsBetween.keys) }, db) : [:]
        func place(_ sid: Int64) -> Int64 { stations[sid]?.station ?? sid }
        let origin = Set(here.map(place))
        var found: [Int64: Destination] = [:]
        for group in reachable {
            guard let count = trips[group.pattern] else { continue }
            // A trip that calls at two platforms of a station goes there once.
            let reached = Dictionary(
                group.callsBetween.map { (place($0.key), $0.value) }, uniquingKeysWith: min)
            for (sid, between) in reached where !origin.contains(sid) {
                var destination = found[sid] ?? Destination(sid: sid)
                if let rid = group.rid {
                    destination.tripsOfRoutes[rid, default: 0] += count
                    let known = destination.callsOfRoutes[rid] ?? between...between
                    destination.callsOfRoutes[rid] =
                        min(known.lowerBound, between)...max(known.upperBound, between)
                }
                destination.trips += count
                destination.callsBetween = min(destination.callsBetween, between)
                found[sid] = destination
            }
        }
        return try sorted(Array(found.values))
    }

    private struct ReachableStops {
        let pattern: Int64
        let rid: Int64?
        var callsBetween: [Int64: Int] = [:]
    }

    private func reachable(from here: Set<Int64>) throws -> [ReachableStops] {
        var reachable: [ReachableStops] = []
        var position = 0
        // Where one boarded last: a loop passes here again.
        var boarded: Int?
        try db.readRows(Self.calls, arguments: [JSONList.integers(here.sorted())]) { row in
            guard let pattern = row.key(0) else { return }
            if reachable.last?.pattern != pattern {
                reachable.append(ReachableStops(pattern: pattern, rid: row.key(1)))
                position = 0
                boarded = nil
            }
            position += 1
            guard let sid = row.key(2) else { return }
            if let boarded, row.integer(4) != Self.notAvailable, !here.contains(sid) {
                let between = position - boarded - 1
                let last = reachable.count - 1
                reachable[last].callsBetween[sid] = min(
                    reachable[last].callsBetween[sid] ?? between, between)
            }
            if here.contains(sid), row.integer(3) != Self.notAvailable { boarded = position }
        }
        return reachable
    }

    private static let notAvailable = 1

    /// One pattern after the other. The limit guards against damaged files.
    private static let calls = """
        SELECT p.pattern, p.rid, ps.sid, c.pickup_type, c.drop_off_type
        FROM (SELECT DISTINCT h.pattern FROM json_each(?) j
          CROSS JOIN pattern_stops h ON h.sid = j.value) f
        CROSS JOIN pattern p ON p.pattern = f.pattern
        CROSS JOIN \(BundleTables.calls("ps"))
        LEFT JOIN call_codes c ON c.codes = ps.codes
        LIMIT 2000000
        """

    /// Patterns without trips have no entry.
    private func tripCounts(_ patterns: [Int64]) throws -> [Int64: Int] {
        try db.readKeyed(Self.trips, arguments: [JSONList.integers(patterns)]) { row in
            row.key(0).map { ($0, row.integer(1) ?? 0) }
        }
    }

    private static let trips = """
        SELECT d.pattern, count(*) FROM json_each(?) j
        CROSS JOIN trip_group d ON d.pattern = j.value
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        GROUP BY d.pattern
        """

    private func sorted(_ destinations: [Destination]) throws -> [Destination] {
        let stops = try StopLookup(db: db).stops(destinations.map(\.sid), known: facts.stops)
        let names = Dictionary(
            stops.map { ($0.sid, NaturalOrder.key($0.stopName)) },
            uniquingKeysWith: { first, _ in first })
        return destinations.compactMap { destination in
            names[destination.sid].map { (destination: destination, name: $0) }
        }
        .sorted { left, right in
            let (first, second) = (left.destination, right.destination)
            if first.callsBetween != second.callsBetween {
                return first.callsBetween < second.callsBetween
            }
            if left.name != right.name { return left.name.lexicographicallyPrecedes(right.name) }
            return first.sid < second.sid
        }
        .map(\.destination)
    }
}
