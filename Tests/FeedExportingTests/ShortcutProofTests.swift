import BundleWriting
import FeedCompiling
import FeedExporting
import Foundation
import TestSupport
import Testing

/// A proof from the tables behind a view is as good as one through the view.
@Suite struct ShortcutProofTests {
    private static let bigFiles = ["trips.txt", "stop_times.txt", "shapes.txt"]

    /// The facts on which both ways must agree: all but the way of reading.
    private struct Findings: Equatable {
        let files: [FileTally]
        let differences: [Difference]
        let count: Int

        init(_ outcome: FeedProof.Outcome) {
            files = outcome.files.map {
                var tally = $0
                tally.viewRows = 0
                return tally
            }
            differences = outcome.differences
            count = outcome.differenceCount
        }
    }

    private func expectSame(_ proof: Proof) throws {
        let (short, long) = (try proof.outcome(), try proof.outcome(everyRow: true))
        #expect(Findings(short) == Findings(long), "\(short.lines)\n---\n\(long.lines)")
        for tally in long.files { #expect(tally.viewRows == tally.bundleRows, "\(tally.file)") }
    }

    @Test func theSampleIsTheSameBothWays() throws {
        try expectSame(Proof.sample())
        try expectSame(Proof.sample(FilteredProofTests.routes()))
        try expectSame(Proof.sample(FilteredProofTests.window()))
        try expectSame(Proof.sample(FilteredProofTests.without()))
    }

    @Test(arguments: UInt64(1)...24) func flawedFeedsAreTheSameBothWays(_ seed: UInt64) throws {
        try expectSame(Proof(SharedListsFeed(flaws: seed).feed()))
    }

    /// Sixty trips of three ways have a dozen combinations of lists, and every 16th shape is read.
    @Test func mostRowsNeedNoView() throws {
        let proof = try Proof(SharedListsFeed().feed())
        let outcome = try proof.outcome()
        #expect(outcome.isExact, "\(outcome.lines)")
        try expectSame(proof)
        for file in Self.bigFiles {
            let tally = try #require(outcome.tally(file))
            #expect(tally.bundleRows == tally.feedRows, "\(file)")
            #expect(tally.viewRows > 0, "\(file)")
            // To read the view of trips takes no time.
            if file != "trips.txt" { #expect(tally.viewRows < tally.bundleRows / 2, "\(file)") }
        }
        #expect(outcome.tally("trips.txt")?.viewRows == SharedListsFeed.trips)
        #expect(outcome.tally("stops.txt")?.viewRows == 6)
    }

    /// A trip of each pattern, each timing, and so on, and no more than one of each combination.
    @Test func everyListIsReadThroughTheView() throws {
        let proof = try Proof(SharedListsFeed().feed())
        let read = try #require(proof.outcome().tally("stop_times.txt")?.viewRows)
        let lists = ["pattern", "timing", "distances", "stop_headsigns"]
        func rows(_ columns: [String]) throws -> Int {
            let columns = columns.joined(separator: ", ")
            return try proof.integer(
                """
                SELECT sum(stops) FROM (
                  SELECT max(stops) AS stops
                  FROM trip JOIN trip_group USING (trip_group) JOIN pattern USING (pattern)
                  GROUP BY \(columns))
                """) ?? 0
        }
        for list in lists { #expect(try rows([list]) <= read, "\(list)") }
        #expect(try read <= rows(lists))
    }

    struct Damage: CustomTestStringConvertible {
        let sql: String
        let file: String
        let field: String?
        var testDescription: String { sql }

        init(_ sql: String, file: String, field: String?) {
            self.sql = sql
            self.file = file
            self.field = field
        }
    }

    /// A timing that goes with no other trip than the one that is led astray.
    private static let otherTiming = """
        INSERT INTO timing SELECT 999, unit, char(2) || substr(departures, 2, 1) || char(999)
          || substr(departures, 4), dwell, arrivals, interpolated FROM timing
        WHERE timing = (SELECT timing FROM trip WHERE trip_id = 'T57');
        UPDATE trip SET timing = 999 WHERE trip_id = 'T57'
        """
    private static let otherDistances = """
        INSERT INTO distances SELECT 999, base + 1, scale, width, codes FROM distances
        WHERE distances = (SELECT distances FROM trip WHERE trip_id = 'T57');
        UPDATE trip SET distances = 999 WHERE trip_id = 'T57'
        """

    private static func redefined(_ name: String, from old: String, to new: String) -> String {
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = replace(sql, '\(old)', '\(new)') WHERE name = '\(name)';
        PRAGMA writable_schema = OFF
        """
    }

    private static func ofTrip(_ id: String, _ column: String) -> String {
        "(SELECT \(column) FROM trip JOIN trip_group USING (trip_group) WHERE trip_id = '\(id)')"
    }

    static let damages = [
        // One value of one list, which many trips share.
        Damage(
            "UPDATE pattern_stops SET sid = sid % 6 + 1 WHERE call = 2", file: "stop_times.txt",
            field: "stop_id"
        ),
        Damage(
            "UPDATE pattern_stops SET codes = codes % 2 + 1 WHERE call = 2", file: "stop_times.txt",
            field: "pickup_type"),
        Damage(
            """
            UPDATE timing SET departures = substr(departures, 1, 1) || char(9)
              || substr(departures, 3) WHERE timing = 2
            """, file: "stop_times.txt", field: "departure_time"),
        Damage(
            "UPDATE dwell SET dwells = char(5) || substr(dwells, 2)", file: "stop_times.txt",
            field: "arrival_time"),
        Damage(
            "UPDATE distances SET base = base + 1 WHERE distances = 2", file: "stop_times.txt",
            field: "shape_dist_traveled"),
        Damage(
            "UPDATE distances SET codes = CAST(substr(codes, 1, 3) || x'7F' || substr(codes, 5) AS BLOB) WHERE distances = 1",
            file: "stop_times.txt", field: "shape_dist_traveled"),
        Damage(
            "UPDATE stop_headsigns SET stop_headsign = 'Elsewhere' WHERE position = 2",
            file: "stop_times.txt", field: "stop_headsign"),
        Damage(
            "DELETE FROM stop_headsigns WHERE position = 2", file: "stop_times.txt",
            field: "stop_headsign"),
        Damage(
            "UPDATE stops SET stop_id = 'S8' WHERE stop_id = 'S5'", file: "stop_times.txt",
            field: "stop_id"),
        // One trip of many, whose lists others have proven.
        Damage(
            "UPDATE trip SET origin = origin + 60 WHERE trip_id = 'T57'", file: "stop_times.txt",
            field: "departure_time"),
        Damage(
            "UPDATE trip SET timing = \(ofTrip("T55", "timing")) WHERE trip_id = 'T57'",
            file: "stop_times.txt", field: "departure_time"),
        Damage(otherTiming, file: "stop_times.txt", field: "departure_time"),
        Damage(otherDistances, file: "stop_times.txt", field: "shape_dist_traveled"),
        Damage(
            "UPDATE trip SET trip_group = \(ofTrip("T58", "trip_group")) WHERE trip_id = 'T57'",
            file: "stop_times.txt", field: "stop_id"),
        Damage(
            "UPDATE trip SET trip_short_name = 'N8' WHERE trip_id = 'T58'", file: "trips.txt",
            field: "trip_short_name"),
        Damage(
            "UPDATE trip SET trip_short_name = NULL WHERE trip_id = 'T58'", file: "trips.txt",
            field: "trip_short_name"),
        Damage(
            "UPDATE trip SET block = (SELECT block FROM trip WHERE trip_id = 'T50') WHERE trip_id = 'T55'",
            file: "trips.txt", field: "block_id"),
        Damage(
            "UPDATE trip_group SET trip_headsign = 'X' WHERE trip_group = \(ofTrip("T58", "trip_group"))",
            file: "trips.txt", field: "trip_headsign"),
        Damage(
            "UPDATE trip SET trip_id = 'T99' WHERE trip_id = 'T57'", file: "trips.txt", field: nil),
        Damage("DELETE FROM trip WHERE trip_id = 'T57'", file: "stop_times.txt", field: nil),
        Damage(
            """
            INSERT INTO trip (trip, trip_id, trip_group, timing, origin, distances)
            SELECT 999, 'X', trip_group, timing, origin, distances FROM trip WHERE trip_id = 'T57'
            """, file: "stop_times.txt", field: "trip_id"),
        // One shape of many.
        Damage(
            """
            UPDATE shape_chunk SET polyline = replace(polyline, substr(polyline, 1, 12),
              substr(polyline, 1, 11) || char(unicode(substr(polyline, 12, 1)) + 1))
            WHERE chunk = (SELECT first_chunk FROM shape WHERE shape_id = 'P33')
            """, file: "shapes.txt", field: "shape_pt_lon"),
        Damage(
            """
            UPDATE shape_chunk SET first_sequence = first_sequence + 1
            WHERE chunk = (SELECT first_chunk FROM shape WHERE shape_id = 'P33')
            """, file: "shapes.txt", field: nil),
        Damage(
            """
            UPDATE shape_chunk SET distance_base = distance_base + 1
            WHERE chunk = (SELECT first_chunk FROM shape WHERE shape_id = 'P33')
            """, file: "shapes.txt", field: "shape_dist_traveled"),
        Damage(
            """
            UPDATE shape SET first_chunk = o.first_chunk, last_chunk = o.last_chunk
            FROM shape o WHERE o.shape_id = 'P34' AND shape.shape_id = 'P33'
            """, file: "shapes.txt", field: "shape_pt_lon"),
        Damage("DELETE FROM shape WHERE shape_id = 'P33'", file: "shapes.txt", field: nil),
        // The tables are right, and what clients read is wrong: for one trip or shape, or for all.
        Damage(
            redefined(
                "calls", from: "ps.stop_sequence,",
                to: "ps.stop_sequence + (t.trip = 57) AS stop_sequence,"),
            file: "stop_times.txt", field: nil),
        Damage(
            redefined(
                "stop_times", from: "st.stop_id AS stop_id", to: "upper(st.stop_name) AS stop_id"),
            file: "stop_times.txt", field: "stop_id"),
        Damage(
            redefined(
                "trips", from: "d.trip_headsign,",
                to: "nullif(d.trip_headsign, ''To 2'') AS trip_headsign,"),
            file: "trips.txt", field: "trip_headsign"),
        Damage(
            redefined(
                "shapes", from: "c.sequence_step * p.key",
                to: "c.sequence_step * p.key + (s.shape = 33)"),
            file: "shapes.txt", field: nil),
    ]

    @Test(arguments: damages, [false, true])
    func damageIsFoundBothWays(_ damage: Damage, everyRow: Bool) throws {
        let proof = try Proof(SharedListsFeed().feed())
        try proof.alter(damage.sql)
        let outcome = try proof.outcome(everyRow: everyRow)
        #expect(!outcome.isWhole)
        #expect(
            !outcome.differences(damage.file, damage.field).isEmpty
                || (outcome.tally(damage.file)?.differences ?? 0) > 0, "\(outcome.lines)")
    }

    @Test(arguments: damages) func damageIsTheSameBothWays(_ damage: Damage) throws {
        let proof = try Proof(SharedListsFeed().feed())
        try proof.alter(damage.sql)
        try expectSame(proof)
    }

    /// A table that lets two rows have one key makes the view say things twice.
    @Test func aTableWithoutItsKeyIsNoShortcut() throws {
        let proof = try Proof(SharedListsFeed().feed())
        try proof.alter(
            """
            CREATE TABLE other AS SELECT * FROM distances;
            DROP TABLE distances;
            CREATE TABLE distances (distances INTEGER, base INTEGER, scale INTEGER, width INTEGER, codes BLOB);
            INSERT INTO distances SELECT * FROM other;
            INSERT INTO distances SELECT * FROM other WHERE distances = 1;
            DROP TABLE other;
            """)
        for everyRow in [false, true] {
            let outcome = try proof.outcome(everyRow: everyRow)
            #expect(outcome.tally("stop_times.txt")?.differences ?? 0 > 0, "\(outcome.lines)")
        }
    }

    @Test(arguments: [false, true]) func restsOfExactShapesAreRead(_ isDamaged: Bool) throws {
        var options = BundleBuild.Options()
        options.filter.hasExactShapes = true
        var feed = SharedListsFeed().feed()
        feed["shapes.txt"] = feed["shapes.txt"]?.replacingOccurrences(
            of: "48.1", with: "48.0012345671")
        let proof = try Proof(feed, options)
        if isDamaged {
            try proof.alter(
                """
                UPDATE shape_chunk SET rests = CAST(x'40' || substr(rests, 2) AS BLOB)
                WHERE chunk = (SELECT first_chunk FROM shape WHERE shape_id = 'P33')
                """)
        }
        #expect(try proof.outcome().isExact == !isDamaged)
        try expectSame(proof)
    }
}
