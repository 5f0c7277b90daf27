import Foundation
import TestSupport
import Testing

@Suite("Stats", .blocking)
struct StatsTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try Command.run(["build", Workplace.sample, "-o", place.bundle], in: place.folder)
    }

    @Test(
        "The JSON fits schema/stats.schema.json",
        arguments: [
            [], ["--date", "2026-11-20"], ["--week", "20261231"], ["--date", "1999-01-01"],
            ["--from", "2027-06-28"],
        ])
    func schema(arguments: [String]) throws {
        let schema = try JSONValue(
            json: Data(
                contentsOf: URL(fileURLWithPath: PackageRoot.path + "/schema/stats.schema.json")))
        let outcome = try Command.run(
            ["stats", place.bundle, "--json"] + arguments, in: place.folder)
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        let output = try JSONValue(json: outcome.output.utf8)
        let problems = JSONSchema(root: schema, forbidsUnknownKeys: true)
            .problems(of: output, against: schema)
        #expect(problems == [])
    }

    @Test("Tables of CSV have the rows of the JSON")
    func csv() throws {
        let object = try JSON.object(
            try place.run("stats", place.bundle, "--week", "2026-12-31", "--json").output)
        for table in ["days", "modes", "routes", "directions", "stops"] {
            let outcome = try place.run(
                "stats", place.bundle, "--week", "2026-12-31", "--csv", table)
            let lines = outcome.output.split(separator: "\n")
            let rows = try #require(object[table] as? [[String: Any]])
            #expect(lines.count == rows.count + 1, "\(table)")
            let header = Set(lines[0].split(separator: ",").map(String.init))
            for row in rows { #expect(header.isSuperset(of: row.keys), "\(table)") }
        }
    }

    /// A table of each day, by its columns.
    private func rows(_ arguments: String...) throws -> [[String: String]] {
        let outcome = try Command.run(["stats", place.bundle] + arguments, in: place.folder)
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let header = try #require(lines.first)
        #expect(lines.allSatisfy { $0.count == header.count })
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }

    @Test("Days from one to another have the rows of each; nothing stands outside of the feed")
    func range() throws {
        let rows = try rows("--csv", "route-days", "--from", "20261119", "--to", "20261121")
        #expect(Set(rows.map { $0["date"] }) == ["20261119", "20261120", "20261121"])
        for date in ["20261119", "20261120", "20261121"] {
            let own = try self.rows("--csv", "route-days", "--date", date)
            #expect(own == rows.filter { $0["date"] == date } && !own.isEmpty)
        }
        let all = try self.rows("--csv", "service-days", "--from", "19000101", "--to", "29990101")
        #expect(all.first?["date"] == "20260701" && all.last?["date"] == "20270630")
        #expect(try self.rows("--csv", "service-days", "--from", "2030-01-01").isEmpty)
    }

    @Test("Two days stand side by side, also what runs on one of them")
    func beside() throws {
        let pairs = try rows(
            "--csv", "patterns", "--date", "20261120", "--beside", "20261121")
        let first = try rows("--csv", "patterns", "--date", "20261120")
        let second = try rows("--csv", "patterns", "--date", "20261121")
        for row in first {
            let pair = try #require(pairs.first { $0["pattern"] == row["pattern"] })
            let other = second.first { $0["pattern"] == row["pattern"] }
            #expect(pair["num_runs_20261120"] == row["num_runs"])
            #expect(pair["num_runs_20261121"] == other?["num_runs"] ?? "")
        }
        let keys = Set(first.map { $0["pattern"] }).union(second.map { $0["pattern"] })
        #expect(pairs.count == keys.count && pairs.count > first.count)
    }

    @Test("Calls have distances along the shape, and segments those between them")
    func distances() throws {
        let calls = try rows("--csv", "calls", "--date", "20261120")
            .filter { $0["pattern"] == "1" }
        let meters = calls.compactMap { $0["distance_m"].flatMap(Double.init) }
        #expect(meters.count == 5 && meters.first == 0 && meters == meters.sorted())
        let pattern = try #require(
            try rows("--csv", "patterns", "--date", "20261120").first { $0["pattern"] == "1" })
        let kilometers = try #require(pattern["distance_km"].flatMap(Double.init))
        #expect(abs(kilometers * 1000 - (meters.last ?? 0)) < 1)
        let segment = try #require(
            try rows("--csv", "segments", "--date", "20261120").first {
                $0["from_stop_id"] == "CJ_P1" && $0["to_stop_id"] == "GH"
            })
        #expect(segment["distance_m"].flatMap(Double.init) == meters[1] - meters[0])
        #expect(segment["mean_duration_s"] == "150")
    }

    @Test("The text has a bar for each day, modes, directions, stops and wheelchairs")
    func text() throws {
        let output = try place.run("stats", place.bundle, "--date", "2026-11-20").output
        let lines = output.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(lines.contains { $0.hasPrefix("2026-07 ") })
        #expect(lines.contains { $0.hasPrefix("service on 20261120") })
        #expect(lines.contains { $0.hasPrefix("metro 1 2 ") })
        #expect(lines.contains { $0.hasPrefix("M1 0 1 ") && $0.hasSuffix("M1 Cross City Metro") })
        #expect(lines.contains { $0.hasPrefix("wheelchairs: ") })
        let short = try place.run(
            "stats", place.bundle, "--date", "2026-11-20", "--top", "1"
        ).output
        #expect(short.contains("  1 of 7 routes, --top 7 for all\n"))
        #expect(lines.contains { $0.hasSuffix(" last peak vehicles at") })
        #expect(lines.contains { $0.hasSuffix(" last min median max name") })
        let none = try place.run("stats", place.bundle, "--date", "19990101").output
        #expect(none.contains("nothing runs on 19990101: trips run 20260701 to 20270630"))
    }

    @Test(
        "64: two forms or two times at once, and dates that are none",
        arguments: [
            ["--json", "--csv", "days"], ["--date", "20261120", "--week", "20261120"],
            ["--date", "2026-13-01"], ["--csv", "trips"],
            ["--date", "20261120", "--from", "20261120"],
            ["--week", "20261120", "--to", "20261121"],
            ["--from", "20261121", "--to", "20261120"], ["--beside", "20261120"],
            ["--date", "20261120", "--beside", "20261121"],
            ["--date", "20261120", "--beside", "20261121", "--csv", "days"],
            ["--date", "20261120", "--beside", "20261120", "--csv", "calls"],
        ])
    func refused(arguments: [String]) throws {
        let outcome = try Command.run(["stats", place.bundle] + arguments, in: place.folder)
        #expect(outcome.code == 64)
        #expect(outcome.errorLines.count == 1)
    }
}
