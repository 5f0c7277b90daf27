import BundleWriting
import FeedCompiling
import FeedExporting
import Foundation
import GRDB
import TestSupport
import Testing

/// With `--exact-shapes` the coordinates of shapes come out as they went in.
@Suite struct ExactShapeTests {
    private static var exact: BundleBuild.Options {
        var options = BundleBuild.Options()
        options.filter.hasExactShapes = true
        return options
    }

    /// Points of as many decimals as there are, some with every digit that a double has.
    private static func points(_ count: Int) -> [(String, String)] {
        var generator = SeededGenerator(seed: 3)
        return (0..<count).map { number in
            let decimals = number / 100 % 18
            let text = { (degrees: Double) -> String in
                let shifted = degrees + Double.random(in: 0...0.01, using: &generator)
                let whole = "\(shifted)".split(separator: ".")
                return decimals == 0 ? "\(whole[0])" : "\(whole[0]).\(whole[1].prefix(decimals))"
            }
            return (text(-37), text(144))
        }
    }

    private func rows(_ proof: Proof) throws -> [String] {
        try DatabaseQueue(path: proof.bundle).read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT shape_pt_lat, shape_pt_lon FROM shapes
                    WHERE shape_id = 'P' ORDER BY shape_pt_sequence
                    """
            ).map { "\($0[0] as Double) \($0[1] as Double)" }
        }
    }

    private func said(_ points: [(String, String)]) throws -> [String] {
        try points.map { "\(try #require(Double($0.0))) \(try #require(Double($0.1)))" }
    }

    @Test func everyDigitComesBack() throws {
        let points = Self.points(2000)
        let proof = try Proof(RoundedShapeTests.feed(points), Self.exact)
        let outcome = try proof.outcome()
        #expect(outcome.isExact, "\(outcome.lines)")
        #expect(outcome.filters == nil)
        #expect(try rows(proof) == said(points))
        let text = try String(
            contentsOfFile: proof.export("out") + "/shapes.txt", encoding: .utf8)
        let written = text.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: ",")
            return "\(Double(cells[1]) ?? .nan) \(Double(cells[2]) ?? .nan)"
        }
        #expect(try written == said(points))
        let options = try DatabaseQueue(path: proof.bundle).read {
            try String.fetchOne($0, sql: "SELECT value FROM metadata WHERE key = 'options'")
        }
        #expect(options == #"{"exact_shapes":true}"#)
    }

    /// Numbers that no unit has in common, in one chunk and in one point.
    @Test func oddNumbersComeBack() throws {
        let points = [
            ("1e-20", "5.55e-17"), ("48.123456789012345", "-1e-300"),
            ("5e-324", "179.99999999999997"),
            ("-0.0000004", "0.30000000000000004"), ("0", "2"), ("-89.99999999999999", "1e-7"),
        ]
        let proof = try Proof(RoundedShapeTests.feed(points), Self.exact)
        #expect(try proof.outcome().isExact)
        #expect(try rows(proof) == said(points))
    }

    @Test func onlyWhatThePolylineLeavesOutTakesSpace() throws {
        let points = (0..<100).map { ("48.\(100_000 + $0)", "2.5") } + [("48.1000001", "2")]
        let exact = try Proof(RoundedShapeTests.feed(points), Self.exact)
        let rests = try DatabaseQueue(path: exact.bundle).read {
            try Int.fetchAll($0, sql: "SELECT coalesce(length(rests), 0) FROM shape_chunk")
        }
        #expect(rests == [0, 2])
        let plain = try Proof(RoundedShapeTests.feed(points))
        let columns = try DatabaseQueue(path: plain.bundle).read {
            try String.fetchAll($0, sql: "SELECT name FROM pragma_table_info('shape_chunk')")
        }
        #expect(!columns.contains("rests"))
        // The polyline is the same, for map libraries.
        let polylines = try [exact, plain].map { proof in
            try DatabaseQueue(path: proof.bundle).read {
                try String.fetchAll($0, sql: "SELECT polyline FROM shape_chunk ORDER BY chunk")
            }
        }
        #expect(polylines[0] == polylines[1])
    }

    @Test func aChangedRestIsADifference() throws {
        let proof = try Proof(RoundedShapeTests.feed(Self.points(1200)), Self.exact)
        try proof.alter(
            "UPDATE shape_chunk SET latitude_unit = latitude_unit * 2 WHERE rests NOT NULL")
        #expect(try !proof.outcome().isWhole)
    }

    /// A second point with one sequence is rejected whole, with the feed's own digits.
    @Test func rejectedPointsKeepTheirDigits() throws {
        var feed = RoundedShapeTests.feed([("48.123456789012", "2.000000000001"), ("48", "2")])
        feed["shapes.txt"]? += "P,48.987654321098,2.5,1\n"
        let outcome = try Proof(feed, Self.exact).outcome()
        #expect(outcome.isExact, "\(outcome.lines)")
        #expect(outcome.tally("shapes.txt")?.rejectedRows == 1)
    }

    /// Apps that allow no functions in views but harmless ones can read it, too.
    @Test func theViewIsHarmless() throws {
        for options in [BundleBuild.Options(), Self.exact] {
            let proof = try Proof(RoundedShapeTests.feed([("48.0000001", "2")]), options)
            let count = try DatabaseQueue(path: proof.bundle).inDatabase { db in
                try db.execute(sql: "PRAGMA trusted_schema = OFF")
                return try Row.fetchAll(db, sql: "SELECT * FROM shapes").count
            }
            #expect(count == 1)
        }
    }
}
