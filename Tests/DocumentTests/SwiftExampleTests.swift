import FeedValidation
import Foundation
import GRDB
import GTFSSchedule
import TestSupport
import Testing

/// Every piece of Swift in the pages is a piece of a file that is compiled with the tests, its imports
/// included. These files import nothing but what they show, so that nobody needs more.
@Suite("Swift in the pages") struct SwiftExampleTests {
    /// Where examples are compiled.
    private static let compiled = Result {
        let folders = ["DocumentTests/Examples", "DepartureBoard", "AppScreensTests"]
        return try folders.flatMap { PackageRoot.files(below: "Tests/" + $0, suffix: ".swift") }
            .map { try String(contentsOfFile: $0, encoding: .utf8) }
    }

    @Test("is what is compiled")
    func same() throws {
        let files = try Self.compiled.get()
        let pages = try MarkdownDocument.all() + MarkdownDocument.articles()
        let blocks = pages.flatMap(\.blocks).filter { $0.language == "swift" }
        #expect(blocks.count >= 12)
        for block in blocks where block.name != "manifest" {
            #expect(
                files.contains { $0.contains(block.text) },
                "\(block): no file in Tests/DocumentTests/Examples has this")
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

    @Test("Rows and records come through GRDB")
    func records() throws {
        let files = try SampleFiles()
        let rows = try stopTimes(of: "T1-WD-N1", in: files.bundle)
        #expect(rows.map { $0["stop_id"] as String } == ["CJ_P1", "GH", "QUAY_P1", "LP", "NS"])
        #expect(try routeNames(in: files.bundle).contains("T1"))
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
        let options = ValidationOptions(date: today)
        await #expect(throws: FeedError.self) {
            try await errors(at: "/nowhere.zip", key: "k", with: Validator(options))
        }
    }

    /// The parts of a manifest that an app has to get right.
    private struct Manifest: Decodable {
        let targets: [Target]

        struct Target: Decodable {
            let name: String
        }
    }

    @Test("The Package.swift of an app is one, and asks for a product that there is")
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
