import BundleWriting
import FeedCompiling
import FeedReading
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Feeds that yield nothing")
struct UnusableFeedTests {
    /// Changes to the base feed, and what is said of it.
    private static let cases: [(feed: TestFeed, words: String)] = [
        (
            converting { $0.replacing(",", with: ";") },
            "trips.txt, stop_times.txt, stops.txt: separated by ';'"
        ),
        (
            converting { $0.replacing(",", with: "\t") },
            "trips.txt, stop_times.txt, stops.txt: separated by tabs"
        ),
        (
            converting { "\u{FEFF}" + $0.replacing(",", with: "|") },
            "trips.txt, stop_times.txt, stops.txt: separated by '|'"
        ),
        (
            TestFeed.base.with("# trips.txt\nR,WD,T1"),
            "trips.txt: the first line is not a header: 'R,WD,T1'"
        ),
        (TestFeed.base.with("# trips.txt\n"), "trips.txt: empty"),
        (
            TestFeed.base.with("# trips.txt\nroute_id,service_id,trip_id"),
            "trips.txt: only a header"
        ),
        (
            TestFeed.base.with("# trips.txt\nroute_id,service_id\nR,WD"),
            "trips.txt: no column trip_id"
        ),
        (
            TestFeed.base.with("# trips.txt\nroute_id,service_id,trip_id\nR,WD,"),
            "trips.txt: no row of 1 can be used"
        ),
        (
            TestFeed.base.with("# stop_times.txt\n<!DOCTYPE html>\n<title>Sorry</title>"),
            "stop_times.txt: HTML, not CSV"
        ),
        (
            TestFeed.base.with("# stop_times.txt\n{\"error\":\"gone\"}"),
            "stop_times.txt: JSON, not CSV"
        ),
        (
            TestFeed.base.with(
                "# stop_times.txt\ntrip_id,stop_id,stop_sequence,departure_time\nX,A,1,08:00:00"),
            "stop_times.txt: names no trip of trips.txt, but 'X'"
        ),
        (
            TestFeed.base.with("# stop_times.txt\ntrip_id,stop_id,stop_sequence"),
            "stop_times.txt: only a header"
        ),
        (TestFeed.base.without("stop_times.txt"), "stop_times.txt: missing"),
        (TestFeed.base.without("stops.txt", "trips.txt"), "trips.txt, stops.txt: missing"),
        (TestFeed.base.without("stops.txt"), "stops.txt: missing"),
    ]

    private static func converting(_ change: (String) -> String) -> TestFeed {
        var feed = TestFeed.base
        for file in feed.files { feed[file.name] = change(file.text) }
        return feed
    }

    private func build(_ feed: TestFeed, _ change: (inout BundleBuild.Options) -> Void) throws {
        var options = BundleBuild.Options()
        change(&options)
        _ = try BuiltBundle(feed, options)
    }

    @Test("are refused with what the files look like", arguments: cases.indices)
    func refused(index: Int) throws {
        let (feed, words) = Self.cases[index]
        let error = #expect(throws: UnusableFeed.self) {
            try build(feed) { $0.allowsEmpty = false }
        }
        #expect(error?.reason == words)
        #expect(error?.exitCode == 65)
        try build(feed) { _ in }
    }

    @Test("Lines of a file are made safe for the terminal")
    func harmless() throws {
        let error = #expect(throws: UnusableFeed.self) {
            try build(.base.with("# trips.txt\n\u{1B}[31mred")) { $0.allowsEmpty = false }
        }
        #expect(error?.description.contains("\u{1B}") == false)
        #expect(error?.reason.hasSuffix("not text, not CSV") == true)
    }

    private static let ofTwoRoutes = TestFeed.base.with(
        """
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        R,X,1,3
        S,X,2,3
        # trips.txt
        route_id,service_id,trip_id
        R,WD,T1
        S,WD,still
        """)

    @Test("An empty bundle is allowed with filters, too, whether they or the feed leave no trip")
    func emptyWithFilters() throws {
        try build(Self.ofTwoRoutes) { $0.filter.routes = ["S"] }
        try build(Self.ofTwoRoutes) { $0.filter.routes = ["unknown"] }
        try build(Self.ofTwoRoutes.without("stop_times.txt")) { $0.filter.routes = ["R"] }
    }

    @Test("Filters that keep no trip, and a feed without trips, have different errors")
    func filters() throws {
        let feed = Self.ofTwoRoutes
        #expect {
            try build(feed) {
                $0.allowsEmpty = false
                $0.filter.routes = ["S"]
            }
        } throws: {
            guard case .nothingLeft? = $0 as? BundleError else { return false }
            return true
        }
        #expect(throws: UnusableFeed.self) {
            try build(feed.without("stop_times.txt")) {
                $0.allowsEmpty = false
                $0.filter.routes = ["S"]
            }
        }
    }

    @Test("A feed of flexible services alone needs no stops")
    func flexible() throws {
        let area = "[[[2,48],[3,48],[3,49],[2,48]]]"
        try build(
            TestFeed.base.without("stops.txt").with(
                TestFeed(
                    """
                    # locations.geojson
                    {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "Z",
                    "properties": {}, "geometry": {"type": "Polygon", "coordinates": \(area)}}]}
                    # stop_times.txt
                    trip_id,location_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window
                    T1,Z,1,08:00:00,09:00:00
                    """))
        ) { $0.allowsEmpty = false }
    }
}
