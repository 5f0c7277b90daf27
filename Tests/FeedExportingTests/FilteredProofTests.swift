import BundleWriting
import FeedCompiling
import FeedExporting
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
        options.filter.from = ServiceDate(yyyymmdd: 20_260_105)
        options.filter.to = ServiceDate(yyyymmdd: 20_260_301)
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
