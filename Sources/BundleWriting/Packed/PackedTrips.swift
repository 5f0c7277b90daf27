import FeedCompiling
import SystemLayer

struct PackedTrips {
    static let tables = ["pattern", "pattern_stops", "trip_group", "trip"]

    private let compiled: CompiledTrips
    private let layout: TripLayout
    private let calls: Promise<PatternStopIndex>
    private let trips: TripTable
    // Columns of the table: every access to a property of a class in another module costs as much
    // as using the value.
    private let timing: [Int32]
    private let origin: [Int32]
    private let shortName: [Int32]
    private let block: [Int32]
    private let distances: [Int32]
    private let byID: Promise<[Int32]>

    init(
        _ compiled: CompiledTrips, layout: TripLayout, calls: Promise<PatternStopIndex>
    ) {
        self.compiled = compiled
        self.layout = layout
        self.calls = calls
        trips = compiled.trips
        timing = trips.columns.timing
        origin = trips.columns.origin
        shortName = trips.columns.shortName
        block = trips.columns.block
        distances = trips.columns.distances
        byID = Promise { [trips = layout.trips] in
            // Taken out of the struct, which would be copied for each text.
            let ids = compiled.trips.ids
            return RowOrder.byText(0..<Int32(trips.count)) { ids[Int(trips[Int($0)])] }
        }
    }

    /// The indexes that have a row. An empty one would waste a page.
    var indexes: [String] {
        var names: [String] = []
        if !layout.patterns.allSatisfy({ $0 == 0 }) { names.append("pattern_stops_sid") }
        guard !layout.trips.isEmpty else { return names }
        names += ["pattern_rid", "pattern_shape"]
        names += ["trip_group_pattern", "trip_group_service"]
        if layout.groups.contains(where: { trips.details[$0.detail].flex != 0 }) {
            names.append("trip_group_flex")
        }
        names += ["trip_trip_id", "trip_group_origin"]
        if layout.trips.contains(where: { block[Int($0)] != 0 }) {
            names.append("trip_block")
        }
        return names
    }

    func write(
        _ roots: [String: UInt32], _ pages: inout PackedPages
    ) throws -> [IndexStatistics] {
        try writePatterns(roots, &pages) + writeCalls(roots, &pages) + writeGroups(roots, &pages)
            + writeTrips(roots, &pages)
    }

    private func fill(
        _ table: String, roots: [String: UInt32], into pages: inout PackedPages,
        places: some Sequence<Int>, rowID: (Int) -> Int64 = { Int64($0 + 1) },
        _ row: (Int, inout PackedRecord) -> Void
    ) throws {
        guard let root = roots[table] else { return }
        var tree = PackedTree(.table, root: root)
        var record = PackedRecord()
        for place in places {
            record.begin()
            row(place, &record)
            try tree.add(record, rowID: rowID(place), &pages)
        }
        try tree.finish(&pages)
    }

    /// Does nothing when the index has no root. `places` are in the order of the keys; `same` tells
    /// how many of the first columns are equal at two places; `row` writes the rowid last.
    private func fill(
        _ index: String, of table: String, columns: Int = 1, roots: [String: UInt32],
        into pages: inout PackedPages, places: some Sequence<Int>, same: (Int, Int) -> Int,
        row: (Int, inout PackedRecord) -> Void
    ) throws -> [IndexStatistics] {
        guard let root = roots[index] else { return [] }
        var tree = PackedTree(.index, root: root)
        var record = PackedRecord()
        var statistics = IndexStatistics(table: table, index: index, columns: columns)
        var last: Int?
        for place in places {
            record.begin()
            row(place, &record)
            try tree.add(record, &pages)
            statistics.count(same: last.map { same($0, place) } ?? 0)
            last = place
        }
        try tree.finish(&pages)
        return [statistics]
    }

    /// An index by one number of each row; 0 stands for NULL.
    private func fill(
        _ index: String, of table: String, roots: [String: UInt32],
        into pages: inout PackedPages, by numbers: [Int32], order: [Int32]? = nil,
        withoutNulls: Bool = false, rowID: (Int) -> Int64 = { Int64($0 + 1) }
    ) throws -> [IndexStatistics] {
        try fill(
            index, of: table, roots: roots, into: &pages,
            places: (order ?? RowOrder.byNumber(numbers)).lazy.map { Int($0) }
                .filter { !withoutNulls || numbers[$0] != 0 },
            same: { numbers[$0] == numbers[$1] ? 1 : 0 },
            row: { place, record in
                record.append(orNull: numbers[place])
                record.append(rowID(place))
            })
    }

    // MARK: Patterns

    private func writePatterns(
        _ roots: [String: UInt32], _ pages: inout PackedPages
    ) throws -> [IndexStatistics] {
        let patterns = compiled.stopTimes.patterns
        let kept = (0..<patterns.count).filter { layout.patterns[$0] != 0 }
        let heads = kept.map { patterns.head($0) } + layout.emptyPatterns
        let rowID = { (place: Int) in Int64(place + 1) }
        var nextCall: Int64 = 1
        try fill("pattern", roots: roots, into: &pages, places: heads.indices, rowID: rowID) {
            place, record in
            let stops = place < kept.count ? Int64(patterns.stopCount(kept[place])) : 0
            record.appendNull()
            record.append(orNull: heads[place].route)
            record.append(code: Int32(heads[place].direction))
            record.append(orNull: heads[place].shape)
            record.append(nextCall)
            record.append(stops)
            nextCall += stops
        }
        return try fill(
            "pattern_rid", of: "pattern", roots: roots, into: &pages, by: heads.map(\.route))
            + fill(
                "pattern_shape", of: "pattern", roots: roots, into: &pages,
                by: heads.map(\.shape))
    }

