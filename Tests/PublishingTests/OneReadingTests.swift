import BundleWriting
import FeedCompiling
import FeedReading
import FeedValidation
import Foundation
import GRDB
import GTFSSchedule
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite(
    "The largest files are read once, for the bundle and for the rules, on several threads",
    .blocking)
struct OneReadingTests {
    /// Tables that are made of `stop_times.txt` and `shapes.txt`, and what was left out of them.
    private static let tables = [
        "trip", "trip_group", "pattern", "pattern_stops", "call_codes", "timing", "dwell",
        "distances", "stop_headsigns", "flex_stop_times", "shape", "shape_chunk", "rejected",
        "dangling",
    ]

    @Test(
        "Neither sees another feed than it would alone, however flawed",
        arguments: 0..<60 as Range<UInt64>)
    func alike(seed: UInt64) throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(Self.flawed(seed)).write(to: folder)
        let options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        let alone = try Validation(options).run(FeedFiles(at: path, for: options))
        let companion = BuildValidation(options)
        let shared = try Self.build(path, to: folder.path + "/shared.sqlite", in: folder, companion)
        let single = try Self.build(path, to: folder.path + "/single.sqlite", in: folder, nil)
        let together = try companion.report()
        #expect(together.groups.map(\.code) == alone.groups.map(\.code))
        for (one, other) in zip(together.groups, alone.groups) {
            #expect(one.count == other.count, "\(one.code)")
            #expect(one.samples == other.samples, "\(one.code)")
        }
        #expect(shared == single)
    }

    @Test("Filters that leave out nothing change no finding", arguments: 0..<30 as Range<UInt64>)
    func cut(seed: UInt64) throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(Self.flawed(seed)).write(to: folder)
        let options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        let alone = try Validation(options).run(FeedFiles(at: path, for: options))
        let companion = BuildValidation(options)
        var filter = FeedFilter()
        filter.without = [.transfers]
        filter.leftOutTypes = [4]
        _ = try Self.build(
            path, to: folder.path + "/cut.sqlite", in: folder, companion, filter: filter)
        let cut = try companion.report()
        #expect(cut.groups.map(\.code) == alone.groups.map(\.code))
        for (one, other) in zip(cut.groups, alone.groups) {
            #expect(one.count == other.count, "\(one.code)")
            #expect(one.samples == other.samples, "\(one.code)")
        }
    }

    /// A thread that is late somewhere changes nothing but time: at each place of its own, and at
    /// several that a seed chooses.
    @Test("The slower thread is waited for, wherever it is late", arguments: 0..<24)
    func late(number: Int) throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(Self.flawed(7)).write(to: folder)
        let options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        let alone = try Validation(options).run(FeedFiles(at: path, for: options))
        let single = try Self.build(path, to: folder.path + "/single.sqlite", in: folder, nil)
        let places = ["trips.txt", "stop_times.txt", "shapes.txt"].flatMap { file in
            SharedReading.Moment.Step.allCases.map { SharedReading.Moment(file: file, step: $0) }
        }
        let isLate: Set =
            number < places.count
            ? [places[number]]
            : Set(places.enumerated().filter { number * 37 >> ($0.offset % 5) & 1 == 1 }.map(\.1))
        let passed = Locked<Set<SharedReading.Moment>>([])
        let companion = BuildValidation(options)
        let shared = try Self.build(
            path, to: folder.path + "/shared.sqlite", in: folder, companion
        ) { moment in
            passed.withLock { _ = $0.insert(moment) }
            if isLate.contains(moment) { Thread.sleep(forTimeInterval: 0.02) }
        }
        #expect(passed.withLock { $0 } == Set(places))
        #expect(shared == single)
        let together = try companion.report()
        #expect(together.groups.map(\.count) == alone.groups.map(\.count))
        #expect(together.groups.map(\.samples) == alone.groups.map(\.samples))
    }

    /// Chunks as small as these are all decoded ahead, but for records that lie across two; of feeds as
    /// small as these, a chunk of the usual size is decoded by the reader alone.
    @Test(
        "Records decoded ahead are those that the reader would have read",
        arguments: 0..<60 as Range<UInt64>)
    func ahead(seed: UInt64) throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(Self.flawed(seed)).write(to: folder)
        let chunkSize = [80, 200, 500, 1500][Int(seed % 4)]
        let whole = try Self.build(path, to: folder.path + "/whole.sqlite", in: folder, nil)
        let pieces = try Self.build(
            path, to: folder.path + "/pieces.sqlite", in: folder, nil, chunkSize: chunkSize)
        #expect(pieces == whole)
        for isCanonical in [false, true] {
            var options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
            options.isCanonical = isCanonical
            let access = ArchiveOptions(temporaryDirectory: folder.temporaryDirectory)
            let archive = try FeedArchive.open(path, options: access)
            let one = try Validation(options).run(FeedFiles(archive))
            let other = try Validation(options).run(
                FeedFiles(archive, chunkSize: chunkSize))
            #expect(one.groups.map(\.code) == other.groups.map(\.code))
            for (one, other) in zip(one.groups, other.groups) {
                #expect(one.count == other.count, "\(one.code)")
                #expect(one.samples == other.samples, "\(one.code)")
            }
        }
    }

    @Test("Rows of trips that are spread over the file are put together, however many there are")
    func spread() throws {
        let folder = try TestFolder()
        let trips = (0..<1000).map { "R,WD,X\($0)" }
        func row(_ trip: Int, _ position: Int) -> String {
            // Each trip arrives before it leaves, but for one call of every tenth.
            let isFaulty = trip % 10 == 0 && position == 50
            let minute = String(position % 60 + 100).suffix(2)
            let time = "\(10 + position / 60):\(minute):00"
            return "X\(trip),\(isFaulty ? "23:00:00" : time),\(time),\(["A", "B"][position % 2]),"
                + "\(position)"
        }
        func feed(_ rows: [String]) -> TestFeed {
            TestFeed(
                (["# trips.txt", "route_id,service_id,trip_id"] + trips
                    + [
                        "# stop_times.txt",
                        "trip_id,arrival_time,departure_time,stop_id,stop_sequence",
                    ] + rows).joined(separator: "\n"))
        }
        let sorted = (0..<1000).flatMap { trip in (0..<100).map { row(trip, $0) } }
        let spread = (0..<100).flatMap { position in (0..<1000).map { row($0, position) } }
        let options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        func counts(_ rows: [String], _ name: String) throws -> [String: Int] {
            let path = try TestFeed.base.with(feed(rows)).write(to: folder, as: name)
            let report = try Validation(options).run(FeedFiles(at: path, for: options))
            return Dictionary(uniqueKeysWithValues: report.groups.map { ($0.code, $0.count) })
        }
        var expected = try counts(sorted, "sorted")
        #expect(expected["start_and_end_range_out_of_order"] == 100)
        expected["unsorted_stop_times"] = 1000
        expected["gtfs_scattered_rows"] = 1000
        #expect(try counts(spread, "spread") == expected)
    }

    /// Builds a bundle; its rows, table by table.
    private static func build(
        _ feed: String, to target: String, in folder: TestFolder, _ companion: BuildValidation?,
        chunkSize: Int = FeedPump.usualChunkSize,
        filter: FeedFilter = FeedFilter(),
        pause: @escaping @Sendable (SharedReading.Moment) -> Void = { _ in }
    ) throws -> [String: [String]] {
        var options = BundleBuild.Options()
        options.filter = filter
        options.chunkSize = chunkSize
        options.pause = pause
        options.temporaryDirectory = folder.temporaryDirectory
        let access = ArchiveOptions(temporaryDirectory: folder.temporaryDirectory)
        _ = try BundleBuild(options).run(
            FeedArchive.open(feed, options: access), to: target, validation: companion
        ) { _ in }
        return try DatabaseQueue(path: target).read { database in
            var rows: [String: [String]] = [:]
            for table in tables {
                rows[table] = try Row.fetchAll(database, sql: "SELECT * FROM \(table)")
                    .map { "\(Array($0.databaseValues))" }
            }
            return rows
        }
    }

    /// Stop times of the trips of the base and a few shapes, with faults of all kinds in some of the
    /// cells, in some order.
    private static func flawed(_ seed: UInt64) -> TestFeed {
        var random = SeededGenerator(seed: seed)
        let faults = [0, 3, 3, 20].randomElement(using: &random) ?? 0
        func cell(_ usual: String, _ unusual: [String]) -> String {
            Int.random(in: 0..<100, using: &random) < faults
                ? unusual.randomElement(using: &random) ?? "" : usual
        }
        var rows: [String] = []
        for trip in ["T1", "T2", "T3", "T9"] {
            for call in 0..<Int.random(in: 0..<7, using: &random) {
                let time = "\(10 + call):0\(call):00"
                rows.append(
                    [
                        cell(trip, ["", "T1", "T\u{1}", "\"\(trip)\"", "Tö"]),
                        cell(time, ["", "5:00:00", "05:00", "x", "99:99:99", "300:00:00"]),
                        cell(time, ["", "5:00:00", "-1", "00:00:00", "900:00:00"]),
                        cell(["A", "B", "C", "D"][call % 4], ["", "E", "ö", "\"A\"", "A\"B\""]),
                        cell("\(call)", ["", "-3", "x", "0", "07", "1.0", "99999999999", "9"]),
                        cell(["", "North"][call % 2], ["\u{FFFD}", "\"a, b\"", "\"x\ny\""]),
                        cell("0", ["4", "14", "99999", "-1", "01", "x"]),
                        cell("\(call).5", ["", "-1", "-0", "1e3", "0x1p3", "NaN", "x"]),
                        cell("", ["2", "G"]),
                    ].joined(separator: ",") + cell("", [",more"]))
            }
        }
        if Bool.random(using: &random) { rows.shuffle(using: &random) }
        let header =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type,"
            + "shape_dist_traveled,pickup_booking_rule_id"
        var points: [String] = []
        for shape in ["P1", "P2", "Pö"] {
            for point in 0..<Int.random(in: 0..<9, using: &random) {
                points.append(
                    [
                        cell(shape, ["", "P1", "P\u{1}", "\"\(shape)\"", "P9"]),
                        cell("47.\(point)1", ["", "91", "0.5", "89.5", "1e1", "x", "-0", "2001"]),
                        cell("8.\(point)", ["", "181", "0.5", "\"8.1\"", "x", "8.12345678901234"]),
                        cell("\(point)", ["", "-1", "x", "0", "07", "99999999999", "3"]),
                        cell("\(point).5", ["", "-1", "-0", "1e3", "NaN", "x"]),
                    ].joined(separator: ",") + cell("", [",more", "\n\n"]))
            }
        }
        if seed % 3 == 0 { points.shuffle(using: &random) }
        let columns =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled"
        return TestFeed(
            (["# stop_times.txt", header] + rows + ["# shapes.txt", columns] + points)
                .joined(separator: "\n"))
    }
}
