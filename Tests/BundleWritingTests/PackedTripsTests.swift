import FeedCompiling
import FeedReading
import Foundation
import GRDB
import GTFSSchedule
import TestSupport
import Testing

@testable import BundleWriting

/// The tables that a bundle has as finished pages, beside those that SQLite makes of the same rows.
@Suite("Trips written as pages")
struct PackedTripsTests {
    @Test(
        "They have the rows that SQLite's own inserts give, in every table and index",
        arguments: ["sample", "town 1", "town 2", "many"])
    func bothWays(_ name: String) throws {
        let folder = try TestFolder()
        let feed = try Self.feed(name).write(to: folder)
        let bundle = try BuiltBundle(feed, in: folder)
        #expect(try bundle.lines("PRAGMA integrity_check") == ["ok"])
        let tables = PackedTrips.tables
        let schema = try bundle.lines(
            """
            SELECT sql FROM sqlite_master WHERE sql IS NOT NULL
            AND tbl_name IN ('\(tables.joined(separator: "', '"))') ORDER BY rowid
            """)
        let database = try DatabaseQueue()
        try database.write { for statement in schema { try $0.execute(sql: statement) } }
        let archive = try FeedArchive.open(
            feed, options: ArchiveOptions(temporaryDirectory: folder.temporaryDirectory))
        try FeedCompiler(
            archive, options: .init(), sink: InsertingSink(database),
            findings: FeedReading.Findings()
        ).run()

        for table in tables {
            let rows = { (db: Database) in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1")
            }
            let packed = try bundle.read(rows)
            #expect(!packed.isEmpty, "\(table)")
            #expect(try packed == database.read(rows), "\(table)")
        }
        for index in schema.filter({ $0.hasPrefix("CREATE") && $0.contains(" INDEX ") }) {
            let words = index.split { $0 == " " || $0 == "\n" }
            let on = try #require(words.firstIndex(of: "ON"))
            let name = words[on - 1]
            let condition = index.range(of: " WHERE ").map { index[$0.lowerBound...] } ?? ""
            let keys = { (db: Database) in
                try Row.fetchAll(
                    db,
                    sql: "SELECT rowid, * FROM \(words[on + 1]) INDEXED BY \(name)\(condition)")
            }
            // In the order of the index, for nothing else orders them.
            let packed = try bundle.read(keys)
            #expect(!packed.isEmpty, "\(name)")
            #expect(try packed == database.read(keys), "\(name)")
        }
    }

    private static func feed(_ name: String) throws -> TestFeed {
        if name == "sample" { return try .sample() }
        if name == "many" { return many }
        var feed = TestFeed("")
        let seed = UInt64(name.split(separator: " ")[1]) ?? 0
        for (file, text) in ConstructedFeed.town(seed: seed) { feed[file] = text }
        return feed
    }

    /// Many trips, so that trees have layers; some are undefined, or have no times or no stops.
    private static var many: TestFeed {
        var random = SeededGenerator(seed: 8)
        var trips = "route_id,service_id,trip_id,trip_headsign,trip_short_name,block_id,"
        trips += "wheelchair_accessible,safe_duration_factor\n"
        var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        func some(_ values: String...) -> String { values.randomElement(using: &random) ?? "" }
        for trip in 0..<6_000 {
            let id =
                "T\(trip * 7919 % 6_000)"
                + String(repeating: "x", count: trip % 900 == 5 ? 5_000 : 0)
            if trip % 50 != 7 {
                trips += "\(some("R", "R2")),WD,\(id),\(some("", "To the sea", "Home")),"
                trips +=
                    "\(some("", "\(trip)")),\(some("", "B\(trip % 90)")),\(some("", "1", "2")),"
                trips += "\(some("", "1.5"))\n"
            }
            let hour = trip % 19 + 4
            for (sequence, stop) in ["A", "B", "C", "D"].shuffled(using: &random)
                .prefix(trip % 5).enumerated()
            {
                let time = trip % 70 == 3 ? "" : "\(hour):\(10 + sequence):00"
                times += "\(id),\(time),\(time),\(stop),\(sequence + 1)\n"
            }
        }
        var feed = TestFeed.base
        feed["trips.txt"] = trips
        feed["stop_times.txt"] = times
        return feed
    }
}

