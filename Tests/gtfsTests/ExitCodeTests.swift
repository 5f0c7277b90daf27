import Foundation
import TestSupport
import Testing

@Suite("Exit codes", .blocking)
struct ExitCodeTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    /// Expects a code and one line on standard error that begins with the command's name.
    private func expect(
        _ outcome: Command.Outcome, code: Int32, saying words: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.code == code, sourceLocation: location)
        #expect(outcome.errorLines.count == 1, sourceLocation: location)
        #expect(outcome.errors.hasPrefix("gtfs: "), sourceLocation: location)
        #expect(outcome.errors.contains(words), "\(outcome.errors)", sourceLocation: location)
        #expect(outcome.output.isEmpty, sourceLocation: location)
    }

    @Test("0: done, and nothing on standard output")
    func done() throws {
        let outcome = try place.build()
        #expect(outcome.code == 0)
        #expect(outcome.output.isEmpty)
        #expect(try place.bundles() == ["town.sqlite"])
    }

    @Test("2: larger than --max-size, with sizes and advice")
    func tooLarge() throws {
        try place.build()
        let before = try Data(contentsOf: URL(fileURLWithPath: place.bundle))
        let outcome = try place.build("--max-size", "20KB", "--quiet")
        #expect(outcome.code == 2)
        #expect(
            outcome.errorLines.first
                == "gtfs: the bundle has \(before.count) bytes, more than --max-size 20000")
        #expect(outcome.errors.contains("\n  sqlite_schema: "))
        #expect(outcome.errors.contains("\n  --without shapes saves about "))
        // The older bundle stays, and nothing beside it.
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.bundle)) == before)
        #expect(try place.bundles() == ["town.sqlite"])
    }

    @Test(
        "64: an unknown command",
        arguments: [
            (["build"], "no feed given"),
            (["build", "FEED"], "Missing expected argument '--output <file>'"),
            (["build", "FEED", "FEED", "-o", "x"], "Unexpected argument"),
            (["build", "FEED", "-i", "FEED", "-o", "x"], "one feed at a time"),
            (["build", "FEED", "-u", "http://127.0.0.1:1/", "-o", "x"], "one feed at a time"),
            (["build", "-u", "FEED", "-o", "x"], "does not begin with http:// or https://"),
            (["build", "", "-o", "x"], "the name of the feed is empty"),
            (["build", "FEED", "-o", "-"], "--output"),
            (["build", "FEED", "-o", "x", "--bbox", "1,2,3"], "minLon,minLat,maxLon,maxLat"),
            (["build", "FEED", "-o", "x", "--bbox", "1,2,3,x"], "minLon,minLat,maxLon,maxLat"),
            (["build", "FEED", "-o", "x", "--bbox", "1,5,2,4"], "minLat is greater than maxLat"),
            (["build", "FEED", "-o", "x", "--bbox", "48,200,49,201"], "latitudes from -90 to 90"),
            (
                ["build", "FEED", "-o", "x", "--bbox", "1,2,3,4", "--polygon", "y"],
                "cannot be combined"
            ),
            (["build", "FEED", "-o", "x", "--route-type", "hovercraft"], "cable_car"),
            (["build", "FEED", "-o", "x", "--route", ""], "--route"),
            (
                ["build", "FEED", "-o", "x", "--from-date", "20260230"],
                "expected a day as YYYYMMDD"
            ),
            (
                ["build", "FEED", "-o", "x", "--to-date", "2026-02-20"],
                "expected a day as YYYYMMDD"
            ),
            (
                ["build", "FEED", "-o", "x", "--from-date", "20260302", "--to-date", "20260301"],
                "--from-date 20260302 is after --to-date 20260301"
            ),
            (["build", "FEED", "-o", "x", "--without", "shapes,stops"], "expected some of shapes"),
            (["build", "FEED", "-o", "x", "--max-size", "20XB"], "--max-size"),
            (["build", "FEED", "-o", "x", "--max-size", "0"], "--max-size"),
            (["build", "FEED", "-o", "x", "--max-ratio", "0"], "must be at least 1"),
            (
                ["build", "FEED", "-o", "x", "--http-header", "A: b"],
                "applies only to downloads"
            ),
            (
                ["build", "http://127.0.0.1:1/", "-o", "x", "--http-header", "no header"],
                "--http-header"
            ),
            (["build", "FEED", "-o", "x", "--log-format", "xml"], "'text' and 'json'"),
            (["build", "FEED", "-o", "x", "--unknown"], "Unknown option '--unknown'"),
            (["dig"], "there is no command dig; did you mean diff?"),
            (["bild"], "there is no command bild; did you mean build?"),
            (["query", "departure", "x"], "no command query departure; did you mean departures?"),
            (["feed.zip"], "there is no command feed.zip; there are build, update,"),
            (["update", "x", "--wait", "1h"], "expected a whole number of seconds"),
            (["update", "x", "--all", "--shard", "3"], "expected K/N, auto or auto/N"),
            (["update", "x", "--force", "all"], "Please provide one of"),
            (["validate", "FEED", "--threads", "all"], "expected a whole number"),
            (["validate", "FEED", "--severity", "x=y"], "expected CODE=ERROR"),
            (["validate", "FEED", "--fail-on", "x"], "Please provide one of"),
            (["validate", "FEED", "--baseline", "FEED/stops.txt"], "is not a report.json"),
            (["validate", "FEED", "--baseline", "none.json"], "there is no such file"),
            (["inspect"], "Missing expected argument '<bundle>'"),
        ])
    func usage(arguments: [String], words: String) throws {
        let outcome = try Command.run(
            arguments.map { $0.replacing("FEED", with: place.feed) }, in: place.folder)
        expect(outcome, code: 64, saying: words)
    }

    @Test("64: a polygon file without a polygon")
    func noPolygon() throws {
        for text in ["no JSON", "{}", "{\"type\":\"Point\",\"coordinates\":[1,2]}"] {
            let file = try place.folder.write("area.geojson", Array(text.utf8))
            expect(try place.build("--polygon", file), code: 64, saying: "--polygon \(file): ")
        }
    }

    @Test("65: an input that is not a feed, and filters that leave nothing")
    func unusable() throws {
        let text = try place.folder.write("feed.zip", Array("hello".utf8))
        expect(try place.run("build", text, "-o", place.bundle), code: 65, saying: text)
        let empty = place.folder.path + "/empty"
        try FileManager.default.createDirectory(
            atPath: empty, withIntermediateDirectories: false)
        expect(
            try place.run("build", empty, "-o", place.bundle), code: 65, saying: "/empty: is empty;"
        )
        expect(try place.build("--bbox", "0,0,1,1"), code: 65, saying: "the filters leave no trip")
        let outcome = try place.build("--route", "TRAN", "--route", "NONE")
        #expect(outcome.code == 65)
        #expect(
            outcome.errors == """
                gtfs: the filters leave no trip: nothing to write
                  the feed has no route NONE; it has BUS, RAIL, SEA,1, TRAM
                  the feed has no route TRAN; the nearest is TRAM

                """)
        #expect(try place.bundles().isEmpty)
    }

    @Test("65: a feed without a usable trip; yesterday's bundle stays")
    func yieldsNothing() throws {
        try place.build()
        let before = try Data(contentsOf: URL(fileURLWithPath: place.bundle))
        var feed = TestFeed.town
        for file in feed.files { feed[file.name] = file.text.replacing(",", with: ";") }
        let path = try feed.write(to: place.folder, as: "bad")
        let zip = try feed.pack(as: .zip(options: ""), to: place.folder, as: "bad.zip")
        let words =
            "no trip can be used: trips.txt, stop_times.txt, stops.txt: separated by ';'\n"
        for arguments in [
            [path], [zip], ["-"], [path, "--quiet"], [path, "--no-validate"],
            [path, "--previous", place.bundle, "--max-size", "20MB", "--quiet"],
            [path, "--route", "BUS"],
        ] {
            let outcome = try Command.run(
                ["build", "-o", place.bundle] + arguments, in: place.folder, input: zip)
            expect(outcome, code: 65, saying: words)
            #expect(try Data(contentsOf: URL(fileURLWithPath: place.bundle)) == before)
            #expect(try place.bundles() == ["town.sqlite"])
        }
        #expect(try place.run("build", path, "-o", place.bundle, "--allow-empty").code == 0)
        #expect(try place.routes().isEmpty)
    }

    @Test("66: an input that is not there")
    func missing() throws {
        let path = place.folder.path + "/none"
        expect(try place.run("build", path, "-o", place.bundle), code: 66, saying: path)
        expect(try place.build("--previous", path), code: 66, saying: "\(path): no such file")
        expect(try place.build("--polygon", path), code: 66, saying: "\(path): no such file")
        expect(try place.run("inspect", path), code: 66, saying: "\(path): no such file")
        expect(
            try place.run("build", "ftp://x.org/a.zip", "-o", place.bundle), code: 66,
            saying: "https://")
        let file = try place.run("build", "file:///a.zip", "-o", place.bundle)
        expect(file, code: 66, saying: "give the path itself, without file://")
        expect(
            try place.run("fetch", path, "-o", place.bundle), code: 66,
            saying: "\(path)/manifest.json: there is no such file or folder")
    }

    @Test("69: a download that fails")
    func download() throws {
        expect(
            try place.run("build", "http://127.0.0.1:1/feed.zip", "-o", place.bundle), code: 69,
            saying: "http://127.0.0.1:1/feed.zip: cannot connect")
    }

    @Test("73: a bundle that cannot be made")
    func cannotMake() throws {
        expect(
            try place.run("build", place.feed, "-o", place.folder.path), code: 73,
            saying: "is a folder")
        expect(
            try place.run("build", place.feed, "-o", place.folder.path + "/no/x"), code: 73,
            saying: "No such file or directory")
        expect(
            try place.run("build", place.feed, "-o", place.feed), code: 73,
            saying: "the input of this command")
    }

    @Test("73: a place where build and fetch cannot make a bundle, in the same words")
    func cannotMakeEither() throws {
        let folder = place.folder.path
        for (path, reason) in [
            (folder, "is a folder"), (folder + "/no/x", "No such file or directory"),
            ("/dev/null", "is a pipe or a device; name a file"),
        ] {
            for arguments in [["build", place.feed], ["fetch", folder]] {
                let outcome = try Command.run(arguments + ["-o", path], in: place.folder)
                expect(outcome, code: 73, saying: "\(path): cannot be made: \(reason)\n")
            }
        }
    }

    @Test("74: temporary files that cannot be written")
    func cannotWrite() throws {
        let input = try TestFeed.town.pack(as: .zip(options: ""), to: place.folder, as: "a.zip")
        expect(
            try place.run(
                "build", "-", "-o", place.bundle, "--temporary-directory",
                place.folder.path + "/no", input: input),
            code: 74, saying: "cannot write a temporary file")
    }

    @Test("Errors are JSON with --log-format json, even those of the command line")
    func json() throws {
        for (arguments, code) in [
            (["build", place.feed, "-o", place.bundle, "--max-size", "1KB"], 2),
            (["build", place.feed, "--log-format", "json"], 64),
            (["build", place.feed, "-o", place.bundle, "--route", "NONE"], 65),
        ] {
            let outcome = try Command.run(arguments + ["--log-format=json"], in: place.folder)
            #expect(outcome.code == code)
            let event = try #require(try outcome.events().last)
            #expect(event["event"] as? String == "error")
            #expect(event["exitCode"] as? Int == code)
            #expect((event["message"] as? String)?.isEmpty == false)
        }
    }
}
