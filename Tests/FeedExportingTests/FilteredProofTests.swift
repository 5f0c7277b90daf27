import BundleWriting
import FeedCompiling
import FeedExporting
import Foundation
import GTFSSchedule
import TestSupport
import Testing

/// Of a bundle built with filters, every row must still be a row of the feed.
@Suite struct FilteredProofTests {
    static func routes() throws -> BundleBuild.Options {
        var options = BundleBuild.Options()
        options.filter.modes = [.bus]
        return options
    }

    static func window() -> BundleBuild.Options {
        var options = BundleBuild.Options()
        options.filter.from = ServiceDate(yyyymmdd: 20_261_220)
        options.filter.to = ServiceDate(yyyymmdd: 20_270_110)
        return options
    }

    static func without() -> BundleBuild.Options {
        var options = BundleBuild.Options()
        options.filter.without = [.shapes, .fares, .flex]
        return options
    }

    @Test func routesAreRowsOfTheFeed() throws {
        let outcome = try Proof.sample(Self.routes()).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.filters == "route_type bus")
        let trips = try #require(outcome.tally("trips.txt"))
        #expect(trips.bundleRows > 0 && trips.bundleRows < trips.feedRows)
    }

    @Test func daysAreCut() throws {
        let outcome = try Proof.sample(Self.window()).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.filters?.contains("from_date") == true)
        let dates = try #require(outcome.tally("calendar_dates.txt"))
        #expect(dates.bundleRows < dates.feedRows)
    }

    @Test func partsMayBeMissing() throws {
        let outcome = try Proof.sample(Self.without()).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.tally("shapes.txt") == nil)
    }

    @Test func rowsWithoutAnIDMayBeMissingInTheMiddle() throws {
        let feed = TestFeed.base.with(
            """
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            R,X,1,3
            Q,X,2,2
            # trips.txt
            route_id,service_id,trip_id
            R,WD,T1
            Q,WD,T2
            # attributions.txt
            route_id,organization_name,is_producer
            R,O1,1
            Q,O2,1
            R,O3,1
            """)
        let outcome = try Proof(feed, Self.routes()).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.tally("attributions.txt")?.bundleRows == 2)
    }

    private static let distances: TestFeed = .base.with(
        """
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled
        T1,08:00:00,08:00:00,A,1,0
        T1,08:10:00,08:10:00,B,2,0.511577
        T1,08:20:00,08:20:00,C,3,
        T1,08:30:00,08:30:00,D,4,2.50
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
        S,48,2,1,0.04
        S,48,2.1,2,0.901692722877
        """)

    @Test func roundedDistancesAreCountedAndNoMoreIsAllowed() throws {
        var options = BundleBuild.Options()
        options.filter.distanceStep = try DistanceStep(text: "0.10")
        let proof = try Proof(Self.distances, options)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole && !outcome.isExact, "\(outcome.lines)")
        #expect(outcome.filters == nil)
        let stopTimes = try #require(outcome.tally("stop_times.txt")?.rounded.first)
        #expect(stopTimes.count == 1 && stopTimes.option == "round-distances")
        #expect(abs(stopTimes.largestShift - 0.011577) < 1e-9)
        #expect(outcome.tally("shapes.txt")?.rounded.map(\.count) == [2])
        try proof.alter("UPDATE distances SET base = base + 1")
        #expect(try proof.outcome().differenceCount == 3)
    }

    @Test func withoutDistancesAllElseIsKept() throws {
        var options = BundleBuild.Options()
        options.filter.without = [.distances]
        let proof = try Proof(Self.distances, options)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole && outcome.isExact, "\(outcome.lines)")
        #expect(outcome.filters == "without distances")
        #expect(outcome.tally("stop_times.txt")?.bundleRows == 4)
        #expect(outcome.tally("shapes.txt")?.bundleRows == 2)
        let target = try proof.export("out")
        let text = try String(contentsOfFile: target + "/stop_times.txt", encoding: .utf8)
        #expect(text.contains("T1,08:10:00,08:10:00,B,2,\n"))
    }

    @Test(arguments: [
        "UPDATE stops SET stop_name = 'X'", "INSERT INTO areas VALUES ('X', 'X')",
        "UPDATE trip SET origin = origin + 1",
        "UPDATE shape_chunk SET first_sequence = first_sequence + 5000",
    ])
    func foreignRowsAreFound(_ sql: String) throws {
        let proof = try Proof.sample(Self.routes())
        try proof.alter(sql)
        #expect(try !proof.outcome().isWhole)
    }
}
