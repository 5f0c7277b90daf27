import BundleWriting
import FeedReading
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Size limits")
struct SizeLimitTests {
    @Test("A bundle that is too large is an error that tells where the bytes are")
    func tooLarge() throws {
        let folder = try TestFolder()
        let archive = try FeedArchive.open(try TestFeed.base.write(to: folder))
        let target = try folder.write("out/feed.sqlite", Array("old".utf8))
        var options = BundleBuild.Options()
        options.maxSize = 1000
        do {
            _ = try BundleBuild(options).run(archive, to: target) { _ in }
            Issue.record("no error")
        } catch let error as BundleError {
            #expect(error.exitCode == 2)
            let text = error.description
            #expect(text.contains("more than --max-size 1000"))
            #expect(error.details.contains { $0.hasPrefix("  sqlite_schema: ") })
            #expect(error.details.contains { $0.contains("--bbox") })
        }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "old")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out")
                == ["feed.sqlite"])
    }

    @Test("A bundle of just the size is fine; the report accounts for every byte")
    func fits() throws {
        let size = try BuiltBundle(.base).summary.bundleBytes
        var options = BundleBuild.Options()
        options.maxSize = size
        let bundle = try BuiltBundle(.base, options)
        let report = try SizeReport(path: bundle.path)
        #expect(report.items.reduce(0) { $0 + $1.bytes } == size)
        #expect(report.items.contains { $0.name == "trip_trip_id" && $0.table == "trip" })
    }

    @Test("Distances of its own on every trip cost five bytes a stop time with four decimals")
    func ownDistances() throws {
        var generator = SeededGenerator(seed: 4)
        let trips = 3000
        let stops = 20
        func build(withDistances: Bool) throws -> BuiltBundle {
            var stopTimes =
                "trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled\n"
            for trip in 0..<trips {
                var distance = 0.0
                for stop in 0..<stops {
                    let time = StopTimesFeed.time(20_000 + trip * 20 + stop * 60)
                    let text = withDistances ? "\((distance * 1e4).rounded() / 1e4)" : ""
                    stopTimes += "T\(trip),\(time),\(time),S\(stop),\(stop),\(text)\n"
                    distance += Double.random(in: 100...3000, using: &generator)
                }
            }
            var feed = StopTimesFeed(trips: trips, stops: stops).feed([])
            feed["stop_times.txt"] = stopTimes
            return try BuiltBundle(feed)
        }
        let without = try build(withDistances: false)
        let with = try build(withDistances: true)
        let cost = Double(with.summary.bundleBytes - without.summary.bundleBytes)
        #expect(cost / Double(trips * stops) <= 5)
        #expect(try with.count("SELECT count(*) FROM distances") == trips)
        #expect(with.summary.patterns == without.summary.patterns)
    }
}
