import Foundation
import TestSupport
import Testing

@Suite("gtfs diff and gtfs patch", .blocking)
struct DiffTests {
    private let place: Workplace
    private let other: String

    init() throws {
        place = try Workplace()
        try place.build()
        other = place.folder.path + "/bundles/rail.sqlite"
        let outcome = try Command.run(
            ["build", place.feed, "-o", other, "--route-type", "rail"], in: place.folder)
        #expect(outcome.code == 0)
    }

    @Test("Differences are data, and an exit code when asked for")
    func diff() throws {
        let plain = try place.run("diff", place.bundle, other)
        #expect(plain.code == 0)
        #expect(plain.output.contains("routes: 3 removed"))
        #expect(try place.run("diff", place.bundle, other, "--exit-code").code == 1)
        #expect(try place.run("diff", other, other, "--exit-code").code == 0)
        let json = try place.run("diff", place.bundle, other, "--json")
        #expect(try JSON.object(json.output)["trips"] != nil)
        let page = place.folder.path + "/diff.html"
        #expect(try place.run("diff", place.bundle, other, "--html", page).code == 0)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("SEA,1"))
    }

    @Test("A feed is compared as its bundle is, by its own name, and nothing stays")
    func feeds() throws {
        let temporary = place.folder.path + "/temporary"
        try FileManager.default.createDirectory(
            atPath: temporary, withIntermediateDirectories: true)
        let zip = try TestFeed.town.pack(as: .zip(options: ""), to: place.folder, as: "town.zip")
        let options = ["--temporary-directory", temporary]
        for (old, new, title) in [
            (zip, place.bundle, "town.zip → town.sqlite"),
            (place.bundle, zip, "town.sqlite → town.zip"),
            (zip, place.feed + "/", "town.zip → feed"),
        ] {
            let outcome = try Command.run(
                ["diff", old, new, "--exit-code"] + options, in: place.folder)
            #expect(outcome.code == 0 && outcome.errors.isEmpty)
            #expect(outcome.output.hasPrefix("\(title): no difference"))
        }
        let piped = try Command.run(
            ["diff", "-", other] + options, in: place.folder, input: zip)
        #expect(piped.output.hasPrefix("standard input → rail.sqlite\n"))
        #expect(piped.output.contains("routes: 3 removed"))
        let page = place.feed + "/stops.txt"
        let refused = try Command.run(
            ["diff", place.feed, other, "--force", "--html", page], in: place.folder)
        #expect(refused.code != 0 && refused.errorLines.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
    }

    @Test("What is neither a bundle nor a feed is one line, and so is a feed that cannot be read")
    func noFeed() throws {
        let text = try place.folder.write("text.txt", Array("text\n".utf8))
        let cut = try place.folder.write(
            "cut.zip", [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 100))
        let cases: [(arguments: [String], text: String)] = [
            ([text, other], "is not a SQLite file, so it is not a bundle"),
            ([other, cut], "the zip is cut short"),
            ([other, place.folder.path + "/none.zip"], "no such file"),
            (["-", "-"], "standard input can be read only once"),
            (["", other], "the name of the feed is empty"),
            ([other, other, "--http-header", "A: b"], "--http-header applies only to downloads"),
            ([place.feed, other, "--temporary-directory", text], text),
        ]
        for (arguments, text) in cases {
            let outcome = try Command.run(["diff"] + arguments, in: place.folder)
            #expect(outcome.code != 0, "\(arguments)")
            #expect(outcome.errors.contains(text), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("A comparison that is ended early leaves nothing")
    func endedEarly() throws {
        let temporary = place.folder.path + "/temporary"
        try FileManager.default.createDirectory(
            atPath: temporary, withIntermediateDirectories: true)
        let pipe = place.folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        // The first feed is a bundle already when the second is waited for.
        let command = try Command(
            ["diff", place.feed, pipe, "--temporary-directory", temporary], folder: place.folder)
        func names() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: temporary)
        }
        while try !names().contains(where: { $0.hasSuffix("/feed.sqlite") }), command.isRunning {
            usleep(2000)
        }
        command.send(SIGINT)
        #expect(try command.wait().code == 130)
        #expect(try names() == [])
    }

    /// How the comparison of the town with another feed ends.
    private func outcome(_ feed: TestFeed, _ name: String) throws -> Command.Outcome {
        let bundle = place.folder.path + "/\(name).sqlite"
        let path = try feed.write(to: place.folder, as: name)
        #expect(try place.run("build", path, "-o", bundle).code == 0)
        return try place.run("diff", place.bundle, bundle, "--exit-code")
    }

    @Test("The exit code counts every cell, of unknown columns too, but no order of rows")
    func exitCode() throws {
        var feed = TestFeed.town
        feed["frequencies.txt"] =
            "trip_id,start_time,end_time,headway_secs\nbus,08:00:00,09:00:00,300\n"
        #expect(try outcome(feed, "frequent").code == 1)
        let agencies = TestFeed.town["agency.txt"] ?? ""
        let lines = agencies.split(separator: "\n")
        feed = .town
        feed["agency.txt"] = [lines[0], lines[2], lines[1]].joined(separator: "\n")
        let ordered = try outcome(feed, "ordered")
        #expect(ordered.code == 0)
        #expect(ordered.output.contains(": no difference; the files of the feeds differ"))
        feed["agency.txt"] = lines.enumerated().map {
            "\($0.element),\($0.offset == 0 ? "agency_colour" : "red")\n"
        }.joined()
        let colored = try outcome(feed, "colored")
        #expect(colored.code == 1)
        #expect(colored.output.contains("columns added: agency_colour"))
    }

    @Test("A delta leads from one bundle to the other")
    func patch() throws {
        let delta = place.folder.path + "/rail.delta"
        let result = place.folder.path + "/bundles/result.sqlite"
        #expect(try place.run("patch", "--make", place.bundle, other, "-o", delta).code == 0)
        #expect(try place.run("patch", place.bundle, delta, "-o", result).code == 0)
        let bytes = try [other, result].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        #expect(bytes[0] == bytes[1])
        #expect(try place.bundles() == ["rail.sqlite", "result.sqlite", "town.sqlite"])
    }

    @Test("Errors of patch are one line")
    func errors() throws {
        let delta = place.folder.path + "/rail.delta"
        let result = place.folder.path + "/bundles/result.sqlite"
        _ = try place.run("patch", "--make", place.bundle, other, "-o", delta)
        let cases: [(arguments: [String], code: Int32, text: String)] = [
            ([other, delta], 65, "is not the file that the delta was made from"),
            ([other, other], 65, "is not a delta"),
            ([other, delta + "x"], 66, "no such file"),
        ]
        for (arguments, code, text) in cases {
            let outcome = try Command.run(
                ["patch"] + arguments + ["-o", result], in: place.folder)
            #expect(outcome.code == code)
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.errors.contains(text))
        }
        #expect(try place.bundles() == ["rail.sqlite", "town.sqlite"])
    }
}
