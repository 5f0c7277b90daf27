import BundleCodec
import FeedCompiling
import SQLiteLayer

/// Inserts patterns, timings, lists and trips, numbered anew so that only what kept trips use is
/// there, and trips lie in the order in which departures are looked up: by pattern and origin.
struct TripsWriter {
    private let compiled: CompiledTrips
    private let trips: TripTable
    private let stopTimes: StopTimesCompiler
    private let connection: Connection

    init(_ compiled: CompiledTrips, _ connection: Connection) {
        self.compiled = compiled
        trips = compiled.trips
        stopTimes = compiled.stopTimes
        self.connection = connection
    }

    /// - Returns: the latest departure of any trip, in seconds of its service day; nil without one.
    func write() throws -> Int? {
        let keptTrips = (0..<trips.count).filter { trips.isKept[$0] }
        let patterns = try writePatterns(keptTrips)
        let timings = try writeTimings(keptTrips)
        let distances = try writeDistances(keptTrips)
        try writeServices()
        let dangling = try danglingInsert()
        let latestOffsets = latestOffsets()
        let insert = try Statement(
            connection,
            """
            INSERT INTO trip (trip, trip_id, trip_group, timing, origin, trip_short_name, block,
              distances) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        let groups = try TripGroupsWriter(trips, stopTimes, connection)
        var usedBlocks: Set<Int32> = []
        var next: Int32 = 1
        var nextUndefined: Int32 = -1
        var lastDeparture: Int?
        for trip in sorted(keptTrips, by: patterns) {
            let key: Int32
            if trip < trips.definedCount {
                key = next
                next += 1
            } else {
                key = nextUndefined
                nextUndefined -= 1
                try add(dangling, "trip", key, trips.ids[trip])
            }
            try insert.bind(1, key)
            try insert.bind(2, text: trips.ids[trip])
            try insert.bind(3, try groups.number(patterns[trip], trips.detail[trip]))
            let timing = Int(trips.timing[trip])
            if timing == 0 {
                try insert.bindNull(4)
                try insert.bindNull(5)
            } else {
                try insert.bind(4, timings[timing - 1])
                try insert.bind(5, trips.origin[trip])
                let latest = latestOffsets[Int(trips.pattern[trip]) - 1]
                lastDeparture = max(lastDeparture ?? 0, Int(trips.origin[trip] + latest))
            }
            if trips.shortName[trip] == 0 {
                try insert.bindNull(6)
            } else {
                try insert.bind(6, text: trips.shortNames[Int(trips.shortName[trip]) - 1])
            }
            try insert.bind(7, orNull: trips.block[trip])
            if trips.block[trip] != 0 { usedBlocks.insert(trips.block[trip]) }
            let list = Int(trips.distances[trip])
            try insert.bind(8, orNull: list == 0 ? 0 : distances[list - 1])
            try insert.run()
        }
        try groups.finish()
        try writeBlocks(usedBlocks.sorted())
        try writeDangling(dangling)
        return lastDeparture
    }

    /// By pattern of the feed: how long after its origin a trip leaves the last of its stops.
    private func latestOffsets() -> [Int32] {
        let patterns = stopTimes.patterns
        return (0..<patterns.count).map { pattern in
            (0..<patterns.stopCount(pattern)).reduce(0) {
                max($0, patterns.window(pattern, $1)?.upperBound ?? 0)
            }
        }
    }

    /// Trips by pattern, detail, origin and number: those of one group are together.
    private func sorted(_ kept: [Int], by patterns: [Int32]) -> [Int] {
        struct Entry {
            let group: UInt64
            let origin: Int32
            let trip: Int32
        }
        var entries = kept.map { trip in
            Entry(
                group: UInt64(patterns[trip]) << 32 | UInt64(trips.detail[trip]),
                origin: trips.timing[trip] == 0 ? -1 : trips.origin[trip], trip: Int32(trip))
        }
        entries.sort { ($0.group, $0.origin, $0.trip) < ($1.group, $1.origin, $1.trip) }
        return entries.map { Int($0.trip) }
    }

    /// Numbers things anew, from 1 on, in the order of their old numbers.
    private func renumbered(_ count: Int, used: (inout [Bool]) -> Void) -> [Int32] {
        var isUsed = [Bool](repeating: false, count: count)
        used(&isUsed)
        var next: Int32 = 0
        return isUsed.map { used in
            if used { next += 1 }
            return used ? next : 0
        }
    }

    /// The pattern's number for each trip, old numbers of trips that are left out being 0.
    private func writePatterns(_ kept: [Int]) throws -> [Int32] {
        let patterns = stopTimes.patterns
        let numbers = renumbered(patterns.count) { used in
            for trip in kept where trips.pattern[trip] != 0 {
                used[Int(trips.pattern[trip]) - 1] = true
            }
        }
        let head = try Statement(
            connection,
            "INSERT INTO pattern VALUES (?, ?, ?, ?, ?, ?)")
        var nextCall: Int64 = 1
        let stop = try Statement(
            connection, "INSERT INTO pattern_stops VALUES (?, ?, ?, ?, ?, ?, ?)")
        var codes: [StopTimeRow.Codes: Int64] = [:]
        func insert(_ number: Int32, _ value: PatternTable.Head, stops: Int) throws {
            try head.bind(1, number)
            try head.bind(2, orNull: value.route)
            try head.bind(3, code: value.direction)
            try head.bind(4, orNull: value.shape)
            try head.bind(5, nextCall)
            try head.bind(6, Int64(stops))
            try head.run()
        }
        for pattern in 0..<patterns.count where numbers[pattern] != 0 {
            let count = patterns.stopCount(pattern)
            try insert(numbers[pattern], patterns.head(pattern), stops: count)
            for position in 0..<count {
                let value = patterns.stop(pattern, position)
                try stop.bind(1, nextCall)
                nextCall += 1
                try stop.bind(2, numbers[pattern])
                try stop.bind(3, orNull: value.stop)
                try stop.bind(4, value.sequence)
                let number = codes[value.codes] ?? Int64(codes.count + 1)
                if codes.updateValue(number, forKey: value.codes) == nil {
                    try write(value.codes, number)
                }
                try stop.bind(5, number)
                let window = patterns.window(pattern, position)
                try stop.bind(6, window.map { Int64($0.lowerBound) })
                try stop.bind(7, window.map { Int64($0.upperBound) })
                try stop.run()
            }
        }
        // Trips without stop times share patterns without stops.
        var next = (numbers.max() ?? 0) + 1
        var empty: [PatternTable.Head: Int32] = [:]
        var result = [Int32](repeating: 0, count: trips.count)
        for trip in kept {
            if trips.pattern[trip] != 0 {
                result[trip] = numbers[Int(trips.pattern[trip]) - 1]
                continue
            }
            let value = PatternTable.Head(
                route: trips.route[trip], direction: trips.direction[trip],
                shape: trips.shape[trip])
            if let number = empty[value] {
                result[trip] = number
            } else {
                try insert(next, value, stops: 0)
                empty[value] = next
                result[trip] = next
                next += 1
            }
        }
        return result
    }

    private func write(_ codes: StopTimeRow.Codes, _ number: Int64) throws {
        let insert = try Statement(connection, "INSERT INTO call_codes VALUES (?, ?, ?, ?, ?, ?)")
        try insert.bind(1, number)
        try insert.bind(2, code: Int32(codes.pickupType))
        try insert.bind(3, code: Int32(codes.dropOffType))
        try insert.bind(4, code: Int32(codes.continuousPickup))
        try insert.bind(5, code: Int32(codes.continuousDropOff))
        try insert.bind(6, code: Int32(codes.timepoint))
        try insert.run()
    }

    private func writeTimings(_ kept: [Int]) throws -> [Int32] {
        let timings = stopTimes.timings
        let numbers = renumbered(timings.count) { used in
            for trip in kept where trips.timing[trip] != 0 {
                used[Int(trips.timing[trip]) - 1] = true
            }
        }
        let insert = try Statement(connection, "INSERT INTO timing VALUES (?, ?, ?, ?, ?, ?)")
        var dwells: Set<Int> = []
        for index in 0..<timings.count where numbers[index] != 0 {
            let timing = timings[index]
            try insert.bind(1, numbers[index])
            try insert.bind(2, Int64(timing.unit))
            try insert.bind(3, text: timing.departures)
            try insert.bind(4, timing.dwell == 0 ? nil : Int64(timing.dwell))
            try bindOptional(insert, 5, timing.arrivals)
            try bindOptional(insert, 6, timing.interpolated)
            try insert.run()
            if timing.dwell != 0 { dwells.insert(timing.dwell) }
        }
        let insertDwell = try Statement(connection, "INSERT INTO dwell VALUES (?, ?)")
        for dwell in dwells.sorted() {
            try insertDwell.bind(1, Int64(dwell))
            try insertDwell.bind(2, text: timings.dwells[dwell - 1])
            try insertDwell.run()
        }
        return numbers
    }

    private func bindOptional(
        _ statement: Statement, _ index: Int32, _ text: UnsafeRawBufferPointer
    ) throws(SQLiteFailure) {
        if text.isEmpty {
            try statement.bindNull(index)
        } else {
            try statement.bind(index, text: text)
        }
    }

    private func writeDistances(_ kept: [Int]) throws -> [Int32] {
        let store = stopTimes.distances
        if compiled.filter.without.contains(.distances) {
            return [Int32](repeating: 0, count: store.count)
        }
        let numbers = renumbered(store.count) { used in
            for trip in kept where trips.distances[trip] != 0 {
                used[Int(trips.distances[trip]) - 1] = true
            }
        }
        let insert = try Statement(connection, "INSERT INTO distances VALUES (?, ?, ?, ?, ?)")
        for index in 0..<store.count where numbers[index] != 0 {
            guard let list = try store.list(Int32(index) + 1) else { continue }
            try list.codes.withUnsafeBytes { codes in
                try insert.bind(1, numbers[index])
                try insert.bind(2, list.base)
                try insert.bind(3, list.scale)
                try insert.bind(4, Int64(list.width))
                try insert.bind(5, blob: codes)
                try insert.run()
            }
        }
        return numbers
    }

    private func writeBlocks(_ blocks: [Int32]) throws {
        let insert = try Statement(connection, "INSERT INTO block VALUES (?, ?)")
        for block in blocks {
            try insert.bind(1, block)
            try insert.bind(2, text: trips.blocks[Int(block) - 1])
            try insert.run()
        }
    }

    /// Services keep the numbers that `calendar` and `calendar_dates` were written with.
    private func writeServices() throws {
        let services = compiled.services
        let insert = try Statement(connection, "INSERT INTO service VALUES (?, ?, ?, ?, ?)")
        for service in 0..<services.count {
            let days = services.days(service, within: compiled.filter.days)
            try insert.bind(1, Int64(service + 1))
            try insert.bind(2, text: services.ids[service])
            try insert.bind(3, days.map { Int64($0.first) })
            try insert.bind(4, days.map { Int64($0.last) })
            try insert.bind(5, text: days?.days)
            try insert.run()
        }
    }

    private func danglingInsert() throws -> Statement {
        try Statement(connection, "INSERT INTO dangling VALUES (?, ?, ?)")
    }

    private func add(
        _ statement: Statement, _ kind: String, _ key: Int32, _ id: UnsafeRawBufferPointer
    ) throws {
        try statement.bind(1, text: kind)
        try statement.bind(2, key)
        try statement.bind(3, text: id)
        try statement.run()
    }

    /// Undefined stops, routes and services; `BundleFinisher` takes out what the filters left
    /// unused, and adds shapes.
    private func writeDangling(_ insert: Statement) throws {
        for index in 0..<compiled.stops.dangling.count {
            try add(insert, "stop", -Int32(index) - 1, compiled.stops.dangling[index])
        }
        for index in 0..<compiled.routes.dangling.count {
            try add(insert, "route", -Int32(index) - 1, compiled.routes.dangling[index])
        }
        let services = compiled.services
        for service in 0..<services.count where !services.isDefined[service] {
            try add(insert, "service", Int32(service + 1), services.ids[service])
        }
    }
}
