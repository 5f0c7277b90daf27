import BundleWriting
import FeedCompiling
import FeedReading
import Foundation
import GRDB
import GTFSSchedule
import SystemLayer
import TestSupport
import Testing

@Suite("Size limits")
struct SizeLimitTests {
    @Test("A bundle that is too large is an error with the sizes of its tables")
    func tooLarge() throws {
        let folder = try TestFolder()
        let archive = try FeedArchive.open(try TestFeed.base.write(to: folder))
        let target = try folder.write("out/feed.sqlite", Array("old".utf8))
        var options = BundleBuild.Options()
        options.maxSize = 1000
        options.replaceable = .anything
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

    @Test("One that is far too large ends while it is written, and leaves the older one")
    func endsEarly() throws {
        let folder = try TestFolder()
        let stops = (0..<10_000).map { stop in
            "S\(stop),\(String(repeating: "\(stop) ", count: 100)),48.0,2.0\n"
        }
        var feed = TestFeed.base
        feed["stops.txt"]? += stops.joined()
        let archive = try FeedArchive.open(try feed.write(to: folder))
        let target = try folder.write("out/feed.sqlite", Array("old".utf8))
        var options = BundleBuild.Options()
        options.maxSize = 100_000
        options.replaceable = .anything
        let error = #expect(throws: BundleError.self) {
            _ = try BundleBuild(options).run(archive, to: target) { _ in }
        }
        guard case .tooLarge(let bytes, 100_000, isWhole: false, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Far less than the names have.
        #expect(100_000 < bytes && bytes < 2_000_000)
        #expect(error?.exitCode == 2)
        #expect(error?.description.contains("the bundle took \(bytes) bytes before") == true)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "old")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out")
                == ["feed.sqlite"])
    }

    @Test("Filtered-out data may be larger than the rest")
    func filters() throws {
        var feed = TestFeed.base
        feed["agency.txt"]? += "Y,Other,https://example.org,Europe/Paris\n"
        feed["routes.txt"]? += "RY,Y,9,3\n"
        var trips = ""
        var calls = ""
        for trip in 0..<20_000 {
            let id = "Y\(trip)" + String(repeating: "y", count: 80)
            trips += "RY,WD,\(id)\n"
            calls += "\(id),08:00:0\(trip % 10),08:00:0\(trip % 10),A,1\n"
        }
        feed["trips.txt"]? += trips
        feed["stop_times.txt"]? += calls
        var options = BundleBuild.Options()
        options.filter.routes = ["R"]
        let size = try BuiltBundle(feed, options).summary.bundleBytes
        options.maxSize = size
        #expect(try BuiltBundle(feed, options).summary.bundleBytes == size)
        #expect(size < 300_000)
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

    @Test("Trips with their own distances of four decimals cost five bytes per stop time")
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
