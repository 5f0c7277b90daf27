import FeedCompiling

/// The tables of trips that have a row for each trip, group or stop of a pattern, and their indexes.
struct PackedTrips: ~Copyable {
    static let tables = ["pattern_stops", "trip_group", "trip"]

    private let compiled: CompiledTrips
    private let layout: TripLayout
    private let trips: TripTable
    /// The trips of the layout, by id.
    private let byID: Background<[Int32]>
    private var record = PackedRecord()

    init(_ compiled: CompiledTrips, _ layout: TripLayout) {
        self.compiled = compiled
        self.layout = layout
        trips = compiled.trips
        let count = Int32(layout.trips.count)
        byID = Background { [layout] in
            RowOrder.byText((0..<count).map { $0 }) {
                compiled.trips.ids[Int(layout.trips[Int($0)])]
            }
        }
    }

    /// The indexes that have a row. One without is a page for nothing.
    var indexes: [String] {
        var names: [String] = []
        if !layout.patterns.allSatisfy({ $0 == 0 }) { names.append("pattern_stops_sid") }
        guard !layout.trips.isEmpty else { return names }
        names += ["trip_group_pattern", "trip_group_service"]
        if layout.groups.contains(where: { trips.details[$0.detail].flex != 0 }) {
            names.append("trip_group_flex")
        }
        names += ["trip_trip_id", "trip_group_origin"]
        if layout.trips.contains(where: { trips.block[Int($0)] != 0 }) {
            names.append("trip_block")
        }
        return names
    }

    /// Fills the tables, and those of the indexes that have a root.
    mutating func write(_ roots: [String: UInt32], _ pages: inout PackedPages) throws {
        try writeCalls(roots, &pages)
        try writeGroups(roots, &pages)
        try writeTrips(roots, &pages)
    }

    /// Begins to fill a table or an index; nil where there is none.
    private func tree(
        _ kind: PackedTree.Kind, _ name: String, _ roots: [String: UInt32]
    ) -> PackedTree? {
        roots[name].map { PackedTree(kind, root: $0) }
    }

    // MARK: Stops of patterns

    private mutating func writeCalls(
        _ roots: [String: UInt32], _ pages: inout PackedPages
    ) throws {
        let patterns = compiled.stopTimes.patterns
        var stops: [Int32] = []
        if var table = tree(.table, "pattern_stops", roots) {
            for pattern in 0..<patterns.count where layout.patterns[pattern] != 0 {
                try patterns.forEachCall(pattern) { call in
                    stops.append(call.stop)
                    record.begin()
                    record.appendNull()
                    record.append(layout.patterns[pattern])
                    record.append(orNull: call.stop)
                    record.append(call.sequence)
                    record.append(layout.codes[call.codes])
                    record.append(call.window.map { Int64($0.lowerBound) })
                    record.append(call.window.map { Int64($0.upperBound) })
                    try table.add(record, rowID: Int64(stops.count), &pages)
                }
            }
            try table.finish(&pages)
        }
        if var index = tree(.index, "pattern_stops_sid", roots) {
            for call in RowOrder.byNumber(stops) {
                record.begin()
                record.append(orNull: stops[Int(call)])
                record.append(call + 1)
                try index.add(record, &pages)
            }
            try index.finish(&pages)
        }
    }

    // MARK: Groups

    private mutating func writeGroups(
        _ roots: [String: UInt32], _ pages: inout PackedPages
    ) throws {
        let details = trips.details
        if var table = tree(.table, "trip_group", roots) {
            for (place, group) in layout.groups.enumerated() {
                let value = details[group.detail]
                record.begin()
                record.appendNull()
                record.append(group.pattern)
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
                try table.add(record, rowID: Int64(place + 1), &pages)
            }
            try table.finish(&pages)
        }
        if var index = tree(.index, "trip_group_pattern", roots) {
            for (place, group) in layout.groups.enumerated() {
                record.begin()
                record.append(group.pattern)
                record.append(Int64(place + 1))
                try index.add(record, &pages)
            }
            try index.finish(&pages)
        }
        try writeGroups(
            by: layout.groups.map { details[$0.detail].service },
            tree(.index, "trip_group_service", roots), skipsBlank: false, &pages)
        try writeGroups(
            by: layout.groups.map { details[$0.detail].flex },
            tree(.index, "trip_group_flex", roots), skipsBlank: true, &pages)
    }

