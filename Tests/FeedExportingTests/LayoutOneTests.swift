import FeedExporting
import Foundation
import GRDB
import TestSupport
import Testing

/// Bundles of the first layout go back to text as their views say.
@Suite struct LayoutOneTests {
    private let folder: TestFolder
    private let bundle: String

    init() throws {
        folder = try TestFolder()
        bundle = try EarlierBundle.layoutOne(in: folder)
    }

    @Test(arguments: [
        ("stop_times", "trip_id", "stop_sequence", ["shape_dist_traveled"]),
        (
            "shapes", "shape_id", "shape_pt_sequence",
            ["shape_pt_lat", "shape_pt_lon", "shape_dist_traveled"]
        ),
    ])
    func numbersComeBack(_ file: String, _ id: String, _ key: String, _ fields: [String]) throws {
        let target = folder.path + "/out"
        _ = try FeedExport(bundle: bundle).run(to: target)
        let text = try String(contentsOfFile: "\(target)/\(file).txt", encoding: .utf8)
        let lines = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let columns = try ([id] + fields).map { try #require(lines[0].firstIndex(of: $0[...])) }
        let written = lines.dropFirst().filter { $0.count == lines[0].count }.map { line in
            ["\(line[columns[0]])"]
                + columns.dropFirst().map { line[$0].isEmpty ? "" : "\(Double(line[$0]) ?? .nan)" }
        }
        let names = ([id] + fields).joined(separator: ", ")
        let said = try DatabaseQueue(path: bundle).read { db in
            try Row.fetchAll(db, sql: "SELECT \(names) FROM \(file) ORDER BY \(id), \(key)").map {
                row in
                ["\(row[0] as String)"]
                    + (1...fields.count).map { index in
                        (row[index] as Double?).map { "\($0)" } ?? ""
                    }
            }
        }
        #expect(written == said)
        #expect(said.count > 500)
    }

    /// What that layout rounded is said to be different now.
    @Test func roundedDistancesAreDifferences() throws {
        let outcome = try Proof.outcome(EarlierBundle.feed, bundle)
        // A SHA-256, with which nothing is compared any more.
        #expect(outcome.isOfTheseBytes == nil)
        #expect(outcome.tally("stop_times.txt")?.differences ?? 0 > 500)
        #expect(outcome.differences.allSatisfy { $0.field == "shape_dist_traveled" })
        let rounded = try #require(outcome.tally("shapes.txt")?.rounded.first)
        #expect(rounded.what == "points")
        #expect(rounded.count > 300)
    }
}