    // MARK: Stops of patterns

    private func writeCalls(
        _ roots: [String: UInt32], _ pages: inout PackedPages
    ) throws -> [IndexStatistics] {
        guard let root = roots["pattern_stops"] else { return [] }
        try writeCalls(root, &pages)
        let calls = calls.value()
        compiled.dropPatterns()
        return try fill(
            "pattern_stops_sid", of: "pattern_stops", roots: roots, into: &pages,
            by: calls.stops, order: calls.byStop)
    }

    private func writeCalls(_ root: UInt32, _ pages: inout PackedPages) throws {
        let patterns = compiled.stopTimes.patterns
        var table = PackedTree(.table, root: root)
        var record = PackedRecord()
        var rows: Int64 = 0
        for pattern in 0..<patterns.count where layout.patterns[pattern] != 0 {
            try patterns.forEachCall(pattern) { call in
                rows += 1
                record.begin()
                record.appendNull()
                record.append(layout.patterns[pattern])
                record.append(orNull: call.stop)
                record.append(call.sequence)
                record.append(layout.codes[call.codes])
                record.append(call.window.map { Int64($0.lowerBound) })
                record.append(call.window.map { Int64($0.upperBound) })
                try table.add(record, rowID: rows, &pages)
            }
        }
        try table.finish(&pages)
    }

    // MARK: Groups

    private func writeGroups(
        _ roots: [String: UInt32], _ pages: inout PackedPages
    ) throws -> [IndexStatistics] {
        let groups = layout.groups
        let details = trips.details
        try fill("trip_group", roots: roots, into: &pages, places: groups.indices) {
            place, record in
            let value = details[groups[place].detail]
            record.appendNull()
            record.append(groups[place].pattern)
            record.append(orNull: value.service)
            if value.headsign == 0 {
                record.appendNull()
            } else {
                record.append(text: details.headsigns[Int(value.headsign) - 1])
            }
            record.append(code: Int32(value.wheelchairAccessible))
            record.append(code: Int32(value.bikesAllowed))
            record.append(code: Int32(value.carsAllowed))
            record.append(orNull: value.safeDurationFactor)
            record.append(orNull: value.safeDurationOffset)
            record.append(orNull: value.stopHeadsigns)
            record.append(orNull: value.flex)
        }
        return try fill(
            "trip_group_pattern", of: "trip_group", roots: roots, into: &pages,
            by: groups.map(\.pattern))
            + fill(
                "trip_group_service", of: "trip_group", roots: roots, into: &pages,
                by: groups.map { details[$0.detail].service })
            + fill(
                "trip_group_flex", of: "trip_group", roots: roots, into: &pages,
                by: groups.map { details[$0.detail].flex }, withoutNulls: true)
    }

    // MARK: Trips

    private func writeTrips(
        _ roots: [String: UInt32], _ pages: inout PackedPages
    ) throws -> [IndexStatistics] {
        let places = layout.hasUndefinedTrips ? layout.placesByKey : Array(layout.trips.indices)
        let key = { (place: Int) in Int64(layout.keys[place]) }
        try fill("trip", roots: roots, into: &pages, places: places, rowID: key) {
            append($0, to: &$1)
        }
        let byID = byID.value().lazy.map { Int($0) }
        // No two trips have the same id.
        var statistics = try fill(
            "trip_trip_id", of: "trip", roots: roots, into: &pages, places: byID,
            same: { _, _ in 0 },
            row: { place, record in
                record.append(text: trips.ids[Int(layout.trips[place])])
                record.append(key(place))
            })
        let start = { (place: Int) in
            let trip = Int(layout.trips[place])
            return timing[trip] == 0 ? nil : Int64(origin[trip])
        }
        statistics += try fill(
            "trip_group_origin", of: "trip", columns: 2, roots: roots, into: &pages,
            places: placesByOrigin(),
            same: { one, other in
                if layout.groupNumbers[one] != layout.groupNumbers[other] { return 0 }
                return start(one) == start(other) ? 2 : 1
            },
            row: { place, record in
                record.append(layout.groupNumbers[place])
                record.append(start(place))
                record.append(key(place))
            })
        let blocks = places.map { block[Int(layout.trips[$0])] }
        return try statistics
            + fill(
                "trip_block", of: "trip", roots: roots, into: &pages, by: blocks,
                withoutNulls: true, rowID: { key(places[$0]) })
    }

    private func append(_ place: Int, to record: inout PackedRecord) {
        let trip = Int(layout.trips[place])
        record.appendNull()
        record.append(text: trips.ids[trip])
        record.append(layout.groupNumbers[place])
        if timing[trip] == 0 {
            record.appendNull()
            record.appendNull()
        } else {
            record.append(layout.timings[Int(timing[trip]) - 1])
            record.append(origin[trip])
        }
        if shortName[trip] == 0 {
            record.appendNull()
        } else {
            record.append(text: trips.shortNames[Int(shortName[trip]) - 1])
        }
        record.append(orNull: block[trip])
        let list = Int(distances[trip])
        record.append(orNull: list == 0 ? 0 : layout.distances[list - 1])
    }

    /// Trips are already sorted by group and origin; only undefined ones have keys that count
    /// downwards.
    private func placesByOrigin() -> [Int] {
        let places = Array(layout.trips.indices)
        guard layout.hasUndefinedTrips else { return places }
        func start(_ place: Int) -> Int32 {
            let trip = Int(layout.trips[place])
            return timing[trip] == 0 ? -1 : origin[trip]
        }
        return places.sorted {
            (layout.groupNumbers[$0], start($0), layout.keys[$0])
                < (layout.groupNumbers[$1], start($1), layout.keys[$1])
        }
    }
}
