import Foundation
import TestSupport
import Testing

/// `.ci/figures`, which writes the tables of `Figures.md`.
@Suite("Figures", .blocking) struct FigureTests {
    private let folder: TestFolder
    private let feed: String

    init() throws {
        folder = try TestFolder()
        feed = folder.path + "/made.zip"
        let generated = try ProcessRun.run(
            PackageRoot.executable("gtfs-bench"),
            ["generate", "-o", feed, "--trips", "40", "--stops", "4"], folder: folder)
        #expect(generated.end == .exited(0), "\(generated.standardError)")
    }

    private func run(_ arguments: [String]) throws -> ProcessRun.Result {
        let programs = (PackageRoot.executable("gtfs") as NSString).deletingLastPathComponent
        return try ProcessRun.run(
            "/usr/bin/env",
            ["GTFS_BIN=\(programs)", "python3", PackageRoot.path + "/.ci/figures"] + arguments,
            folder: folder)
    }

    @Test("A generated feed is measured, beside unzip")
    func reach() throws {
        let reach = try run(["reach", feed, "--runs", "1"])
        #expect(reach.end == .exited(0), "\(reach.standardError)")
        let names = reach.standardOutput.split(separator: "\n").dropFirst(2).map {
            $0.split(separator: "|")[2].trimmingCharacters(in: .whitespaces)
        }
        #expect(
            names == [
                "unzip -p", "gtfs --version", "gtfs build --no-validate", "gtfs build",
                "gtfs validate", "gtfs verify", "gtfs update", "gtfs update, unchanged",
            ])
    }

    @Test("Each query of a bundle has its rows, its times and its target")
    func queries() throws {
        let bundle = folder.path + "/made.sqlite"
        let built = try ProcessRun.run(
            PackageRoot.executable("gtfs"), ["build", feed, "-o", bundle, "--quiet"],
            folder: folder)
        #expect(built.end == .exited(0), "\(built.standardError)")
        let printed = try run(["queries", bundle, "--samples", "3"])
        let rows = printed.standardOutput.split(separator: "\n")
        #expect(rows.count == 8, "\(printed.standardError)")
        #expect(rows.allSatisfy { $0.split(separator: "|").count == 8 })
        #expect(rows.dropFirst(2).first?.hasPrefix("| stop times of a trip | 4.0 |") == true)
    }

    @Test("Tables of a page are measured again; a table that cannot be measured stays")
    func page() throws {
        let page = folder.path + "/Figures.md"
        let first = "<!-- figures bytes \(feed) -->"
        let second = "<!-- figures bytes \(folder.path)/none.zip -->"
        try "# Bytes\n\n\(first)\nold\n<!-- end -->\n\n\(second)\nkept\n<!-- end -->\n"
            .write(toFile: page, atomically: true, encoding: .utf8)
        let written = try run([page])
        #expect(written.end == .exited(1), "\(written.standardError)")
        let lines = try String(contentsOfFile: page, encoding: .utf8)
            .components(separatedBy: "\n")
        #expect(Array(lines[..<4]) == ["# Bytes", "", first, ""])
        #expect(lines[4].hasPrefix("| feed | stop times |"))
        #expect(lines[6].hasPrefix("| made | 160 |"), "\(lines[6])")
        #expect(Array(lines[7...]) == ["", "<!-- end -->", "", second, "kept", "<!-- end -->", ""])
    }

    @Test("A table without an end is an error, and nothing is measured")
    func openTable() throws {
        let page = folder.path + "/Open.md"
        let text = "<!-- figures bytes \(feed) -->\n| a |\n"
        try text.write(toFile: page, atomically: true, encoding: .utf8)
        #expect(try run([page]).end == .exited(1))
        #expect(try String(contentsOfFile: page, encoding: .utf8) == text)
    }

    @Test(
        "Counts are one or more",
        arguments: [
            ["reach", "x.zip", "--runs", "0"], ["queries", "x", "--samples", "0"],
            ["serve", "x", "--stop", "A", "--date", "20261123", "--rounds", "0"],
        ])
    func options(arguments: [String]) throws {
        #expect(try run(arguments).end == .exited(2))
    }
}
