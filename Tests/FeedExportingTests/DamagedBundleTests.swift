import BundleWriting
import FeedExporting
import FeedReading
import Foundation
import GTFSSchedule
import TestSupport
import Testing

/// Whatever a bundle says, an export ends with a feed and a proof with differences, or both with one
/// line. A trap anywhere here ends the test run, and so does what never ends.
@Suite("Damaged bundles, exported and verified")
struct DamagedBundleTests {
    private let proof: Proof
    private let damage: BundleDamage
    private let copy: String

    init() throws {
        proof = try .sample()
        damage = try BundleDamage(of: proof.bundle, in: proof.folder)
        copy = proof.folder.path + "/damaged.sqlite"
    }

    private func tally() -> DamageTally {
        DamageTally { ($0 as? any DiagnosedError).map { ($0.exitCode, $0.description) } }
    }

    @Test("Damage of all kinds is exported, or refused with one line")
    func exported() throws {
        var tally = tally()
        for number in damage.numbers(60) {
            let what = try damage.make(number, at: copy)
            tally.count("export", damage: what) {
                // One file needs no waiting for the disk for each of thirty.
                let target = proof.folder.path + (number % 20 == 0 ? "/feed" : "/feed.zip")
                _ = try FeedExport(bundle: copy).run(to: target, overwriting: true)
            }
            tally.count("export --format geojson", damage: what) {
                let target = proof.folder.path + "/map.geojson"
                _ = try GeoJSONExport(bundle: copy).run(to: target, overwriting: true)
            }
        }
        #expect(tally.problems == [])
        #expect(tally.answered > 0 && tally.refused > 0)
        tally.report("export")
    }

    @Test("Damage of all kinds is compared with the feed, or refused with one line")
    func verified() throws {
        var tally = tally()
        for number in damage.numbers(60) {
            let what = try damage.make(number, at: copy)
            tally.count("verify", damage: what) {
                _ = try Proof.outcome(proof.feed, copy, everyRow: number % 3 == 0)
            }
        }
        #expect(tally.problems == [])
        #expect(tally.answered > 0 && tally.refused > 0)
        tally.report("verify")
    }

    @Test("A bundle that an export refuses has no whole proof")
    func refusedByBoth() throws {
        let target = proof.folder.path + "/refused.zip"
        for number in damage.numbers(150) {
            let what = try damage.make(number, at: copy)
            do {
                _ = try FeedExport(bundle: copy).run(to: target, overwriting: true)
            } catch let refusal as any DiagnosedError {
                let isWhole = try? Proof.outcome(proof.feed, copy).isWhole
                #expect(isWhole != true, "\(what): \(refusal.description)")
            }
        }
    }

    /// The outcome of an export and a proof of a bundle that SQL has changed.
    private func refusals(_ sql: String) throws -> (export: String?, verify: String?) {
        try damage.make(at: copy, changing: sql)
        func refusal(_ body: () throws -> Void) rethrows -> String? {
            do {
                try body()
                return nil
            } catch let error as BundleError {
                #expect(error.exitCode == 65)
                return error.description.replacing("\(copy): is damaged: ", with: "")
            }
        }
        return (
            try refusal {
                _ = try FeedExport(bundle: copy).run(to: proof.folder.path + "/whole.zip")
            },
            try refusal { _ = try Proof.outcome(proof.feed, copy) }
        )
    }

    /// Distances away, so that nothing else tells how many points there are.
    private static let noDistances = """
        distance_base = NULL, distance_scale = NULL, distance_width = NULL, distance_codes = NULL
        """

    @Test("A chunk of fewer than no points is damaged, even where its polyline has none")
    func negativePoints() throws {
        let refusals = try refusals(
            """
            UPDATE shape_chunk
            SET points = -9223372036854775808, polyline = '', \(Self.noDistances)
            """)
        #expect(refusals.export == "a polyline: it has -9223372036854775808 points")
        #expect(refusals.verify == "the number of points of chunk 1 is impossible")
    }

    @Test(
        "The view is not asked for more points than a polyline has room for: it would look for all")
    func tooManyPoints() throws {
        let refusals = try refusals(
            "UPDATE shape_chunk SET points = 9223372036854775807, \(Self.noDistances)")
        #expect(refusals.export?.hasPrefix("the sequence numbers of a shape's points: ") == true)
        #expect(refusals.verify == "the number of points of chunk 1 is impossible")
    }

    @Test(
        "Ranges that lie over each other are not written again and again",
        arguments: [
            (
                "UPDATE shape SET first_chunk = 1, last_chunk = 10",
                "its shapes have 100 chunks, of which there are 10"
            ),
            (
                "UPDATE shape SET first_chunk = -1, last_chunk = 'x'",
                "its shapes have 20 chunks, of which there are 10"
            ),
            (
                "UPDATE shape SET last_chunk = 9223372036854775807, first_chunk = -1",
                "its shapes have 9.22337203685478e+19 chunks, of which there are 10"
            ),
            (
                "UPDATE pattern SET first_call = 1, stops = 112",
                "its patterns have 2576 calls, of which there are 112"
            ),
            (
                "UPDATE pattern SET stops = 1e300",
                "its patterns have 2.3e+301 calls, of which there are 112"
            ),
        ])
    func overlapping(sql: String, reason: String) throws {
        let refusals = try refusals(sql)
        #expect(refusals.export == reason)
        #expect(refusals.verify == reason)
    }

    @Test("A view that never ends is ended")
    func endlessView() throws {
        let columns = Trip.table.fields.map { "n AS \($0.name)" }.joined(separator: ", ")
        let refusals = try refusals(
            """
            DROP VIEW trips;
            CREATE VIEW trips AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t)
            SELECT \(columns) FROM t WHERE n < 0
            """)
        #expect(refusals.export?.hasPrefix("a query has not ended after ") == true)
        #expect(refusals.verify?.hasPrefix("a query has not ended after ") == true)
    }

    @Test("A view in the place of a table is damage: its rows may have no end")
    func viewForTable() throws {
        let refusals = try refusals(
            """
            DROP TABLE levels;
            CREATE VIEW levels AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t)
            SELECT n AS level_id, n AS level_index, n AS level_name FROM t
            """)
        #expect(refusals.export == "levels is a view, and should be a table")
        #expect(refusals.verify == "levels is a view, and should be a table")
    }
}
