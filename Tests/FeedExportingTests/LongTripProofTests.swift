import BundleWriting
import FeedExporting
import TestSupport
import Testing

/// A trip of more than a thousand calls is proven from the tables, and the view asked for some: for
/// all of a million calls it would take hours.
@Suite struct LongTripProofTests {
    private static let calls = 1_500

    /// - Parameter pickup: the pickup type of a call.
    private static func feed(_ pickup: (Int) -> String = { _ in "" }) -> TestFeed {
        var feed = TestFeed.base
        feed["trips.txt"] = "route_id,service_id,trip_id\nR,WD,T1\nR,WD,LONG\n"
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type\n"
            + "T1,08:00:00,08:00:00,A,1,\nT1,08:10:00,08:11:00,B,2,\n"
            + (0..<calls).map { "LONG,\(clock($0)),\(clock($0)),\(stop($0)),\($0),\(pickup($0))\n" }
            .joined()
        return feed
    }

    private static func clock(_ call: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = 28_800 + call * 7
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    private static func stop(_ call: Int) -> String { ["A", "B", "C", "D"][call * call / 3 % 4] }

    @Test func theViewIsAskedForAHundredCalls() throws {
        let outcome = try Proof(Self.feed()).outcome()
        #expect(outcome.isExact, "\(outcome.lines)")
        let tally = try #require(outcome.tally("stop_times.txt"))
        #expect(tally.bundleRows == Self.calls + 2)
        #expect(tally.viewRows == 100 + 2)
    }

    static let damages = [
        (
            """
            UPDATE timing SET departures = substr(departures, 1, 777)
              || char(unicode(substr(departures, 778, 1)) + 1) || substr(departures, 779)
            WHERE length(departures) > 1000
            """, "departure_time"
        ),
        (
            """
            UPDATE pattern_stops SET sid = sid % 4 + 1 WHERE call = (
              SELECT first_call + 777 FROM pattern WHERE stops > 1000)
            """, "stop_id"
        ),
    ]

    /// The view was asked for others.
    @Test(arguments: damages) func oneCallThatDiffersIsFound(_ sql: String, _ field: String) throws
    {
        let proof = try Proof(Self.feed())
        try proof.alter(sql)
        let found = try proof.outcome().differences
        #expect(found.contains { $0.row == 4 + 777 && $0.field == field }, "\(found)")
        #expect(found.allSatisfy { $0.row == 4 + 777 }, "\(found)")
    }

    /// Of the first hundred the view says what differs; of the others that nothing is known.
    @Test func whatTheTablesDoNotProveIsADifference() throws {
        let proof = try Proof(Self.feed())
        try proof.alter("UPDATE trip SET origin = origin + 60 WHERE trip_id = 'LONG'")
        let outcome = try proof.outcome()
        #expect(!outcome.isWhole)
        let tally = try #require(outcome.tally("stop_times.txt"))
        #expect(tally.viewRows <= 300)
        // Each of those has two times that differ.
        #expect(200...500 ~= outcome.differenceCount, "\(outcome.differenceCount)")
    }

    @Test func callsThatTheBundleDoesNotHaveAreADifference() throws {
        let proof = try Proof(Self.feed())
        try proof.alter("UPDATE pattern SET stops = stops - 1 WHERE stops > 1000")
        let outcome = try proof.outcome()
        #expect(!outcome.isWhole)
        #expect((outcome.tally("stop_times.txt")?.viewRows ?? 0) <= 300)
    }

    @Test func callsThatOnlyTheBundleHasAreADifference() throws {
        let proof = try Proof(Self.feed())
        var shorter = Self.feed()
        shorter["stop_times.txt"] = shorter["stop_times.txt"]?
            .split(separator: "\n").dropLast().joined(separator: "\n")
        let folder = try TestFolder()
        let outcome = try Proof.outcome(shorter.write(to: folder), proof.bundle)
        #expect(outcome.tally("stop_times.txt")?.differences ?? 0 > 0, "\(outcome.lines)")
        #expect((outcome.tally("stop_times.txt")?.viewRows ?? 0) <= 300)
    }

    /// Rejected cells are proven to be blank in the tables: else the view would have to tell of each.
    @Test func rejectedCellsNeedNoView() throws {
        let proof = try Proof(Self.feed { $0 % 2 == 0 ? "odd" : "1" })
        let outcome = try proof.outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        let tally = try #require(outcome.tally("stop_times.txt"))
        #expect(tally.rejectedCells == Self.calls / 2)
        #expect(tally.viewRows == 100 + 2)
    }

    /// A rejected row must not be in the tables as well.
    @Test func aRejectedCellThatIsThereAllTheSameIsFound() throws {
        let proof = try Proof(Self.feed { $0 == 778 ? "odd" : "" })
        try proof.alter(
            """
            INSERT INTO call_codes (codes, pickup_type) SELECT max(codes) + 1, 3 FROM call_codes;
            UPDATE pattern_stops SET codes = (SELECT max(codes) FROM call_codes)
            WHERE call = (SELECT first_call + 778 FROM pattern WHERE stops > 1000)
            """)
        let found = try proof.outcome().differences
        #expect(found.contains { $0.row == 4 + 778 && $0.field == "pickup_type" }, "\(found)")
    }

    @Test func flexibleCallsNeedNoView() throws {
        var feed = Self.feed()
        feed["location_groups.txt"] = "location_group_id,location_group_name\nG,Group\n"
        feed["location_group_stops.txt"] = "location_group_id,stop_id\nG,A\n"
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,location_group_id,"
            + "start_pickup_drop_off_window,end_pickup_drop_off_window\n"
            + (0..<Self.calls).map {
                $0 % 2 == 0
                    ? "LONG,\(Self.clock($0)),\(Self.clock($0)),A,\($0),,,\n"
                    : "LONG,,,,\($0),G,\(Self.clock($0)),\(Self.clock($0 + 9))\n"
            }.joined()
        let proof = try Proof(feed)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.tally("stop_times.txt")?.viewRows == 100)
        try proof.alter(
            """
            UPDATE flex_stop_times SET end_pickup_drop_off_window = 1 + end_pickup_drop_off_window
            WHERE position = 778
            """)
        let found = try proof.outcome().differences
        #expect(
            found.contains { $0.row == 2 + 777 && $0.field == "end_pickup_drop_off_window" },
            "\(found)")
    }
}