    private mutating func writeGroups(
        by numbers: [Int32], _ index: consuming PackedTree?, skipsBlank: Bool,
        _ pages: inout PackedPages
    ) throws {
        guard var index else { return }
        for place in RowOrder.byNumber(numbers) {
            if skipsBlank, numbers[Int(place)] == 0 { continue }
            record.begin()
            record.append(orNull: numbers[Int(place)])
            record.append(place + 1)
            try index.add(record, &pages)
        }
        try index.finish(&pages)
    }

    // MARK: Trips

    private mutating func writeTrips(
        _ roots: [String: UInt32], _ pages: inout PackedPages
    ) throws {
        let places = layout.hasUndefinedTrips ? layout.placesByKey : Array(layout.trips.indices)
        if var table = tree(.table, "trip", roots) {
            for place in places {
                appendTrip(place)
                try table.add(record, rowID: Int64(layout.keys[place]), &pages)
            }
            try table.finish(&pages)
        }
        if var index = tree(.index, "trip_trip_id", roots) {
            for place in byID.value() {
                record.begin()
                record.append(text: trips.ids[Int(layout.trips[Int(place)])])
                record.append(layout.keys[Int(place)])
                try index.add(record, &pages)
            }
            try index.finish(&pages)
        }
        if var index = tree(.index, "trip_group_origin", roots) {
            for place in placesByOrigin() {
                let trip = Int(layout.trips[place])
                record.begin()
                record.append(layout.groupNumbers[place])
                record.append(trips.timing[trip] == 0 ? nil : Int64(trips.origin[trip]))
                record.append(layout.keys[place])
                try index.add(record, &pages)
            }
            try index.finish(&pages)
        }
        if var index = tree(.index, "trip_block", roots) {
            let blocks = places.map { trips.block[Int(layout.trips[$0])] }
            for row in RowOrder.byNumber(blocks) where blocks[Int(row)] != 0 {
                record.begin()
                record.append(blocks[Int(row)])
                record.append(layout.keys[places[Int(row)]])
                try index.add(record, &pages)
            }
            try index.finish(&pages)
        }
    }

    private mutating func appendTrip(_ place: Int) {
        let trip = Int(layout.trips[place])
        record.begin()
        record.appendNull()
        record.append(text: trips.ids[trip])
        record.append(layout.groupNumbers[place])
        let timing = Int(trips.timing[trip])
        if timing == 0 {
            record.appendNull()
            record.appendNull()
        } else {
            record.append(layout.timings[timing - 1])
            record.append(trips.origin[trip])
        }
        if trips.shortName[trip] == 0 {
            record.appendNull()
        } else {
            record.append(text: trips.shortNames[Int(trips.shortName[trip]) - 1])
        }
        record.append(orNull: trips.block[trip])
        let list = Int(trips.distances[trip])
        record.append(orNull: list == 0 ? 0 : layout.distances[list - 1])
    }

    /// Trips lie by group and origin already; only undefined ones have keys that count downwards.
    private func placesByOrigin() -> [Int] {
        let places = Array(layout.trips.indices)
        guard layout.hasUndefinedTrips else { return places }
        func origin(_ place: Int) -> Int32 {
            let trip = Int(layout.trips[place])
            return trips.timing[trip] == 0 ? -1 : trips.origin[trip]
        }
        return places.sorted {
            (layout.groupNumbers[$0], origin($0), layout.keys[$0])
                < (layout.groupNumbers[$1], origin($1), layout.keys[$1])
        }
    }
}
