import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Inspect", .blocking)
struct InspectTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try Command.run(
            ["build", Workplace.sample, "-o", place.bundle, "--without", "fares"],
            in: place.folder)
    }

    @Test("The text tells provenance, days, counts, bytes and routes")
    func text() throws {
        let outcome = try place.run("inspect", place.bundle)
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        let hash = try place.query("SELECT value FROM metadata WHERE key = 'content_hash'").first
        for line in [
            place.bundle, "content hash \(hash ?? "")", "publisher Port Lumen Transit",
            "feed version sample-2026.11", #"options {"without":["fares"]}"#,
            "tool swift-gtfs", "trips run 20260701 to 20270630",
            "T1 rail 11 7 28 T1 North Shelf Line", "stops 40", "stop_times 183", "trips 38",
            "shapes 178",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(lines.contains { $0.hasPrefix("stop_times") || $0.hasPrefix("trip_trip_id ") })
    }

    @Test("A trip of frequencies.txt counts as its runs")
    func runs() throws {
        let object = try JSON.object(try place.run("inspect", "--json", place.bundle).output)
        let day = try #require(object["busiest_day"] as? [String: Any])
        let routes = try #require(object["top_routes"] as? [[String: Any]])
        #expect(routes.compactMap { $0["runs"] as? Int }.reduce(0, +) == day["runs"] as? Int)
        #expect(
            routes.compactMap { $0["departures"] as? Int }.reduce(0, +)
                == day["departures"] as? Int)
        #expect(routes.first?["route_id"] as? String == "M1")
        #expect(routes.first?["trips"] as? Int ?? 0 < routes.first?["runs"] as? Int ?? 0)
        let lines = try place.run("inspect", place.bundle).output
        #expect(lines.contains("busiest day"))
        #expect(lines.contains("routes with the most runs on the busiest day"))
    }

    @Test("Notices about the feed are counted, such as those of places that are not on the globe")
    func notices() throws {
        var feed = TestFeed.base
        feed["stops.txt"] = feed["stops.txt"]?.replacing("48.0,2.1", with: "98.0,182.1")
        let folder = try feed.write(to: place.folder, as: "beyond")
        #expect(try place.run("build", folder, "-o", place.bundle).code == 0)
        let output = try place.run("inspect", place.bundle).output
        #expect(output.contains("notices about the feed\n"))
        #expect(output.contains(/number_out_of_range +2\n/))
        #expect(try place.query("SELECT stop_lat FROM stops WHERE stop_id = 'B'") == ["98.0"])
    }

    @Test("The terms of the feed, where the bundle says them")
    func terms() throws {
        let database = try DatabaseQueue(path: place.bundle)
        try database.write { db in
            try db.execute(
                sql: "INSERT INTO metadata VALUES ('licence', 'MIT'), ('attribution', 'The Town')")
        }
        try database.close()
        let output = try place.run("inspect", place.bundle).output
        #expect(output.contains(/licence +MIT\n/))
        #expect(output.contains(/attribution +The Town\n/))
    }

    @Test("JSON tells the same")
    func json() throws {
        let outcome = try place.run("inspect", "--json", place.bundle)
        #expect(outcome.code == 0)
        let object = try JSON.object(outcome.output)
        let metadata = try #require(object["metadata"] as? [String: Any])
        #expect(metadata["tool"] as? String == "swift-gtfs")
        #expect((metadata["content_hash"] as? String)?.hasPrefix("xxh3:") == true)
        #expect(metadata["archive_hash"] == nil)
        #expect((metadata["options"] as? [String: [String]]) == ["without": ["fares"]])
        let rows = try #require(object["rows"] as? [[String: Any]])
        let counts = Dictionary(
            uniqueKeysWithValues: rows.compactMap { row in
                (row["name"] as? String).map { ($0, row["rows"] as? Int) }
            })
        #expect(counts["stop_times"] == 183)
        #expect(counts["pattern"] == 23)
        #expect(counts["fare_rules"] == 0)
        let size = try #require(object["bundle_bytes"] as? Int)
        let bytes = try #require(object["bytes"] as? [[String: Any]])
        #expect(bytes.reduce(0) { $0 + ($1["bytes"] as? Int ?? 0) } == size)
        let routes = try #require(object["top_routes"] as? [[String: Any]])
        #expect(routes.first?["route_id"] as? String == "M1")
        #expect(routes.first?["trips"] as? Int == 2)
    }

    @Test("The counts are those of the views, whatever way they were counted")
    func counts() throws {
        let object = try JSON.object(try place.run("inspect", "--json", place.bundle).output)
        for row in try #require(object["rows"] as? [[String: Any]]) {
            let name = try #require(row["name"] as? String)
            #expect(
                try place.query("SELECT count(*) FROM \(name)") == ["\(row["rows"] as? Int ?? -1)"],
                "\(name)")
        }
    }

    @Test("The line of keys is shown; the archive's hash is that of the build")
    func archiveHash() throws {
        let zip = try TestFeed.town.pack(as: .zip(options: ""), to: place.folder, as: "town.zip")
        let build = try place.run("build", zip, "-o", place.bundle, "--log-format", "json")
        let summary = try #require(try build.events().last)
        #expect((summary["archiveHash"] as? String)?.count == 64)
        #expect(summary["archiveHash"] as? String != summary["contentHash"] as? String)
        let object = try JSON.object(try place.run("inspect", "--json", place.bundle).output)
        let metadata = try #require(object["metadata"] as? [String: Any])
        #expect(metadata["archive_hash"] == nil)
        #expect(metadata["line"] as? String == summary["line"] as? String)
        let text = try place.run("inspect", place.bundle).output
        #expect(text.contains("line of keys    \(summary["line"] as? String ?? "-")"))
    }

    @Test("A file that is not a whole bundle is refused in one line")
    func refused() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: place.bundle)))
        var newer = bytes
        newer.replaceSubrange(60..<64, with: [0, 0, 0, 9])
        var unknown = bytes
        unknown.replaceSubrange(60..<64, with: [0, 0, 0, 0])
        var foreign = bytes
        foreign.replaceSubrange(68..<72, with: [0, 0, 0, 0])
        // The header is whole; the pages behind it are not.
        var broken = bytes
        for index in 100..<broken.count { broken[index] = 0xFF }
        for (content, words) in [
            ([], "is empty"), (Array("hello".utf8), "is not a SQLite file"),
            (Array(bytes.prefix(50)), "is cut short"),
            (Array(bytes.dropLast(4096)), "is cut short: it has \(bytes.count - 4096) of"),
            (foreign, "is a SQLite file, but not a bundle"),
            (newer, "is a bundle of version 9, newer"),
            (unknown, "is a bundle of version 0, older than this tool reads (3)"),
            (broken, "is damaged"),
        ] {
            let file = try place.folder.write("other.sqlite", content)
            let outcome = try place.run("inspect", file)
            #expect(outcome.code == 65)
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.errors.contains("\(file): \(words)"), "\(outcome.errors)")
            // The same file is no previous bundle either.
            #expect(
                try place.run("build", place.feed, "-o", place.bundle, "--previous", file).code
                    == 65)
        }
        #expect(try place.run("inspect", place.folder.path).code == 65)
    }
}
