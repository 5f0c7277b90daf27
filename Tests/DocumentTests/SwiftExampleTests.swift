import FeedValidation
import Foundation
import GRDB
import GTFSSchedule
import TestSupport
import Testing
import TransitBundle

/// Every piece of Swift in the pages and in comments is a piece of a file that is compiled with the
/// tests, its imports included. These files import nothing but what they show.
@Suite("Swift in pages and comments", .blocking) struct SwiftExampleTests {
    private static let compiled = Result {
        let folders = ["DocumentTests/Examples", "DepartureBoard", "AppScreensTests"]
        return try folders.flatMap { PackageRoot.files(below: "Tests/" + $0, suffix: ".swift") }
            .map { path in
                try String(contentsOfFile: path, encoding: .utf8)
                    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            }
    }

    private static func dedented(_ lines: some Sequence<String>) -> [String] {
        let filled = lines.filter { !$0.isEmpty }
        let indentation = filled.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(indentation)) }
    }

    /// Whether lines follow each other in a file, whatever their common indentation.
    private static func has(_ file: [String], _ lines: [String]) -> Bool {
        guard let first = lines.first, file.count >= lines.count else { return false }
        return (0...(file.count - lines.count)).contains { start in
            file[start].hasSuffix(first)
                && dedented(file[start..<(start + lines.count)]) == lines
        }
    }

    @Test("Each is compiled")
    func same() throws {
        let files = try Self.compiled.get()
        let pages = try MarkdownDocument.all() + MarkdownDocument.articles()
        let blocks = (pages + (try MarkdownDocument.comments())).flatMap(\.blocks)
            .filter { $0.language == "swift" }
        #expect(blocks.count >= 100)
        for block in blocks where block.name != "manifest" {
            #expect(
                files.contains { Self.has($0, Self.dedented(block.lines)) },
                "\(block): no file in Tests/DocumentTests/Examples has this")
        }
    }

    @Test("Lines count as compiled only in their order, with their indentation")
    func matching() {
        let file = ["func f() {", "    if a {", "        b()", "    }", "", "    c()", "}"]
        #expect(Self.has(file, ["if a {", "    b()", "}", "", "c()"]))
        #expect(!Self.has(file, ["if a {", "b()", "}"]))
        #expect(!Self.has(file, ["b()", "c()"]))
        #expect(!Self.has(file, ["a {"]))
        #expect(!Self.has(file, []))
    }

    @Test("The page of each library has an example")
    func libraries() throws {
        let package = try String(
            contentsOfFile: PackageRoot.path + "/Package.swift", encoding: .utf8)
        let names = package.components(separatedBy: #".library(name: ""#).dropFirst()
            .map { $0.prefix { $0 != "\"" } }
        #expect(names.count == 15)
        for name in names {
            let page = try MarkdownDocument("Sources/\(name)/\(name).docc/\(name).md")
            #expect(page.blocks.contains { ["swift", "console"].contains($0.language) }, "\(name)")
        }
    }

    @Test("The example of README.md is short, and gives the next departures")
    func library() async throws {
        let shown = try #require(
            try MarkdownDocument("README.md").blocks.first { $0.name == "library" })
        #expect(shown.lines.count <= 20)
        let time = try #require(ISO8601DateFormatter().date(from: "2026-11-20T07:30:00+11:00"))
        let files = try SampleFiles()
        let lines = try await board(files.bundle, "central", at: time)
        #expect(lines.count == 3)
        #expect(lines.contains("2026-11-20T07:47:00+1100 North Shelf via Quayside"))
    }

    @Test("Rows come through GRDB, and rows and records through the library")
    func records() async throws {
        let files = try SampleFiles()
        let rows = try stopTimes(of: "T1-WD-N1", in: files.bundle)
        #expect(rows.map { $0["stop_id"] as String } == ["CJ_P1", "GH", "QUAY_P1", "LP", "NS"])
        let bundle = try TransitBundle(path: files.bundle)
        #expect(try await routeNames(of: "PLT", in: bundle).contains("T1"))
        #expect(try await routeNames(in: bundle).contains("T1"))
        #expect(try await stopNames(in: bundle).isEmpty == false)
        #expect(
            try await times(in: bundle) == [
                "QUAY_W4 24:25:00", "LP_W 24:34:00", "ZW 24:48:00", "FH 25:10:00",
            ])
    }

    @Test("A feed is validated, and limits hold")
    func validation() async throws {
        let today = try #require(ServiceDate(year: 2026, month: 11, day: 21))
        let files = try SampleFiles()
        #expect(
            try await findings(in: files.folder.path + "/feeds/sample", on: today) == ["0 errors"])
        // The rail replacement bus and a few others have none.
        let routes = try files.rows("SELECT 1 FROM routes WHERE route_color IS NULL").rows.count
        #expect(
            try await colorless(in: files.folder.path + "/feeds/sample", on: today) == routes)
        await #expect(throws: FeedError.self) {
            try await errors(at: "/nowhere.zip", key: "k")
        }
    }

    /// The parts of a manifest that an app has to get right.
    private struct Manifest: Decodable {
        let targets: [Target]

        struct Target: Decodable {
            let name: String
        }
    }

    @Test("The Package.swift of an app is valid, and names an existing product")
    func manifest() throws {
        let article = "Sources/TransitViewModels/TransitViewModels.docc/FromAFeedToAScreen.md"
        let block = try #require(
            try MarkdownDocument(article).blocks.first { $0.name == "manifest" })
        let folder = try TestFolder()
        try folder.write("board/Package.swift", Array(block.text.utf8))
        let result = try ProcessRun.run(
            "/usr/bin/env",
            [
                "-u", "GTFS_CI", "swift", "package", "--package-path", folder.path + "/board",
                "--scratch-path", folder.path + "/scratch", "dump-package",
            ], folder: folder)
        try #require(result.end == .exited(0), "\(result.standardError)")
        let manifest = try JSONDecoder().decode(
            Manifest.self, from: Data(result.standardOutput.utf8))
        #expect(manifest.targets.map(\.name) == ["board"])
        let own = try String(contentsOfFile: PackageRoot.path + "/Package.swift", encoding: .utf8)
        #expect(block.text.contains(#".product(name: "TransitBundle", package: "swift-gtfs")"#))
        #expect(own.contains(#".library(name: "TransitBundle""#))
    }
}
