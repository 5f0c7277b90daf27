import FeedExporting
import FeedReading
import Foundation
import GTFSSchedule
import TestSupport
import Testing

/// `feeds/sample` has every file and every field: nothing of it may be lost.
@Suite struct SampleProofTests {
    @Test func nothingIsLost() throws {
        let outcome = try Proof.sample().outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.isOfTheseBytes == true)
        #expect(outcome.filters == nil)
        #expect(outcome.files.map(\.file) == Schedule.tables.map(\.file.name))
    }

    @Test func everyRowIsCounted() throws {
        let proof = try Proof.sample()
        for tally in try proof.outcome().files where tally.file.hasSuffix(".txt") {
            let text = try String(contentsOfFile: "\(proof.feed)/\(tally.file)", encoding: .utf8)
            let lines = text.split(whereSeparator: \.isNewline).count
            #expect(tally.feedRows == lines - 1, "\(tally.file)")
            #expect(tally.bundleRows == tally.feedRows - tally.rejectedRows, "\(tally.file)")
        }
    }

    @Test func idsThatLookTheSameAndAreOtherBytesAreKeptApart() throws {
        let square = "{\"type\":\"Polygon\",\"coordinates\":[[[2,48],[3,48],[3,49],[2,48]]]}"
        let features = ["\u{E9}", "e\u{301}"].map {
            "{\"type\":\"Feature\",\"id\":\"\($0)\",\"properties\":{},\"geometry\":\(square)}"
        }
        var feed = TestFeed.base
        feed["locations.geojson"] =
            "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
        let outcome = try Proof(feed).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.tally("locations.geojson")?.bundleRows == 2)
    }

    @Test func anotherFeedIsNotTheSame() throws {
        let proof = try Proof(TestFeed.base)
        let other = try TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B,Market,48.0,2.1
            C,Gallery,48.0,2.2
            """
        ).write(to: proof.folder, as: "other")
        let outcome = try Proof.outcome(other, proof.bundle)
        #expect(outcome.isOfTheseBytes == false)
        let name = try #require(outcome.differences("stops.txt", "stop_name").first)
        #expect(name.description == "stops.txt:4 stop_name: feed \"Gallery\", bundle \"Museum\"")
        let stop = try #require(outcome.differences("stops.txt", nil).first)
        #expect(stop.bundle.hasPrefix("D,"))
        #expect(outcome.differences("metadata", "stops.txt rows").count == 1)
    }
}
