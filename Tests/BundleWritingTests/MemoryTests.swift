import Foundation
import TestSupport
import Testing

@Suite("Memory", .blocking, .serialized)
struct MemoryTests {
    /// A feed with 30,000 trips of ten patterns and ten timings, and so many stops on each trip.
    private func writeFeed(stops: Int, to folder: TestFolder) throws -> String {
        let trips = 30_000
        var feed = TestFeed.base
        feed["stops.txt"] =
            "stop_id,stop_name,stop_lat,stop_lon\n"
            + (0..<400).map { "S\($0),Stop \($0),48.0,2.0\n" }.joined()
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n" + (0..<trips).map { "R,WD,T\($0)\n" }.joined()
        var stopTimes = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        stopTimes.reserveCapacity(trips * stops * 40)
        let times = (0..<200).map { StopTimesFeed.time(20_000 + $0 * 60) }
        for trip in 0..<trips {
            for stop in 0..<stops {
                let time = times[trip % 100 + stop]
                stopTimes += "T\(trip),\(time),\(time),S\(trip % 10 * 40 + stop),\(stop)\n"
            }
        }
        feed["stop_times.txt"] = stopTimes
        return try feed.write(to: folder, as: "feed-\(stops)")
    }

    /// The peak that a build reports of itself. A shell stands between, for a process that takes
    /// the place of another one has its peak, too: here it would be that of the tests.
    private func peak(_ feed: String, _ folder: TestFolder) throws -> Int {
        let result = try ProcessRun.run(
            "/bin/sh",
            [
                "-c", "\"$0\" build \"$1\" -o \"$1.sqlite\" --log-format json; exit $?",
                PackageRoot.executable("gtfs"), feed,
            ], folder: folder)
        #expect(result.end == .exited(0))
        let text = result.standardOutput + result.standardError
        let found = try #require(text.firstMatch(of: /"peakMemoryBytes":([0-9]+)/))
        return try #require(Int(found.1))
    }

    @Test("Four times the stop times of the same trips take no more memory")
    func growth() throws {
        let folder = try TestFolder()
        let small = try peak(writeFeed(stops: 10, to: folder), folder)
        let large = try peak(writeFeed(stops: 40, to: folder), folder)
        // 900,000 more rows; held, they would take 50 MB and more.
        #expect(abs(large - small) < 16_000_000, "\(small) and \(large) bytes")
    }
}
