import Foundation
import GRDB
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files that the outputs of all verbs replace, and those that they leave alone.
@Suite("Outputs", .blocking) struct OutputTests {
    private let place: Workplace
    private let pipe: String

    init() throws {
        place = try Workplace()
        try place.build()
        pipe = place.folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
    }

    private func path(_ name: String) -> String { place.folder.path + "/" + name }

    private func isPipe(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    private func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    private func link(_ name: String, to destination: String) throws -> String {
        try FileManager.default.createSymbolicLink(
            atPath: path(name), withDestinationPath: destination)
        return path(name)
    }

    /// Runs a command while a process holds the pipe open, and returns what came out of it.
    private func runIntoPipe(_ arguments: String...) throws -> (Command.Outcome, String) {
        let reader = open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        let outcome = try Command.run(arguments, in: place.folder)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = max(0, read(reader, &buffer, buffer.count))
        #expect(isPipe(pipe), "\(arguments)")
        return (outcome, String(decoding: buffer.prefix(count), as: UTF8.self))
    }

    @Test("A bundle and a key are not for a pipe: 73, and the pipe stays")
    func refusedByPipe() throws {
        let delta = path("town.delta")
        #expect(
            try place.run("patch", "--make", place.bundle, place.bundle, "-o", delta).code == 0)
        for arguments in [
            ["build", place.feed, "-o", pipe], ["patch", place.bundle, delta, "-o", pipe],
            ["keygen", "-o", pipe],
        ] {
            let outcome = try Command.run(arguments, in: place.folder)
            #expect(outcome.code == 73, "\(arguments): \(outcome.errors)")
            #expect(outcome.errorLines.count == 1)
            #expect(isPipe(pipe))
        }
    }

    /// Of the town, whose days are over.
    private func townDefinition(of feed: String) -> String {
        """
        id: town
        source: \(feed)
        publish: \(path("site"))
        guards: { allow_expired: true }

        """
    }

