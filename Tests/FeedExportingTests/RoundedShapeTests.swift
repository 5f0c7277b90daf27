import FeedExporting
import TestSupport
import Testing

/// Coordinates of shapes are kept to a millionth of a degree: the proof counts what that changes.
@Suite struct RoundedShapeTests {
    static func feed(_ points: [(String, String)]) -> TestFeed {
        var feed = TestFeed.base
        feed["trips.txt"] = "route_id,service_id,trip_id,shape_id\nR,WD,T1,P\nR,WD,T2,\n"
        feed["shapes.txt"] =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
            + points.enumerated().map { "P,\($1.0),\($1.1),\($0)\n" }.joined()
        return feed
    }

    @Test func roundedPointsAreCounted() throws {
        let proof = try Proof(
            Self.feed([
                ("0.0000004", "2.000000"), ("48.000001", "2.0000005"), ("48.1", "2.1"),
                ("60", "2.1000003"),
            ]))
        let outcome = try proof.outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(!outcome.isExact)
        let tally = try #require(outcome.tally("shapes.txt"))
        #expect(tally.differences == 0)
        let rounded = try #require(tally.rounded.first)
        #expect(rounded.what == "points")
        #expect(rounded.count == 3)
        #expect(rounded.unit == "m")
        #expect(rounded.option == nil)
        // 0.4 millionths of a degree to the north.
        #expect(abs(rounded.largestShift - 0.0445) < 0.0001)
    }

    @Test func sixDecimalsAreExact() throws {
        let proof = try Proof(Self.feed([("48.000001", "-2.1"), ("-0.000001", "179.999999")]))
        #expect(try proof.outcome().isExact)
    }

    /// A millionth is a metre's tenth: beyond half of it, a point is wrong.
    @Test(arguments: [
        ("48.0000006", "48.000001", true), ("48.0000004", "48.000001", false),
        ("48.0000016", "48.000001", false), ("48.0000006", "48", false),
    ])
    func beyondHalfOfAMillionthIsADifference(
        said: String, kept: String, isWhole: Bool
    ) throws {
        let proof = try Proof(Self.feed([(kept, "2"), ("48.1", "2")]))
        let other = try Self.feed([(said, "2"), ("48.1", "2")])
            .write(to: proof.folder, as: "other")
        let outcome = try Proof.outcome(other, proof.bundle)
        #expect(outcome.isWhole == isWhole, "\(outcome.lines)")
        #expect(!outcome.isExact)
    }

    /// All other numbers must be the same to the last bit.
    @Test(arguments: [
        ("stops", "stop_lat"), ("stops", "stop_lon"), ("pathways", "length"),
        ("pathways", "max_slope"), ("levels", "level_index"),
    ])
    func lastBitsCount(_ table: String, _ field: String) throws {
        let proof = try Proof.sample()
        try proof.alter(
            """
            UPDATE \(table) SET \(field) = \(field) + CASE \(field) WHEN 0 THEN 5e-324
              ELSE abs(\(field)) * 2.3e-16 END
            """)
        let outcome = try proof.outcome()
        #expect(!outcome.isWhole)
        let isListed = !outcome.differences("\(table).txt", field).isEmpty
        let isCounted = (outcome.tally("\(table).txt")?.differences ?? 0) > 0
        #expect(isListed || isCounted, "\(outcome.lines)")
    }

    @Test func zeroHasNoSign() throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,-0.0,-0
            B,Market,48.0,2.1
            C,Museum,48.0,2.2
            D,Airport,48.0,2.4
            """)
        #expect(try Proof(feed).outcome().isExact)
    }
}