/// Inserts trips and places as SQLite's documentation shows it, a row with each statement.
private final class InsertingSink: FeedSink {
    private let database: DatabaseQueue

    init(_ database: DatabaseQueue) {
        self.database = database
    }

    func write(_ trips: CompiledTrips) throws {
        let layout = TripLayout(trips)
        try database.write { db in
            try insertPatterns(of: trips, layout, into: db)
            try insertTrips(trips, layout, into: db)
        }
    }

    private func insertPatterns(
        of trips: CompiledTrips, _ layout: TripLayout, into db: Database
    ) throws {
        let patterns = trips.stopTimes.patterns
        let insert = try db.makeStatement(sql: "INSERT INTO pattern VALUES (?, ?, ?, ?, ?, ?)")
        let insertCall = try db.makeStatement(
            sql: "INSERT INTO pattern_stops VALUES (NULL, ?, ?, ?, ?, ?, ?)")
        var next = 1
        func add(_ number: Int32, _ head: PatternTable.Head, stops: Int) throws {
            try insert.execute(arguments: [
                number, orNull(head.route), code(head.direction), orNull(head.shape), next, stops,
            ])
            next += stops
        }
        for pattern in 0..<patterns.count where layout.patterns[pattern] != 0 {
            let number = layout.patterns[pattern]
            try add(number, patterns.head(pattern), stops: patterns.stopCount(pattern))
            try patterns.forEachCall(pattern) { call in
                try insertCall.execute(arguments: [
                    number, orNull(call.stop), call.sequence, layout.codes[call.codes],
                    call.window?.lowerBound, call.window?.upperBound,
                ])
            }
        }
        for (place, head) in layout.emptyPatterns.enumerated() {
            try add((layout.patterns.max() ?? 0) + Int32(place) + 1, head, stops: 0)
        }
    }

    private func insertTrips(
        _ compiled: CompiledTrips, _ layout: TripLayout, into db: Database
    ) throws {
        let trips = compiled.trips
        let insertGroup = try db.makeStatement(
            sql: "INSERT INTO trip_group VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for group in layout.groups {
            let detail = trips.details[group.detail]
            let headsign: String? =
                detail.headsign == 0
                ? nil : text(trips.details.headsigns[Int(detail.headsign) - 1])
            try insertGroup.execute(arguments: [
                group.pattern, orNull(detail.service), headsign, code(detail.wheelchairAccessible),
                code(detail.bikesAllowed), code(detail.carsAllowed), detail.safeDurationFactor,
                detail.safeDurationOffset, orNull(detail.stopHeadsigns), orNull(detail.flex),
            ])
        }
        let insert = try db.makeStatement(
            sql: "INSERT INTO trip VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        let columns = trips.columns
        for (place, trip) in layout.trips.map({ Int($0) }).enumerated() {
            let timing = columns.timing[trip]
            let shortName = Int(columns.shortName[trip])
            let distances = Int(columns.distances[trip])
            try insert.execute(arguments: [
                layout.keys[place], text(trips.ids[trip]), layout.groupNumbers[place],
                timing == 0 ? nil : layout.timings[Int(timing) - 1],
                timing == 0 ? nil : columns.origin[trip],
                shortName == 0 ? nil : text(trips.shortNames[shortName - 1]),
                orNull(columns.block[trip]),
                distances == 0 ? nil : layout.distances[distances - 1],
            ])
        }
    }

    private func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    private func orNull(_ number: Int32) -> Int32? { number == 0 ? nil : number }

    private func code(_ code: Int16) -> Int16? { code == StopTimeRow.noCode ? nil : code }

    func write(_ services: CompiledServices) {}
    func write(_ rejection: Rejection) {}
    func write(_ row: CheckedRow, of table: TableSpec, adding extra: [ExtraValue]) {}
    func begin(_ table: PackedExtension) throws {}
    func write(_ cells: RowCells, of table: PackedExtension) throws {}
    func write(_ location: LocationFeature) {}
    func begin(table: String) {}
    func finish(table: String) {}
    func write(_ shape: CompiledShape) {}
}
