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
        #expect(short.contains("  … and 6 more\n") && short.contains("  … and "))
        let none = try place.run("stats", place.bundle, "--date", "19990101").output
        #expect(none.contains("nothing runs on 19990101: trips run 20260701 to 20270630"))
    }

    @Test(
        "64: two forms or two times at once, and dates that are none",
        arguments: [
            ["--json", "--csv", "days"], ["--date", "20261120", "--week", "20261120"],
            ["--date", "2026-13-01"], ["--csv", "trips"],
        ])
    func refused(arguments: [String]) throws {
        let outcome = try Command.run(["stats", place.bundle] + arguments, in: place.folder)
        #expect(outcome.code == 64)
        #expect(outcome.errorLines.count == 1)
    }
}