    /// Every way in which a command writes a file that a user names.
    private func outputs(_ target: String) throws -> [[String]] {
        let delta = path("town.delta")
        try #require(
            try place.run("patch", "--make", place.bundle, place.bundle, "-o", delta).code == 0)
        try FileManager.default.createDirectory(
            atPath: path("site"), withIntermediateDirectories: true)
        let definition = try place.folder.write(
            "town.yaml",
            Array(townDefinition(of: place.feed).utf8))
        let name = (target as NSString).lastPathComponent
        let folder = (target as NSString).deletingLastPathComponent
        return [
            ["build", place.feed, "-o", target],
            ["patch", place.bundle, delta, "-o", target],
            ["patch", "--make", place.bundle, place.bundle, "-o", target],
            ["diff", place.bundle, place.bundle, "--html", target],
            ["validate", place.feed, "--sarif", target],
            ["validate", place.feed, "--junit", target],
            ["validate", place.feed, "-o", folder, "--validation-report-name", name],
            ["validate", place.feed, "-o", folder, "--html-report-name", name],
            ["validate", place.feed, "-o", folder, "--system-errors-report-name", name],
            ["status", definition, "--metrics", target],
        ]
    }

    @Test("No output takes the place of another's file, unless --force says so")
    func foreignFiles() throws {
        let target = path("mine")
        let diary = try DatabaseQueue(path: path("diary"))
        try diary.write { try $0.execute(sql: "CREATE TABLE diary (text)") }
        try diary.close()
        let foreign = [try bytes(path("diary")), Data("Dear diary".utf8)]
        for arguments in try outputs(target) {
            for content in foreign {
                try content.write(to: URL(fileURLWithPath: target))
                let refused = try Command.run(arguments, in: place.folder)
                #expect(refused.code == 73, "\(arguments): \(refused.errors)")
                #expect(refused.errorLines.count == 1)
                #expect(refused.errors.contains("/mine: cannot be made: already exists, and"))
                #expect(try bytes(target) == content, "\(arguments)")
            }
            let forced = try Command.run(arguments + ["--force"], in: place.folder)
            #expect(forced.code <= 3, "\(arguments): \(forced.errors)")
            #expect(try !foreign.contains(bytes(target)), "\(arguments)")
            // Its own output may be written again.
            let again = try Command.run(arguments, in: place.folder)
            #expect(again.code == forced.code, "\(arguments): \(again.errors)")
        }
    }

    @Test(
        "A bundle to which a user added something stays, and a database that is none: 73",
        arguments: [
            "CREATE TABLE diary (text)", "CREATE VIEW mine AS SELECT stop_name FROM stops",
            "CREATE TRIGGER stops AFTER INSERT ON metadata BEGIN SELECT 1; END",
            "ALTER TABLE metadata RENAME TO diary", "CREATE TABLE x_diary (text)",
            "CREATE TABLE stops_fts_diary (text)",
        ])
    func addedTables(sql: String) throws {
        let bundle = try DatabaseQueue(path: place.bundle)
        try bundle.write { try $0.execute(sql: "PRAGMA legacy_alter_table = ON; \(sql)") }
        try bundle.close()
        let content = try bytes(place.bundle)
        let refused = try place.build()
        #expect(refused.code == 73, "\(refused.errors)")
        #expect(try bytes(place.bundle) == content)
        #expect(try place.build("--force").code == 0)
        #expect(try place.build().code == 0)
    }

    @Test("Files of the folder that a command reads stay, whatever --force says")
    func filesOfInput() throws {
        let feed = place.feed
        try Data("{}".utf8).write(to: URL(fileURLWithPath: path("box.geojson")))
        for (output, arguments) in [
            (feed + "/stops.txt", ["validate", feed, "--sarif", feed + "/stops.txt"]),
            (feed + "/routes.txt", ["validate", feed, "--junit", feed + "/routes.txt"]),
            (feed + "/trips.txt", ["validate", feed, "-o", feed, "-v", "trips.txt"]),
            (feed + "/trips.txt", ["build", feed, "-o", feed + "/trips.txt"]),
            (
                path("box.geojson"),
                ["build", feed, "-o", path("box.geojson"), "--polygon", path("box.geojson")]
            ),
        ] {
            let content = try bytes(output)
            let refused = try Command.run(arguments + ["--force"], in: place.folder)
            #expect(refused.code == 73, "\(arguments): \(refused.errors)")
            #expect(try bytes(output) == content, "\(arguments)")
        }
        for _ in 0..<2 {
            let report = try Command.run(
                ["validate", feed, "--sarif", feed + "/a.sarif", "--force"], in: place.folder)
            #expect(report.code <= 1, "\(report.errors)")
        }
    }

    @Test("A bundle that another program writes to stays: 73", arguments: [false, true])
    func inUse(isKilled: Bool) throws {
        let bundle = try DatabaseQueue(path: place.bundle)
        let (journal, kept) = (place.bundle + "-journal", path("kept"))
        try bundle.inDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA cache_size = 1;
                    BEGIN EXCLUSIVE;
                    CREATE TABLE diary (text);
                    INSERT INTO diary SELECT zeroblob(100000) FROM stops;
                    """)
            if isKilled {
                try FileManager.default.copyItem(atPath: place.bundle, toPath: kept)
                try FileManager.default.copyItem(atPath: journal, toPath: kept + "-journal")
            } else {
                let refused = try place.build()
                #expect(refused.code == 73, "\(refused.errors)")
            }
            try db.execute(sql: "ROLLBACK")
        }
        try bundle.close()
        guard isKilled else { return #expect(try place.build().code == 0) }
        for force in [[], ["--force"]] {
            let refused = try Command.run(
                ["build", place.feed, "-o", kept] + force, in: place.folder)
            #expect(refused.code == 73, "\(refused.errors)")
            #expect(refused.errors.contains("kept-journal exists"))
        }
        // SQLite applies the journal.
        let repaired = try DatabaseQueue(path: kept)
        try repaired.write { try $0.execute(sql: "UPDATE metadata SET value = value") }
        try repaired.close()
        #expect(try Command.run(["build", place.feed, "-o", kept], in: place.folder).code == 0)
    }

    @Test("Files that begin almost like ours stay: 73")
    func likeOurs() throws {
        let target = path("mine")
        for (content, option) in [
            ("GTFSDLT is my diary", "--make"), ("# HELP gtfs_x mine\n", "--metrics"),
        ] {
            let arguments = try #require(try outputs(target).first { $0.contains(option) })
            try Data(content.utf8).write(to: URL(fileURLWithPath: target))
            let refused = try Command.run(arguments, in: place.folder)
            #expect(refused.code == 73, "\(refused.errors)")
            #expect(try bytes(target) == Data(content.utf8))
        }
        let page = #"<p>mine</p><pre><meta name="generator" content="gtfs"></pre>"#
        let tests = #"<testsuite><testcase classname="gtfs" name="mine"/></testsuite>"#
        for (content, arguments) in [
            (page, ["diff", place.bundle, place.bundle, "--html", target]),
            (tests, ["validate", place.feed, "--junit", target]),
        ] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: target))
            let refused = try Command.run(arguments, in: place.folder)
            #expect(refused.code == 73, "\(refused.errors)")
            #expect(try bytes(target) == Data(content.utf8))
        }
        for content in [#"{"notices":[],"diary":1}"#, #"{"notices":["mine"]}"#] {
            let file = try place.folder.write("reports/system_errors.json", Array(content.utf8))
            let refused = try Command.run(
                ["validate", place.feed, "-o", path("reports")], in: place.folder)
            #expect(refused.code == 73, "\(refused.errors)")
            #expect(try bytes(file) == Data(content.utf8))
        }
    }

    @Test("A bundle of a newer version stays; one of no bytes is replaced")
    func newerBundle() throws {
        let newer = try DatabaseQueue(path: place.bundle)
        try newer.write { try $0.execute(sql: "PRAGMA user_version = 99") }
        try newer.close()
        let refused = try place.build()
        #expect(refused.code == 73, "\(refused.errors)")
        try Data().write(to: URL(fileURLWithPath: place.bundle))
        #expect(try place.build().code == 0)
        for arguments in [["fetch", path("site"), "-o"], ["update", "town.yaml", "--metrics"]] {
            let stops = try bytes(place.feed + "/stops.txt")
            let refused = try Command.run(
                arguments + [place.feed + "/stops.txt"], in: place.folder)
            #expect(refused.code == 73, "\(refused.errors)")
            #expect(try bytes(place.feed + "/stops.txt") == stops)
        }
        let mine = try place.folder.write("mine.sqlite.previous", Array("mine".utf8))
        let beside = try Command.run(
            ["fetch", path("site"), "-o", path("mine.sqlite")], in: place.folder)
        #expect(beside.code == 73, "\(beside.errors)")
        #expect(try bytes(mine) == Data("mine".utf8))
    }

    @Test("A pipe gets a delta and reports, and stays")
    func written() throws {
        let bundle = place.bundle
        let (delta, bytes) = try runIntoPipe("patch", "--make", bundle, bundle, "-o", pipe)
        #expect(delta.code == 0)
        #expect(!bytes.isEmpty)
        let (diff, page) = try runIntoPipe("diff", bundle, bundle, "--html", pipe)
        #expect(diff.code == 0)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        for option in ["--sarif", "--junit"] {
            let (outcome, text) = try runIntoPipe("validate", place.feed, option, pipe)
            #expect(outcome.code <= 1)
            #expect(!text.isEmpty)
        }
        try FileManager.default.createDirectory(
            atPath: path("site"), withIntermediateDirectories: false)
        let definition = try place.folder.write(
            "town.yaml",
            Array(townDefinition(of: place.feed).utf8))
        let (update, metrics) = try runIntoPipe("update", definition, "--metrics", pipe)
        #expect(update.code == 0, "\(update.errors)")
        #expect(metrics.contains("gtfs_"))
    }

    @Test("A bundle replaces only a bundle or an empty file: 73")
    func foreignFile() throws {
        let mine = Array("PK\u{3}\u{4}mine".utf8)
        let zip = try place.folder.write("mine.zip", mine)
        let refused = try place.run("build", place.feed, "-o", zip)
        #expect(refused.code == 73)
        #expect(
            refused.errors == "gtfs: \(zip): cannot be made: already exists, and is not a bundle "
                + "that this version of gtfs knows; remove it, or name another file\n")
        #expect(try bytes(zip) == Data(mine))
        let empty = try place.folder.write("empty.sqlite", [])
        for path in [empty, place.bundle] {
            #expect(try place.run("build", place.feed, "-o", path).code == 0, "\(path)")
        }
    }

    @Test("A manifest names a local file without its folder")
    func published() throws {
        let site = path("site")
        try FileManager.default.createDirectory(
            atPath: site, withIntermediateDirectories: false)
        let zip = try TestFeed.town.pack(as: .zip(options: ""), to: place.folder, as: "a.zip")
        let definition = try place.folder.write(
            "town.yaml", Array(townDefinition(of: zip).utf8))
        #expect(try place.run("update", definition).code == 0)
        let manifest = try JSON.object(
            String(decoding: try bytes(site + "/manifest.json"), as: UTF8.self))
        #expect(manifest["source"] as? String == "a.zip")
        for name in try FileManager.default.contentsOfDirectory(atPath: site)
        where name.hasSuffix(".json") || name.hasSuffix(".html") {
            let text = String(decoding: try bytes(site + "/" + name), as: UTF8.self)
            #expect(!text.contains(place.folder.path), "\(name)")
            #expect(!name.contains("report") || text.contains("a.zip"), "\(name)")
        }
    }

    @Test("A failed download says which feed it was for")
    func failedDownload() throws {
        let definition = try place.folder.write(
            "town.yaml",
            Array(
                "id: town\nsource: http://127.0.0.1:1/a.zip\nfetch: { retries: 0 }\npublish: \(path("p"))\n"
                    .utf8))
        let outcome = try place.run("update", definition)
        #expect(outcome.code == 69)
        #expect(
            outcome.errors.hasPrefix("gtfs: town: http://127.0.0.1:1/a.zip: "), "\(outcome.errors)")
    }

    @Test("A link stays a link, whatever is written through it")
    func links() throws {
        let old = place.bundle
        let real = path("real")
        let link = try link("link", to: "real")
        for arguments in [
            ["build", place.feed, "-o", link], ["patch", "--make", old, old, "-o", link],
            ["diff", old, old, "--html", link], ["validate", place.feed, "--sarif", link],
        ] {
            unlink(real)
            #expect(try Command.run(arguments, in: place.folder).code <= 1)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real")
            #expect(try !bytes(real).isEmpty, "\(arguments)")
        }
    }

    @Test("An input is never replaced by the output, through any link: 73")
    func inputs() throws {
        let zip = try TestFeed.town.pack(as: .zip(options: ""), to: place.folder, as: "a.zip")
        let feed = try bytes(zip)
        let soft = try link("soft.zip", to: "a.zip")
        try FileManager.default.linkItem(atPath: zip, toPath: path("hard.zip"))
        let bundle = try bytes(place.bundle)
        let toBundle = try link("bundle.zip", to: place.bundle)
        for arguments in [
            ["build", zip, "-o", zip], ["build", zip, "-o", soft], ["build", soft, "-o", zip],
            ["build", zip, "-o", path("hard.zip")], ["validate", zip, "--sarif", soft],
            ["patch", "--make", place.bundle, place.bundle, "-o", place.bundle],
            ["diff", place.bundle, place.bundle, "--html", place.bundle],
            ["export", place.bundle, "-o", toBundle],
        ] {
            let outcome = try Command.run(arguments, in: place.folder)
            #expect(outcome.code == 73, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains("the input of this command"), "\(outcome.errors)")
        }
        #expect(try bytes(zip) == feed)
        #expect(try bytes(place.bundle) == bundle)
    }

    @Test("Reports replace neither a baseline nor settings, even with --force: 73")
    func policyFiles() throws {
        let reports = path("reports")
        try #require(try place.run("validate", place.feed, "-o", reports).code <= 1)
        let known = reports + "/report.json"
        let settings = try place.folder.write(
            "own.yaml", Array("baseline: reports/report.json".utf8))
        for (options, output) in [
            (["--baseline", known, "--sarif"], known), (["--baseline", known, "--junit"], known),
            (["--config", settings, "--sarif"], known),
            (["--config", settings, "--junit"], settings),
            (["--baseline", known, "-o"], reports),
        ] {
            let outcome = try Command.run(
                ["validate", place.feed, "--force"] + options + [output], in: place.folder)
            #expect(outcome.code == 73, "\(options): \(outcome.errors)")
            #expect(outcome.errors.contains("the input of this command"), "\(outcome.errors)")
        }
        #expect(try place.run("validate", place.feed, "--baseline", known).code == 0)
    }

    @Test("A report takes the place of its own format only, indented or not: 73")
    func reportFormats() throws {
        let sarif = path("report.sarif")
        let reports = path("reports")
        for options in [["-p"], []] {
            let outcome = try Command.run(
                ["validate", place.feed, "-o", reports, "--sarif", sarif] + options,
                in: place.folder)
            #expect(outcome.code <= 1, "\(options): \(outcome.errors)")
            for arguments in [
                ["--sarif", reports + "/report.json"],
                ["--sarif", reports + "/system_errors.json"],
                ["-o", place.folder.path, "-v", "report.sarif"],
                ["-o", place.folder.path, "-e", "report.sarif"],
            ] {
                let refused = try Command.run(
                    ["validate", place.feed] + arguments, in: place.folder)
                #expect(refused.code == 73, "\(arguments)")
            }
        }
        let foreign =
            #"{"$schema":"x","version":"2.1.0","runs":[{"tool":{"driver":{"name":"y"}}}]}"#
        let mine = try place.folder.write("mine.sarif", Array(foreign.utf8))
        #expect(try place.run("validate", place.feed, "--sarif", mine).code == 73)
    }

    @Test(
        "64: two outputs in one file, and an output called -",
        arguments: [
            ["validate", "FEED", "--sarif", "DIR/a", "--junit", "DIR/a"],
            ["validate", "FEED", "--sarif", "DIR/a", "--junit", "DIR/bundles/../a"],
            ["validate", "FEED", "-o", "DIR/out", "--sarif", "DIR/out/report.json"],
            ["validate", "FEED", "-o", "DIR/out", "-v", "one", "-r", "one"],
            ["validate", "FEED", "-o", "-"], ["validate", "FEED", "--sarif", "-"],
            ["patch", "a", "b", "-o", "-"], ["diff", "a", "b", "--html", "-"],
            ["export", "a", "-o", "-"], ["export", "a", "--format", "geojson", "-o", "-"],
            ["keygen", "-o", "-"], ["update", "a.yaml", "--metrics", "-"],
        ])
    func together(arguments: [String]) throws {
        let outcome = try Command.run(
            arguments.map {
                $0 == "FEED" ? place.feed : $0.replacing("DIR", with: place.folder.path)
            }, in: place.folder)
        #expect(outcome.code == 64, "\(outcome.errors)")
        #expect(outcome.errorLines.count == 1)
        #expect(!FileManager.default.fileExists(atPath: path("a")))
    }

    @Test("73: reports into a file")
    func reportsIntoFile() throws {
        let outcome = try place.run("validate", place.feed, "-o", place.bundle)
        #expect(outcome.code == 73)
        #expect(outcome.errors.hasSuffix("is a file, not a folder\n"), "\(outcome.errors)")
    }

    @Test("A key whose public half is there already is not made")
    func halfOfAKey() throws {
        try place.folder.write("key.pub", Array("mine".utf8))
        #expect(try place.run("keygen", "-o", path("key")).code == 73)
        #expect(!FileManager.default.fileExists(atPath: path("key")))
        #expect(try bytes(path("key.pub")) == Data("mine".utf8))
    }

    @Test("An export needs a new folder; --overwrite replaces only an older export")
    func export() throws {
        let out = path("out")
        #expect(try place.run("export", place.bundle, "-o", out).code == 0)
        #expect(try place.run("export", place.bundle, "-o", out).code == 73)
        #expect(try place.run("export", place.bundle, "-o", out, "--overwrite").code == 0)
        let feed = try place.run("export", place.bundle, "-o", place.feed, "--overwrite")
        #expect(feed.code == 73)
    }
}
