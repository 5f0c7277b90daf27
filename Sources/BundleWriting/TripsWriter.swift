import BundleCodec
import FeedCompiling
import SQLiteLayer

/// Inserts data that trips share: timings, lists and blocks. The trips themselves, their groups,
/// patterns and the stops of these have many rows, which ``PackedTrips`` writes.
struct TripsWriter {
    private let compiled: CompiledTrips
    private let layout: TripLayout
    private let trips: TripTable
    private let stopTimes: StopTimesCompiler
    private let connection: Connection

    init(_ compiled: CompiledTrips, layout: TripLayout, connection: Connection) {
        self.compiled = compiled
        self.layout = layout
        trips = compiled.trips
        stopTimes = compiled.stopTimes
        self.connection = connection
    }

    func write() throws {
        try writeCodes()
        try writeTimings()
        try writeDistances()
        try writeBlocks()
        try writeStopHeadsigns()
        try writeFlex()
        try writeDangling()
    }

    /// Writes the columns that readers list, in their order.
    private func insert(_ table: String, _ columns: [String]) throws -> Statement {
        try Statement(connection, BundleInserts(table: table, columns: columns).sql)
    }

    private func writeCodes() throws {
        let insert = try insert("call_codes", ["codes"] + BundleTables.codes)
        for number in layout.codes.used {
            let codes = stopTimes.patterns.codes(number)
            try insert.run(
                layout.codes[number], codes.pickupType.codeOrNil, codes.dropOffType.codeOrNil,
                codes.continuousPickup.codeOrNil, codes.continuousDropOff.codeOrNil,
                codes.timepoint.codeOrNil)
        }
    }

    private func writeTimings() throws {
        let timings = stopTimes.timings
        let insert = try Statement(connection, "INSERT INTO timing VALUES (?, ?, ?, ?, ?, ?)")
        var dwells: Set<Int> = []
        for index in 0..<timings.count where layout.timings[index] != 0 {
            let timing = timings[index]
            try insert.run(
                layout.timings[index], Int64(timing.unit), SQLBytes.text(timing.departures),
                timing.dwell == 0 ? nil : Int64(timing.dwell), text(timing.arrivals),
                text(timing.interpolated))
            if timing.dwell != 0 { dwells.insert(timing.dwell) }
        }
        let insertDwell = try Statement(connection, "INSERT INTO dwell VALUES (?, ?)")
        for dwell in dwells.sorted() {
            try insertDwell.run(Int64(dwell), SQLBytes.text(timings.dwells[dwell - 1]))
        }
    }

    private func text(_ bytes: UnsafeRawBufferPointer) -> SQLBytes? {
        bytes.isEmpty ? nil : .text(bytes)
    }

    /// How many trips must share a list of distances for it to be in digits, which then cost a stop
    /// time an eighth of a byte at most.
    private static let manyTrips: Int32 = 16

    private func writeDistances() throws {
        let store = stopTimes.distances
        let insert = try insert("distances", ["distances"] + Columns.packedNumbers)
        var uses = [Int32](repeating: 0, count: store.count)
        for trip in layout.trips {
            let list = Int(trips.columns.distances[Int(trip)])
            if list > 0 { uses[list - 1] += 1 }
        }
        for index in 0..<store.count where layout.distances[index] != 0 {
            guard
                let list =
                    try store.list(
                        Int32(index) + 1, as: uses[index] < Self.manyTrips ? .bytes : .digits)
            else { continue }
            try list.codes.withUnsafeBytes { codes in
                try insert.run(
                    layout.distances[index], list.base, list.scale, Int64(list.signedWidth),
                    SQLBytes.blob(codes))
            }
        }
    }

    private func writeBlocks() throws {
        let insert = try Statement(connection, "INSERT INTO block VALUES (?, ?)")
        let blocks = trips.columns.block
        var isUsed = [Bool](repeating: false, count: trips.blocks.count)
        for trip in layout.trips where blocks[Int(trip)] != 0 {
            isUsed[Int(blocks[Int(trip)]) - 1] = true
        }
        for block in isUsed.indices where isUsed[block] {
            try insert.run(Int64(block + 1), SQLBytes.text(trips.blocks[block]))
        }
    }

    private func writeStopHeadsigns() throws {
        let insert = try Statement(connection, "INSERT INTO stop_headsigns VALUES (?, ?, ?)")
        let used = Set(layout.groups.map { trips.details[$0.detail].stopHeadsigns })
        for list in used.subtracting([0]).sorted() {
            for entry in stopTimes.stopHeadsignLists[Int(list) - 1] {
                try insert.run(
                    list, entry.position + 1,
                    SQLBytes.text(stopTimes.stopHeadsigns[Int(entry.value)]))
            }
        }
    }

    private func writeFlex() throws {
        let insert = try insert("flex_stop_times", ["flex", "position"] + BundleTables.flex)
        let texts = stopTimes.flexRows.texts
        func text(_ number: Int32) -> SQLBytes? {
            number == 0 ? nil : .text(texts[Int(number) - 1])
        }
        let used = Set(layout.groups.map { trips.details[$0.detail].flex })
        for list in used.subtracting([0]).sorted() {
            for entry in stopTimes.flexLists[Int(list) - 1] {
                let part = stopTimes.flexRows[Int(entry.value)]
                try insert.run(
                    list, entry.position + 1, text(part.locationGroup), text(part.location),
                    part.windowStart < 0 ? nil : Int64(part.windowStart),
                    part.windowEnd < 0 ? nil : Int64(part.windowEnd), text(part.pickupRule),
                    text(part.dropOffRule))
            }
        }
    }

    /// Writes undefined trips, stops, routes and services; `BundleFinisher` removes those that the
    /// filters left unused, and adds shapes.
    private func writeDangling() throws {
        let insert = try Statement(connection, "INSERT INTO dangling VALUES (?, ?, ?)")
        func add(_ kind: String, key: Int32, id: UnsafeRawBufferPointer) throws {
            try insert.run(kind, key, SQLBytes.text(id))
        }
        for (trip, key) in zip(layout.trips, layout.keys) where key < 0 {
            try add("trip", key: key, id: trips.ids[Int(trip)])
        }
        for index in 0..<compiled.stops.dangling.count {
            try add("stop", key: -Int32(index) - 1, id: compiled.stops.dangling[index])
        }
        for index in 0..<compiled.routes.dangling.count {
            try add("route", key: -Int32(index) - 1, id: compiled.routes.dangling[index])
        }
        let services = compiled.services
        for service in 0..<services.count where !services.isDefined[service] {
            try add("service", key: Int32(service + 1), id: services.ids[service])
        }
    }
}
