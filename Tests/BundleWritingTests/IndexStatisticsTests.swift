import FeedCompiling
import Foundation
import GRDB
import TestSupport
import Testing

@testable import BundleWriting

@Suite("Statistics of a bundle")
struct IndexStatisticsTests {
    /// The statistics of a bundle, and those that ANALYZE makes of it; but for `metadata`, which is
    /// written last.
    private func statistics(
        _ built: BuiltBundle
    ) throws -> (own: [String], analyzed: [String]) {
        let folder = try TestFolder()
        let copy = folder.path + "/copy.sqlite"
        try FileManager.default.copyItem(atPath: built.path, toPath: copy)
        let queue = try DatabaseQueue(path: copy)
        let query =
            "SELECT tbl || ' ' || coalesce(idx, '') || ' ' || stat FROM sqlite_stat1 WHERE tbl <> 'metadata'"
        func lines(_ db: Database) throws -> [String] {
            try String.fetchAll(db, sql: query).sorted()
        }
        let own = try queue.read(lines)
        try queue.writeWithoutTransaction {
            try $0.execute(sql: "DELETE FROM sqlite_stat1; ANALYZE")
        }
        return (own, try queue.read(lines))
    }

    @Test("They are those of ANALYZE, whatever was left out")
    func sample() throws {
        var filtered = BundleBuild.Options()
        filtered.filter.routeTypes = [3]
        for options in [BundleBuild.Options(), filtered] {
            let (own, analyzed) = try statistics(try .sample(options))
            #expect(own == analyzed)
            #expect(own.contains { $0.hasPrefix("trip trip_trip_id ") })
        }
    }

    @Test("Many trips of few stops, groups, blocks and services; undefined ones, too")
    func many() throws {
        var random = SeededGenerator(seed: 5)
        for trips in [1, 2, 700] {
            var feed = TestFeed.base
            var tripRows = "route_id,service_id,trip_id,block_id\n"
            var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            for trip in 0..<trips {
                let block =
                    Bool.random(using: &random) ? "" : "B\(Int.random(in: 0...9, using: &random))"
                if trip % 50 != 7 { tripRows += "R,WD,T\(trip),\(block)\n" }
                let hour = Int.random(in: 6...22, using: &random)
                let stops = ["A", "B", "C"].shuffled(using: &random)
                for (sequence, stop) in stops.prefix(2 + trip % 2).enumerated() {
                    times += "T\(trip),\(hour):\(10 + sequence):00,\(hour):\(10 + sequence):00,"
                    times += "\(stop),\(sequence + 1)\n"
                }
            }
            feed["trips.txt"] = tripRows
            feed["stop_times.txt"] = times
            let (own, analyzed) = try statistics(try BuiltBundle(feed))
            #expect(own == analyzed)
        }
    }

    @Test("The rows that a build counts are those in the bundle")
    func counts() throws {
        var filtered = BundleBuild.Options()
        filtered.filter.routeTypes = [3]
        for options in [BundleBuild.Options(), filtered] {
            let built = try BuiltBundle.sample(options)
            #expect(built.summary.tables.count > 25)
            for kept in built.summary.tables {
                let table = kept.file.prefix { $0 != "." }
                let there = try built.count("SELECT count(*) FROM \(table)")
                #expect(kept.bundleRows == there, "\(table)")
            }
            #expect(built.summary.patterns == (try built.count("SELECT count(*) FROM pattern")))
            #expect(built.summary.timings == (try built.count("SELECT count(*) FROM timing")))
            #expect(
                built.summary.danglingIDs == (try built.count("SELECT count(*) FROM dangling")))
        }
    }

    @Test("A nearly unique index counts as unique, as in SQLite")
    func averages() {
        func text(_ sames: [Int], columns: Int) -> String {
            var statistics = IndexStatistics(table: "t", index: "i", columns: columns)
            for same in sames { statistics.count(same: same) }
            return statistics.text
        }
        #expect(text([0], columns: 1) == "1 1")
        #expect(text([0, 1, 1], columns: 1) == "3 3")
        #expect(text([0, 1, 0], columns: 1) == "3 2")
        #expect(text([0, 2, 1, 0], columns: 2) == "4 2 2")
        #expect(text([0] + Array(repeating: 0, count: 10) + [1], columns: 1) == "12 1")
    }
}
