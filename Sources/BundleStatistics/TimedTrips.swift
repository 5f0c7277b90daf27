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

    /// In seconds of the service day.
    private struct Times {
        let group: Int
        let start: Int
        let end: Int
    }

    private(set) var groups: [Group] = []
    private var trips: [Times] = []
    /// As if each started at midnight.
    private var repeated: [(times: Times, intervals: [RunInterval])] = []

    init(_ connection: Connection, of services: Set<Int>) throws {
        let places = try readGroups(connection, services)
        let timings = try Self.timings(connection)
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

    func spans(_ isRunning: [Bool], directions: [Int32]) -> [RunSpan] {
        var spans: [RunSpan] = []
        for trip in trips where isRunning[trip.group] {
            spans.append(RunSpan(directions[trip.group], from: trip.start, to: trip.end))
        }
        for (trip, intervals) in repeated where isRunning[trip.group] {
            for start in Set(intervals.flatMap { $0.starts() }) {
                spans.append(
                    RunSpan(directions[trip.group], from: start + trip.start, to: start + trip.end))
            }
        }
        return spans
    }

    // MARK: Reading

    private mutating func add(
        _ place: Int, timing: Timing?, origin: Int?, intervals: [RunInterval]?
    ) {
        let runs = intervals.map { RunInterval.runs(of: $0) } ?? 1
        groups[place].runs &+= runs
        guard let timing, let origin else {
            groups[place].untimedRuns &+= runs
            return
        }
        groups[place].seconds &+= runs &* max(0, timing.end - timing.start)
        guard let intervals else {
            let times = Times(
                group: place, start: origin + timing.start, end: origin + timing.end)
            trips.append(times)
            groups[place].widen(from: times.start, to: times.end)
            return
        }
        // Runs start when the trip leaves its first stop.
        let times = Times(
            group: place, start: timing.start - timing.departure,
            end: timing.end - timing.departure)
        repeated.append((times, intervals))
        for interval in intervals where interval.start < interval.end {
            let lastStart =
                interval.end - 1 - (interval.end - 1 - interval.start) % interval.seconds
            groups[place].widen(from: interval.start + times.start, to: lastStart + times.end)
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

    private struct Timing {
        /// The first departure, or without one the first time.
        let start: Int
        /// The last arrival, or without one the last time.
        let end: Int
        /// The departure from the first stop, or 0 if that has none: a run of `frequencies.txt`
        /// starts at this moment.
        let departure: Int
    }

    private static func timings(_ connection: Connection) throws -> [Int: Timing] {
        var timings: [Int: Timing] = [:]
        var times = TimingOffsets()
        try connection.readRows(
            """
            SELECT ti.timing, \(TimingOffsets.columns.joined(separator: ", "))
            FROM \(TimingOffsets.source)
            """
        ) { row in
            try times.decode(row, 1)
            let positions = 0..<times.count
            let start = positions.lazy.compactMap { times.departure($0) ?? times.arrival($0) }.first
            let end = positions.reversed().lazy.compactMap {
                times.arrival($0) ?? times.departure($0)
            }.first
            guard let key = row.integer(0), let start, let end else { return }
            timings[key] = Timing(start: start, end: end, departure: times.departure(0) ?? 0)
        }
        return timings
    }
}

extension TimedTrips.Group {
    fileprivate mutating func widen(from start: Int, to end: Int) {
        first = min(first, start)
        last = max(last, end)
    }
}

extension RunSpan {
    fileprivate init(_ direction: Int32, from start: Int, to end: Int) {
        self.direction = direction
        self.start = Int32(truncatingIfNeeded: start)
        self.end = Int32(truncatingIfNeeded: max(start, end))
    }
}
