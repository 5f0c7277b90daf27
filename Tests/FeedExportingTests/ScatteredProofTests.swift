import FeedExporting
import TestSupport
import Testing

/// Rows of a trip or shape that lie apart in their file are proven once all are there.
@Suite struct ScatteredProofTests {
    private static let groups = 200
    private static let rounds = 5

    private static func feed() -> TestFeed {
        func scattered(_ row: (_ group: Int, _ round: Int) -> String) -> String {
            (0..<rounds).flatMap { round in (0..<groups).map { row($0, round) + "\n" } }.joined()
        }
        var feed = TestFeed.base
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n" + (0..<groups).map { "R,WD,T\($0)\n" }.joined()
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + scattered { "T\($0),08:0\($1):00,08:0\($1):00,\(["A", "B"][$1 % 2]),\($1)" }
        feed["shapes.txt"] =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
            + scattered { "H\($0),48.\(100 + $0),2.\($1),\($1)" }
        return feed
    }

    @Test func mostNeedNoView() throws {
        let proof = try Proof(Self.feed())
        let outcome = try proof.outcome()
        #expect(outcome.isExact, "\(outcome.lines)")
        for (file, groups) in [("stop_times.txt", 1), ("shapes.txt", 1 + Self.groups / 16)] {
            let tally = try #require(outcome.tally(file))
            #expect(tally.bundleRows == Self.groups * Self.rounds, "\(file)")
            #expect(tally.viewRows == groups * Self.rounds, "\(file)")
        }
        #expect(try proof.outcome(everyRow: true).isExact)
    }

    static let damages = [
        ("UPDATE trip SET origin = origin + 60 WHERE trip_id = 'T57'", "stop_times.txt"),
        (
            """
            UPDATE shape_chunk SET first_sequence = first_sequence + 1
            WHERE chunk = (SELECT first_chunk FROM shape WHERE shape_id = 'H33')
            """, "shapes.txt"
        ),
        ("DELETE FROM shape WHERE shape_id = 'H33'", "shapes.txt"),
        ("UPDATE trip SET trip_id = 'T999' WHERE trip_id = 'T57'", "stop_times.txt"),
    ]

    @Test(arguments: damages, [false, true])
    func damageIsFound(_ damage: (sql: String, file: String), everyRow: Bool) throws {
        let proof = try Proof(Self.feed())
        try proof.alter(damage.sql)
        let outcome = try proof.outcome(everyRow: everyRow)
        #expect(outcome.tally(damage.file)?.differences ?? 0 > 0, "\(outcome.lines)")
    }

    /// More rows of the bundle than the feed has do not get lost in waiting.
    @Test func whatOnlyTheBundleHasIsFound() throws {
        let proof = try Proof(Self.feed())
        var less = Self.feed()
        less["stop_times.txt"] = less["stop_times.txt"]?
            .split(separator: "\n").dropLast().joined(separator: "\n")
        let folder = try TestFolder()
        let outcome = try Proof.outcome(less.write(to: folder), proof.bundle)
        let found = outcome.differences("stop_times.txt", "trip_id")
        #expect(found.map(\.bundle) == ["1 more of T\(Self.groups - 1)"], "\(outcome.lines)")
    }
}
