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

    @Test("Distances of its own on every trip cost at most three bytes a stop time")
    func ownDistances() throws {
        var generator = SeededGenerator(seed: 4)
        let trips = 3000
        let stops = 30
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
        #expect(cost / Double(trips * stops) <= 3)
        #expect(try with.count("SELECT count(*) FROM distances") == trips)
        #expect(with.summary.patterns == without.summary.patterns)
    }

    @Test("Distances of every trip's own come back within 1 in 10,000 or 0.01")
    func distances() throws {
        var generator = SeededGenerator(seed: 8)
        var stopTimes =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled\n"
        var expected: [Double?] = []
        for trip in 0..<900 {
            let scale = ([1, 1000, 1e6, 1e10] as [Double]).randomElement(using: &generator) ?? 1
            let decimals = ([1, 100, 1e6, 1e8] as [Double]).randomElement(using: &generator) ?? 1
            for stop in 0..<12 {
                let distance = Double.random(in: 0...scale, using: &generator)
                let rounded = (distance * decimals).rounded() / decimals
                let isBlank = Int.random(in: 0..<8, using: &generator) == 0
                expected.append(isBlank ? nil : rounded)
                stopTimes += "T\(trip),08:00:00,08:00:00,S\(stop),\(stop),"
                stopTimes += (isBlank ? "" : "\(rounded)") + "\n"
            }
        }
        var feed = StopTimesFeed(trips: 900, stops: 12).feed([])
        feed["stop_times.txt"] = stopTimes
        let bundle = try BuiltBundle(feed)
        let found = try bundle.lines(
            """
            SELECT shape_dist_traveled FROM stop_times
            ORDER BY CAST(substr(trip_id, 2) AS INTEGER), stop_sequence
            """)
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) {
            guard let expected else {
                #expect(found == "")
                continue
            }
            guard let value = Double(found),
                abs(value - expected) <= max(0.01, expected * 1e-4)
            else {
                Issue.record("\(expected) became \(found)")
                return
            }
        }
        #expect(
            try bundle.lines("SELECT DISTINCT curved FROM distances ORDER BY 1") == ["0", "1"])
        #expect(try bundle.count("SELECT count(DISTINCT width) FROM distances") >= 3)
    }
}
