import BundleWriting
import FeedReading
import FeedValidation
import Foundation
import GRDB
import GTFSSchedule
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("stop_times.txt is read once, for the bundle and for the rules")
struct OneReadingTests {
    /// Tables that are made of `stop_times.txt`, and what was left out of them.
    private static let tables = [
        "trip", "trip_group", "pattern", "pattern_stops", "call_codes", "timing", "dwell",
        "distances", "stop_headsigns", "flex_stop_times", "rejected", "dangling",
    ]

    @Test(
        "Neither sees another feed than it would alone, however flawed",
        arguments: 0..<60 as Range<UInt64>)
    func alike(seed: UInt64) throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(Self.flawed(seed)).write(to: folder)
        let options = ValidationOptions(date: try #require(ServiceDate(yyyymmdd: 2026_06_15)))
        let alone = try Validator(options).validate(FeedFiles(at: path, for: options))
        let companion = BuildValidation(options, isDated: true)
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

    /// Builds a bundle; its rows, table by table.
    private static func build(
        _ feed: String, to target: String, in folder: TestFolder, _ companion: BuildValidation?
    ) throws -> [String: [String]] {
        var options = BundleBuild.Options()
        options.temporaryDirectory = folder.temporaryDirectory
        let access = ArchiveOptions(temporaryDirectory: folder.temporaryDirectory)
        _ = try BundleBuild(options).run(
            FeedArchive.open(feed, options: access), to: target, companion: companion
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

    /// Stop times of the trips of the base, with faults of all kinds in some of the cells, in some order.
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
        return TestFeed(
            (["# stop_times.txt", header] + rows).joined(separator: "\n"))
    }
}
