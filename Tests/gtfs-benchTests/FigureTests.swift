import Foundation
import TestSupport
import Testing

@testable import gtfs_bench

@Suite("Figures of gtfs-bench", .blocking) struct FigureTests {
    @Test("The median is the one in the middle, or half-way between the two there")
    func medians() {
        #expect([Double]().median == nil)
        #expect([3.0].median == 3)
        #expect([9.0, 1, 2].median == 2)
        #expect([4.0, 1, 3, 100].median == 3.5)
    }

    @Test("A program on some of the processors is started by taskset")
    func processors() throws {
        let program = MeasuredProgram(program: "/bin/echo", arguments: ["a", "b"], lastGoodCode: 1)
        #expect(program.on(nil).program == "/bin/echo")
        let pinned = program.on(2)
        #expect(pinned.arguments == ["-c", "0-1", "/bin/echo", "a", "b"])
        #expect(pinned.lastGoodCode == 1)
    }

    @Test("GNU time tells the memory in its last line, in kilobytes")
    func memory() {
        #expect(MemoryFile.bytes(in: "2048\n") == 2 << 20)
        #expect(MemoryFile.bytes(in: "Command exited with non-zero status 1\n3\n") == 3072)
        #expect(MemoryFile.bytes(in: "") == nil)
    }

    /// Two or more runs, each with its number of seconds and that of unzip.
    private static func measurement(
        _ name: String, _ seconds: [(own: Double, unzip: Double)], isBound: Bool = false
    ) -> ReachMeasurement {
        var measurement = ReachMeasurement(name: name)
        for (own, unzip) in seconds {
            measurement.add(
                MeasuredProgram.Usage(
                    exitCode: 0, wallSeconds: own, cpuSeconds: 2 * own, peakBytes: Int(own * 1e6),
                    peakIsBound: isBound),
                unzipSeconds: unzip)
        }
        return measurement
    }

    @Test("A row of reach has medians, multiples of unzip and the most memory")
    func reachTable() {
        let build = Self.measurement("build", [(3, 2), (8, 2), (4, 4)])
        #expect(build.cells == ["build", "1.50", "4.00", "8.00", "8", "3"])
    }

    @Test("Memory that may be that of gtfs-bench is reported as an upper bound")
    func boundMemory() {
        let small = Self.measurement("unzip -p", [(45, 45)], isBound: true)
        #expect(small.cells[4] == "<= 45")
    }

    /// Runs `gtfs-bench` in its own process, as everyone does.
    private func run(_ arguments: [String], in folder: TestFolder) throws -> ProcessRun.Result {
        try ProcessRun.run(PackageRoot.executable("gtfs-bench"), arguments, folder: folder)
    }

    @Test("A generated feed is measured, beside unzip")
    func wholeRun() throws {
        let folder = try TestFolder()
        let feed = folder.path + "/made.zip"
        let generated = try run(
            ["generate", "-o", feed, "--trips", "40", "--stops", "4"], in: folder)
        #expect(generated.end == .exited(0), "\(generated.standardError)")
        let reach = try run(["reach", feed, "--runs", "1"], in: folder)
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

    @Test("Tables of a page are measured again; a table that cannot be measured stays")
    func page() throws {
        let folder = try TestFolder()
        let feed = folder.path + "/made.zip"
        let generated = try run(
            ["generate", "-o", feed, "--trips", "40", "--stops", "4"], in: folder)
        #expect(generated.end == .exited(0), "\(generated.standardError)")
        let page = folder.path + "/Figures.md"
        let first = "<!-- gtfs-bench bytes \(feed) -->"
        let second = "<!-- gtfs-bench bytes \(folder.path)/none.zip -->"
        try "# Bytes\n\n\(first)\nold\n<!-- end -->\n\n\(second)\nkept\n<!-- end -->\n"
            .write(toFile: page, atomically: true, encoding: .utf8)
        let written = try run(["figures", page], in: folder)
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
        let page = FiguresPage("<!-- gtfs-bench bytes made.zip -->\n| a |\n")
        #expect(throws: BenchmarkError.self) { try page.tables() }
    }

    @Test(
        "Counts are one or more",
        arguments: [
            ["reach", "x.zip", "--runs", "0"], ["queries", "x", "--samples", "0"],
            ["serve", "x", "--rounds", "0"],
        ])
    func options(arguments: [String]) throws {
        #expect(try run(arguments, in: TestFolder()).end == .exited(64))
    }
}
