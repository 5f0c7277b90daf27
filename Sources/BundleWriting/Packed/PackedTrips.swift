import FeedCompiling

/// The tables of trips that have a row for each trip, group or stop of a pattern, and their indexes.
struct PackedTrips {
    static let tables = ["pattern_stops", "trip_group", "trip"]

    private let compiled: CompiledTrips
    private let layout: TripLayout
    private let trips: TripTable
    /// The trips of the layout, by id.
    private let byID: Background<[Int32]>

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
    func write(_ roots: [String: UInt32], _ pages: inout PackedPages) throws {
        try writeCalls(roots, &pages)
        try writeGroups(roots, &pages)
        try writeTrips(roots, &pages)
    }

    /// Fills a table or an index; nothing where it has no root.
    ///
    /// - Parameters:
    ///   - places: of the rows, in the order of their keys.
    ///   - rowID: of a table, by place.
    ///   - row: writes the values of the row at a place.
    private func fill(
        _ kind: PackedTree.Kind, _ name: String, _ roots: [String: UInt32],
        _ pages: inout PackedPages, _ places: some Sequence<Int>,
        rowID: (Int) -> Int64 = { _ in 0 }, _ row: (Int, inout PackedRecord) -> Void
    ) throws {
        guard let root = roots[name] else { return }
        var tree = PackedTree(kind, root: root)
        var record = PackedRecord()
        for place in places {
            record.begin()
            row(place, &record)
            try tree.add(record, rowID: rowID(place), &pages)
        }
        try tree.finish(&pages)
    }

    // MARK: Stops of patterns

    private func writeCalls(_ roots: [String: UInt32], _ pages: inout PackedPages) throws {
        guard let root = roots["pattern_stops"] else { return }
        let patterns = compiled.stopTimes.patterns
        var table = PackedTree(.table, root: root)
        var record = PackedRecord()
        var stops: [Int32] = []
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
        let order = RowOrder.byNumber(stops).lazy.map { Int($0) }
        try fill(.index, "pattern_stops_sid", roots, &pages, order) { call, record in
            record.append(orNull: stops[call])
            record.append(Int64(call + 1))
        }
    }

    // MARK: Groups

    private func writeGroups(_ roots: [String: UInt32], _ pages: inout PackedPages) throws {
        let groups = layout.groups
        let details = trips.details
        let rowID = { (place: Int) in Int64(place + 1) }
        try fill(
            .table, "trip_group", roots, &pages, groups.indices, rowID: rowID
        ) { place, record in
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
        // Groups are in the order of their patterns.
        try fill(.index, "trip_group_pattern", roots, &pages, groups.indices) { place, record in
            record.append(groups[place].pattern)
            record.append(rowID(place))
        }
        let services = groups.map { details[$0.detail].service }
        let byService = RowOrder.byNumber(services).lazy.map { Int($0) }
        try fill(.index, "trip_group_service", roots, &pages, byService) { place, record in
            record.append(orNull: services[place])
            record.append(rowID(place))
        }
        let flex = groups.map { details[$0.detail].flex }
        let byFlex = RowOrder.byNumber(flex).lazy.map { Int($0) }.filter { flex[$0] != 0 }
        try fill(.index, "trip_group_flex", roots, &pages, byFlex) { place, record in
            record.append(flex[place])
            record.append(rowID(place))
        }
    }

    // MARK: Trips

    private func writeTrips(_ roots: [String: UInt32], _ pages: inout PackedPages) throws {
        let places = layout.hasUndefinedTrips ? layout.placesByKey : Array(layout.trips.indices)
        let key = { (place: Int) in Int64(layout.keys[place]) }
        try fill(.table, "trip", roots, &pages, places, rowID: key) { append($0, to: &$1) }
        let byID = byID.value().lazy.map { Int($0) }
        try fill(.index, "trip_trip_id", roots, &pages, byID) { place, record in
            record.append(text: trips.ids[Int(layout.trips[place])])
            record.append(key(place))
        }
        try fill(.index, "trip_group_origin", roots, &pages, placesByOrigin()) { place, record in
            let trip = Int(layout.trips[place])
            record.append(layout.groupNumbers[place])
            record.append(trips.timing[trip] == 0 ? nil : Int64(trips.origin[trip]))
            record.append(key(place))
        }
        let blocks = places.map { trips.block[Int(layout.trips[$0])] }
        let byBlock = RowOrder.byNumber(blocks).lazy.map { Int($0) }.filter { blocks[$0] != 0 }
        try fill(.index, "trip_block", roots, &pages, byBlock) { row, record in
            record.append(blocks[row])
            record.append(key(places[row]))
        }
    }

    private func append(_ place: Int, to record: inout PackedRecord) {
        let trip = Int(layout.trips[place])
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
