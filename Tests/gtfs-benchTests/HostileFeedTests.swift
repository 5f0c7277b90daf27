import Foundation
import Testing

@testable import gtfs_bench

@Suite("Feeds that are made to cost much") struct HostileFeedTests {
    @Test("Days are counted from January 1st of the year 1")
    func days() {
        #expect(HostileFeed.day(0) == "00010101")
        #expect(HostileFeed.day(58) == "00010228")
        #expect(HostileFeed.day(59) == "00010301")
        #expect(HostileFeed.day(730_178) == "20000229")
        #expect(HostileFeed.day(739_943) == "20261124")
        #expect(HostileFeed.day(3_652_058) == "99991231")
    }

    @Test("Each has its own name, and is the same in every run")
    func same() throws {
        let folder = try ScratchPlace()
        defer { folder.remove() }
        let feeds = HostileFeeds(divisor: 20_000).all
        #expect(feeds.count > 40)
        #expect(Set(feeds.map(\.name)).count == feeds.count)
        for feed in feeds {
            let paths = [1, 2].map { "\(folder.path)/\(feed.name)-\($0).zip" }
            for path in paths { try feed.write(to: path) }
            let bytes = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
            #expect(bytes[0] == bytes[1], "\(feed.name)")
            // Some bytes for each of the six files at least, and not what they are at full size.
            #expect(600..<20_000 ~= bytes[0].count, "\(feed.name) has \(bytes[0].count) bytes")
        }
    }
}
