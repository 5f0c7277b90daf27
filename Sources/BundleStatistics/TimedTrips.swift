import BundleCodec
import SQLiteLayer

struct TimedTrips {
    struct Group {
        let pattern: Int
        let service: Int
        /// `wheelchair_accessible`, 0 where the feed is blank.
        let wheelchair: Int
        var runs = 0
        var untimedRuns = 0
        var seconds = 0
        var first = Int.max
        var last = Int.min
    }

    /// Trips that run once; in seconds of the service day.
    private struct Trip {
        let group: Int
        let timing: Int
        let origin: Int
    }

    /// A run of a trip; times of its timing count from the origin, in seconds of the service day.
    struct Run {
        let group: Int
        let origin: Int
        let timing: Timing

        var start: Int { origin + timing.start }
        var end: Int { max(start, origin + timing.end) }
    }

    private(set) var groups: [Group] = []
    private var timings: [Timing] = []
    private var trips: [Trip] = []
    /// As if each left its first stop at midnight.
    private var repeated: [(trip: Trip, intervals: [RunInterval])] = []

    init(_ connection: Connection, of services: Set<Int>, withCalls: Bool = false) throws {
        let places = try readGroups(connection, services)
        let timings = try readTimings(connection, withCalls: withCalls)
        let repeated = try RunCounts.repeatedTrips(connection.readIntegers)
        try connection.readRows(
            "SELECT trip, trip_group, timing, origin FROM trip WHERE trip > 0 ORDER BY trip"
        ) { row in
            guard let place = row.integer(1).flatMap({ places[$0] }) else { return }
            let timing = row.integer(2).flatMap { timings[$0] }
            let origin = try row.int64(3).map { Int(try TimingText.origin($0)) }
            let own = row.integer(0).flatMap { repeated[$0]?.intervals }
            add(place, timing: timing, origin: origin, intervals: own)
        }
    }

    /// Without runs that have no times.
    func forEachRun(of isRunning: [Bool], _ body: (Run) -> Void) {
        func run(_ trip: Trip, _ start: Int = 0) {
            body(
                Run(
                    group: trip.group, origin: trip.origin + start, timing: timings[trip.timing]))
        }
        for trip in trips where isRunning[trip.group] { run(trip) }
        for (trip, intervals) in repeated where isRunning[trip.group] {
            for start in Set(intervals.flatMap { $0.starts() }) { run(trip, start) }
        }
    }

    func spans(_ isRunning: [Bool], directions: [Int32]) -> [RunSpan] {
        var spans: [RunSpan] = []
        forEachRun(of: isRunning) { run in
            spans.append(
                RunSpan(
                    direction: directions[run.group],
                    start: Int32(truncatingIfNeeded: run.start),
                    end: Int32(truncatingIfNeeded: run.end)))
        }
        return spans
    }

    // MARK: Reading

    private mutating func add(
        _ place: Int, timing number: Int?, origin: Int?, intervals: [RunInterval]?
    ) {
        let runs = intervals.map { RunInterval.runs(of: $0) } ?? 1
        groups[place].runs &+= runs
        guard let number, let origin else {
            groups[place].untimedRuns &+= runs
            return
        }
        let timing = timings[number]
        groups[place].seconds &+= runs &* max(0, timing.end - timing.start)
        guard let intervals else {
            trips.append(Trip(group: place, timing: number, origin: origin))
            groups[place].widen(from: origin + timing.start, to: origin + timing.end)
            return
        }
        // Runs start when the trip leaves its first stop.
        let trip = Trip(group: place, timing: number, origin: -timing.departure)
        repeated.append((trip, intervals))
        for interval in intervals where interval.start < interval.end {
            let lastStart =
                interval.end - 1 - (interval.end - 1 - interval.start) % interval.seconds
            groups[place].widen(
                from: interval.start + trip.origin + timing.start,
                to: lastStart + trip.origin + timing.end)
        }
    }

    private mutating func readGroups(
        _ connection: Connection, _ services: Set<Int>
    ) throws -> [Int: Int] {
        var places: [Int: Int] = [:]
        try connection.readRows(
            "SELECT trip_group, pattern, service, wheelchair_accessible FROM trip_group"
        ) { row in
            guard let key = row.integer(0), let pattern = row.integer(1),
                let service = row.integer(2), services.contains(service)
            else { return }
            places[key] = groups.count
            groups.append(
                Group(
                    pattern: pattern, service: service, wheelchair: row.integer(3) ?? 0))
        }
        return places
    }

    struct Timing {
        /// The first departure, or without one the first time.
        let start: Int
        /// The last arrival, or without one the last time.
        let end: Int
        /// The departure from the first stop, or 0 if that has none: a run of `frequencies.txt`
        /// starts at this moment.
        let departure: Int
        /// By position; nil unless asked for.
        let calls: TimingOffsets?
    }

    /// Returns their places in `timings`.
    private mutating func readTimings(
        _ connection: Connection, withCalls: Bool
    ) throws -> [Int: Int] {
        var places: [Int: Int] = [:]
        var times = TimingOffsets()
        try connection.readRows(
            """
            SELECT ti.timing, \(TimingOffsets.columns.joined(separator: ", ")), ti.interpolated
            FROM \(TimingOffsets.source)
            """
        ) { row in
            try times.decode(row, 1, isInterpolated: withCalls)
            let positions = 0..<times.count
            let start = positions.lazy.compactMap { times.departure($0) ?? times.arrival($0) }.first
            let end = positions.reversed().lazy.compactMap {
                times.arrival($0) ?? times.departure($0)
            }.first
            guard let key = row.integer(0), let start, let end else { return }
            places[key] = timings.count
            timings.append(
                Timing(
                    start: start, end: end, departure: times.departure(0) ?? 0,
                    calls: withCalls ? times : nil))
        }
        return places
    }
}

extension TimedTrips.Group {
    fileprivate mutating func widen(from start: Int, to end: Int) {
        first = min(first, start)
        last = max(last, end)
    }
}
