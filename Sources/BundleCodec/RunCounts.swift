/// No real feed has numbers that overflow, but one may claim so.
package struct RunCount: Hashable, Sendable {
    package var trips = 0
    /// A trip of `frequencies.txt` has a run for each of its starts, all others have one.
    package var runs = 0
    /// Calls of the runs that boards list: a vehicle leaves a stop of the feed at a time that the
    /// feed gives or lets interpolate, and may be boarded. The last call of a run does not count.
    package var departures = 0

    package init() {}

    package static func + (left: RunCount, right: RunCount) -> RunCount {
        var sum = left
        sum.trips &+= right.trips
        sum.runs &+= right.runs
        sum.departures &+= right.departures
        return sum
    }

    package static func - (left: RunCount, right: RunCount) -> RunCount {
        var rest = left
        rest.trips &-= right.trips
        rest.runs &-= right.runs
        rest.departures &-= right.departures
        return rest
    }

    package static func += (left: inout RunCount, right: RunCount) { left = left + right }
}

/// The runs of a bundle's services on each of their days, pattern by pattern.
///
/// It is counted by groups of trips, never run by run: one row of `frequencies.txt` may stand for
/// thousands.
package struct RunCounts: Sendable {
    package struct Part: Sendable {
        /// The stops in their order.
        package let pattern: Int
        package let service: Int?
        package let route: Int?
        package let count: RunCount
        /// By the call in `pattern_stops`: runs that have no time there, though others of the
        /// pattern do.
        fileprivate let untimed: [Int: Int]
    }

    package typealias Query =
        (_ sql: String, _ row: (_ column: (Int) -> Int?) -> Void) throws -> Void

    package let parts: [Part]

    package init(_ rows: Query) rethrows {
        let repeated = try Self.repeatedTrips(rows)
        let runs = repeated.mapValues { RunInterval.runs(of: $0.intervals) }
        // By group: how many runs more than trips.
        var more: [Int: Int] = [:]
        for (trip, (group, _)) in repeated { more[group, default: 0] += runs[trip, default: 1] - 1 }
        var untimed: [Int: [Int: Int]] = [:]
        try rows(Self.untimed) { column in
            guard let trip = column(0), let group = column(1), let call = column(2) else { return }
            untimed[group, default: [:]][call, default: 0] &+= runs[trip, default: 1]
        }
        var patterns: [Int: (route: Int?, departures: Int)] = [:]
        try rows(Self.departures) { column in
            guard let pattern = column(0) else { return }
            patterns[pattern] = (column(1), column(2) ?? 0)
        }
        var parts: [Part] = []
        try rows(Self.trips) { column in
            guard let group = column(0), let key = column(2), let pattern = patterns[key] else {
                return
            }
            var count = RunCount()
            count.trips = column(3) ?? 0
            count.runs = count.trips + (more[group] ?? 0)
            count.departures = count.runs &* pattern.departures
            for (_, runs) in untimed[group] ?? [:] { count.departures &-= runs }
            parts.append(
                Part(
                    pattern: key, service: column(1), route: pattern.route, count: count,
                    untimed: untimed[group] ?? [:]))
        }
        self.parts = parts
    }

    /// The trips of `frequencies.txt`, with their intervals in the order of their starts; those
    /// without a sensible row do not run.
    package static func repeatedTrips(
        _ rows: Query
    ) rethrows -> [Int: (group: Int, intervals: [RunInterval])] {
        var trips: [Int: (group: Int, intervals: [RunInterval])] = [:]
        try rows(frequencies) { column in
            guard let trip = column(0), let group = column(1) else { return }
            let interval = RunInterval(start: column(2), end: column(3), seconds: column(4))
            trips[trip, default: (group, [])].intervals += [interval].compactMap { $0 }
        }
        return trips
    }

    package var ofServices: [Int: RunCount] {
        parts.reduce(into: [:]) { counts, part in
            if let service = part.service { counts[service, default: RunCount()] += part.count }
        }
    }

    package static func departures(
        _ parts: some Sequence<Part>, _ rows: Query
    ) rethrows -> [Int: Int] {
        var runs: [Int: Int] = [:]
        var untimed: [Int: Int] = [:]
        for part in parts {
            runs[part.pattern, default: 0] &+= part.count.runs
            untimed.merge(part.untimed, uniquingKeysWith: &+)
        }
        var departures: [Int: Int] = [:]
        try rows(calls) { column in
            guard let pattern = column(0), let stop = column(1), let call = column(2),
                let runs = runs[pattern]
            else { return }
            departures[stop, default: 0] &+= runs &- untimed[call, default: 0]
        }
        return departures
    }

    /// A condition: boards list the call `s` of a pattern `p` if the run has a time there.
    private static let isDeparture = """
        s.call >= p.first_call AND s.call < \(BundleTables.lastCall)
          AND s.sid > 0 AND s.earliest NOT NULL
          AND s.codes NOT IN (SELECT codes FROM call_codes WHERE pickup_type = 1)
        """
    private static let calls = """
        SELECT p.pattern, s.sid, s.call FROM pattern p CROSS JOIN pattern_stops s ON \(isDeparture)
        """
    private static let departures = """
        SELECT p.pattern, p.rid, (SELECT count(*) FROM pattern_stops s WHERE \(isDeparture))
        FROM pattern p
        """
    private static let place = "\(BundleTables.position("s")) + 1"
    private static let untimed = """
        SELECT t.trip, t.trip_group, s.call FROM trip t
        LEFT JOIN timing ti ON ti.timing = t.timing
        CROSS JOIN trip_group g ON g.trip_group = t.trip_group
        CROSS JOIN pattern p ON p.pattern = g.pattern
        CROSS JOIN pattern_stops s ON \(isDeparture)
          AND coalesce(unicode(substr(ti.departures, \(place), 1)), 1) = 1
          AND coalesce(unicode(substr(ti.arrivals, \(place), 1)), 1) = 1
          AND coalesce(unicode(substr(ti.interpolated, \(place), 1)), 1) = 1
        WHERE t.trip > 0 AND (t.timing IS NULL
          OR t.timing IN (SELECT timing FROM timing WHERE instr(departures, char(1))))
        """
    private static let frequencies = """
        SELECT t.trip, t.trip_group, f.start_timestamp, f.end_timestamp, f.headway_secs
        FROM frequencies f JOIN trip t ON t.trip_id = f.trip_id
        WHERE t.trip > 0 ORDER BY t.trip, f.start_timestamp
        """
    private static let trips = """
        SELECT t.trip_group, g.service, g.pattern, count(*) FROM trip t
        JOIN trip_group g ON g.trip_group = t.trip_group
        WHERE t.trip > 0 GROUP BY t.trip_group
        """
}
