import FeedCompiling

/// Inserts patterns, timings, lists and trips, numbered anew so that only what kept trips use is
/// there, and trips lie in the order in which departures are looked up: by pattern and origin.
struct TripsWriter {
    private let compiled: CompiledTrips
    private let trips: TripTable
    private let stopTimes: StopTimesCompiler
    private let connection: OpaquePointer

    init(_ compiled: CompiledTrips, _ connection: OpaquePointer) {
        self.compiled = compiled
        trips = compiled.trips
        stopTimes = compiled.stopTimes
        self.connection = connection
    }

    func write() throws {
        let keptTrips = (0..<trips.count).filter { trips.isKept[$0] }
        let patternNumbers = try writePatterns(keptTrips)
        let timings = try writeTimings(keptTrips)
        let distances = try writeDistances(keptTrips)
        let details = try writeDetails(keptTrips)
        try writeServices(keptTrips)
        let order = sorted(keptTrips, by: patternNumbers)
        let insert = try Statement(
            connection,
            """
            INSERT INTO trip (trip, trip_id, pattern, timing, origin, detail, trip_short_name,
              distances) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        let dangling = try danglingInsert()
        var next: Int32 = 1
        var nextUndefined: Int32 = -1
        for trip in order {
            let key: Int32
            if trip < trips.definedCount {
                key = next
                next += 1
            } else {
                key = nextUndefined
                nextUndefined -= 1
                try add(dangling, "trip", key, trips.ids[trip])
            }
            insert.bind(1, key)
            insert.bind(2, text: trips.ids[trip])
            insert.bind(3, patternNumbers[trip])
            let timing = Int(trips.timing[trip])
            if timing == 0 {
                insert.bindNull(4)
                insert.bindNull(5)
            } else {
                insert.bind(4, timings[timing - 1])
                insert.bind(5, trips.origin[trip])
            }
            insert.bind(6, details[Int(trips.detail[trip])])
            if trips.shortName[trip] == 0 {
                insert.bindNull(7)
            } else {
                insert.bind(7, text: trips.shortNames[Int(trips.shortName[trip]) - 1])
            }
            if trips.distances[trip] == 0 {
                insert.bindNull(8)
            } else {
                insert.bind(8, distances[Int(trips.distances[trip]) - 1])
            }
            try insert.run()
        }
        try writeDangling(dangling)
    }

    private func bindNumber(_ statement: Statement, _ index: Int32, _ value: Int32) {
        if value == 0 { statement.bindNull(index) } else { statement.bind(index, value) }
    }

    /// Trips by pattern, origin and number.
    private func sorted(_ kept: [Int], by patterns: [Int32]) -> [Int] {
        struct Entry {
            let key: UInt64
            let trip: Int
        }
        var entries = kept.map { trip in
            let origin = trips.timing[trip] == 0 ? 0 : trips.origin[trip] + 1
            return Entry(key: UInt64(patterns[trip]) << 32 | UInt64(origin), trip: trip)
        }
        entries.sort { ($0.key, $0.trip) < ($1.key, $1.trip) }
        return entries.map(\.trip)
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
            head.bind(1, number)
            bindNumber(head, 2, value.route)
            bindCode(head, 3, value.direction)
            bindNumber(head, 4, value.shape)
            head.bind(5, nextCall)
            head.bind(6, Int64(stops))
            try head.run()
        }
        for pattern in 0..<patterns.count where numbers[pattern] != 0 {
            let count = patterns.stopCount(pattern)
            try insert(numbers[pattern], patterns.head(pattern), stops: count)
            for position in 0..<count {
                let value = patterns.stop(pattern, position)
                stop.bind(1, nextCall)
                nextCall += 1
                stop.bind(2, numbers[pattern])
                bindNumber(stop, 3, value.stop)
                stop.bind(4, value.sequence)
                let number = codes[value.codes] ?? Int64(codes.count + 1)
                if codes.updateValue(number, forKey: value.codes) == nil {
                    try write(value.codes, number)
                }
                stop.bind(5, number)
                let window = patterns.window(pattern, position)
                stop.bind(6, window.map { Int64($0.lowerBound) })
                stop.bind(7, window.map { Int64($0.upperBound) })
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
        insert.bind(1, number)
        bindCode(insert, 2, Int32(codes.pickupType))
        bindCode(insert, 3, Int32(codes.dropOffType))
        bindCode(insert, 4, Int32(codes.continuousPickup))
        bindCode(insert, 5, Int32(codes.continuousDropOff))
        bindCode(insert, 6, Int32(codes.timepoint))
        try insert.run()
    }

    private func bindCode(_ statement: Statement, _ index: Int32, _ code: Int32) {
        if code == Int32(StopTimeRow.noCode) {
            statement.bindNull(index)
        } else {
            statement.bind(index, code)
        }
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
            insert.bind(1, numbers[index])
            insert.bind(2, Int64(timing.unit))
            insert.bind(3, text: timing.departures)
            insert.bind(4, timing.dwell == 0 ? nil : Int64(timing.dwell))
            bindOptional(insert, 5, timing.arrivals)
            bindOptional(insert, 6, timing.interpolated)
            try insert.run()
            if timing.dwell != 0 { dwells.insert(timing.dwell) }
        }
        let insertDwell = try Statement(connection, "INSERT INTO dwell VALUES (?, ?)")
        for dwell in dwells.sorted() {
            insertDwell.bind(1, Int64(dwell))
            insertDwell.bind(2, text: timings.dwells[dwell - 1])
            try insertDwell.run()
        }
        return numbers
    }

    private func bindOptional(_ statement: Statement, _ index: Int32, _ text: UnsafeRawBufferPointer)
    {
        if text.isEmpty { statement.bindNull(index) } else { statement.bind(index, text: text) }
    }

    private func writeDistances(_ kept: [Int]) throws -> [Int32] {
        let store = stopTimes.distances
        let numbers = renumbered(store.count) { used in
            for trip in kept where trips.distances[trip] != 0 {
                used[Int(trips.distances[trip]) - 1] = true
            }
        }
        let insert = try Statement(connection, "INSERT INTO distances VALUES (?, ?, ?, ?, ?, ?)")
        for index in 0..<store.count where numbers[index] != 0 {
            let list = try store.list(Int32(index) + 1)
            try list.codes.withUnsafeBytes { codes in
                insert.bind(1, numbers[index])
                insert.bind(2, list.base)
                insert.bind(3, list.scale)
                insert.bind(4, Int64(list.width))
                insert.bind(5, Int64(list.isCurved ? 1 : 0))
                insert.bind(6, blob: codes)
                try insert.run()
            }
        }
        return numbers
    }

    private func writeDetails(_ kept: [Int]) throws -> [Int32] {
        let details = trips.details
        let numbers = renumbered(details.count) { used in
            for trip in kept { used[Int(trips.detail[trip])] = true }
        }
        let insert = try Statement(
            connection, "INSERT INTO trip_detail VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        var headsignLists = Set<Int32>()
        var flexLists = Set<Int32>()
        var blocks = Set<Int32>()
        for index in 0..<details.count where numbers[index] != 0 {
            let detail = details[Int32(index)]
            insert.bind(1, numbers[index])
            bindNumber(insert, 2, detail.service)
            bindNumber(insert, 3, detail.block)
            if detail.headsign == 0 {
                insert.bindNull(4)
            } else {
                insert.bind(4, text: details.headsigns[Int(detail.headsign) - 1])
            }
            bindCode(insert, 5, Int32(detail.wheelchairAccessible))
            bindCode(insert, 6, Int32(detail.bikesAllowed))
            bindCode(insert, 7, Int32(detail.carsAllowed))
            bindReal(insert, 8, detail.safeDurationFactor)
            bindReal(insert, 9, detail.safeDurationOffset)
            bindNumber(insert, 10, detail.stopHeadsigns)
            bindNumber(insert, 11, detail.flex)
            try insert.run()
            if detail.stopHeadsigns != 0 { headsignLists.insert(detail.stopHeadsigns) }
            if detail.flex != 0 { flexLists.insert(detail.flex) }
            if detail.block != 0 { blocks.insert(detail.block) }
        }
        try writeBlocks(blocks.sorted())
        try writeStopHeadsigns(headsignLists.sorted())
        try writeFlex(flexLists.sorted())
        return numbers
    }

    private func bindReal(_ statement: Statement, _ index: Int32, _ value: Double) {
        if value.isNaN { statement.bindNull(index) } else { statement.bind(index, value) }
    }

    private func writeStopHeadsigns(_ lists: [Int32]) throws {
        let insert = try Statement(connection, "INSERT INTO stop_headsigns VALUES (?, ?, ?)")
        for list in lists {
            for entry in stopTimes.stopHeadsignLists[Int(list) - 1] {
                insert.bind(1, list)
                insert.bind(2, entry.position + 1)
                insert.bind(3, text: stopTimes.stopHeadsigns[Int(entry.value)])
                try insert.run()
            }
        }
    }

    private func writeFlex(_ lists: [Int32]) throws {
        let insert = try Statement(
            connection, "INSERT INTO flex_stop_times VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        let texts = stopTimes.flexRows.texts
        func bindText(_ index: Int32, _ number: Int32) {
            if number == 0 {
                insert.bindNull(index)
            } else {
                insert.bind(index, text: texts[Int(number) - 1])
            }
        }
        for list in lists {
            for entry in stopTimes.flexLists[Int(list) - 1] {
                let part = stopTimes.flexRows[Int(entry.value)]
                insert.bind(1, list)
                insert.bind(2, entry.position + 1)
                bindText(3, part.locationGroup)
                bindText(4, part.location)
                insert.bind(5, part.windowStart < 0 ? nil : Int64(part.windowStart))
                insert.bind(6, part.windowEnd < 0 ? nil : Int64(part.windowEnd))
                bindText(7, part.pickupRule)
                bindText(8, part.dropOffRule)
                try insert.run()
            }
        }
    }

    private func writeBlocks(_ blocks: [Int32]) throws {
        let insert = try Statement(connection, "INSERT INTO block VALUES (?, ?)")
        for block in blocks {
            insert.bind(1, block)
            insert.bind(2, text: trips.blocks[Int(block) - 1])
            try insert.run()
        }
    }

    /// Services keep the numbers that `calendar` and `calendar_dates` were written with.
    private func writeServices(_ kept: [Int]) throws {
        let services = compiled.services
        let insert = try Statement(connection, "INSERT INTO service VALUES (?, ?, ?, ?, ?)")
        for service in 0..<services.count {
            let days = services.days(service, within: compiled.filter.days)
            insert.bind(1, Int64(service + 1))
            insert.bind(2, text: services.ids[service])
            insert.bind(3, days.map { Int64($0.first) })
            insert.bind(4, days.map { Int64($0.last) })
            insert.bind(5, text: days?.days)
            try insert.run()
        }
    }

    private func danglingInsert() throws -> Statement {
        try Statement(connection, "INSERT INTO dangling VALUES (?, ?, ?)")
    }

    private func add(
        _ statement: Statement, _ kind: String, _ key: Int32, _ id: UnsafeRawBufferPointer
    ) throws {
        statement.bind(1, text: kind)
        statement.bind(2, key)
        statement.bind(3, text: id)
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
