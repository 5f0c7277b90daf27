import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The terminal sessions on the pages are the output of the programs.
@Suite("Terminals in the pages", .blocking) struct ConsoleExampleTests {
    private struct Step {
        let command: String
        var output: [String] = []
    }

    private static func steps(of block: MarkdownDocument.Block) -> [Step] {
        block.lines.reduce(into: []) { steps, line in
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else if !steps.isEmpty {
                steps[steps.count - 1].output.append(line)
            }
        }
    }

    /// A line without what is another every time: seconds, memory, the day and name of a version.
    private static func lasting(_ line: String) -> String {
        var line = line
        for (pattern, word) in [
            (#"^[0-9.]+ seconds, peak memory [0-9.]+ MB$"#, "SECONDS, MEMORY"),
            (#"\b20[0-9]{6}-[0-9a-f]{8}\b"#, "VERSION"),
        ] {
            line = line.replacingOccurrences(
                of: pattern, with: word, options: .regularExpression)
        }
        return line.replacingOccurrences(of: " +$", with: "", options: .regularExpression)
    }

    /// Whether lines are what is shown; a line of an ellipsis stands for any number of them.
    private static func fits(_ lines: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
        guard let first = shown.first else { return lines.isEmpty }
        if first.trimmingCharacters(in: .whitespaces) == "…" {
            let rest = shown.dropFirst()
            return (0...lines.count).contains { fits(lines.dropFirst($0), rest) }
        }
        guard let line = lines.first, lasting(line) == lasting(first) else { return false }
        return fits(lines.dropFirst(), shown.dropFirst())
    }

    /// The timetable of the sample ends in June 2027: what depends on today then has more to say.
    private static var isValid: Bool { Date() < Date(timeIntervalSince1970: 1_812_000_000) }

    @Test("are what the command prints", .enabled(if: isValid))
    func console() throws {
        let pages = try MarkdownDocument.all() + MarkdownDocument.articles()
        let blocks = pages.flatMap(\.blocks).filter { $0.name == "console" }
        #expect(blocks.count >= 4)
        for block in blocks {
            let files = try SampleFiles()
            for step in Self.steps(of: block) {
                if step.command.hasPrefix("cat ") {
                    let text = step.output.map { $0 + "\n" }.joined()
                    try files.folder.write(String(step.command.dropFirst(4)), Array(text.utf8))
                    continue
                }
                // Not every machine has it; QueryExampleTests asks what it would.
                if step.command.hasPrefix("sqlite3 "),
                    try files.shell("command -v sqlite3").end != .exited(0)
                {
                    continue
                }
                let result = try files.shell(step.command + " 2>&1")
                let lines = result.standardOutput.split(
                    separator: "\n", omittingEmptySubsequences: false
                ).map(String.init).dropLast()
                #expect(
                    Self.fits(lines, step.output[...]),
                    "\(block): \(step.command)\n\(result.standardOutput)")
            }
        }
    }

    @Test("The server answers as shown")
    func server() async throws {
        let pages = try MarkdownDocument.all() + MarkdownDocument.articles()
        let blocks = pages.flatMap(\.blocks).filter { $0.name == "served" }
        #expect(blocks.count >= 2)
        let files = try SampleFiles()
        let (process, address) = try await files.serve("sample.sqlite")
        defer { process.send(SIGTERM) }
        for block in blocks {
            let steps = Self.steps(of: block)
            try #require(steps.count == 2 && steps[0].command == "gtfs serve sample.sqlite")
            let path = try #require(steps[1].command.split(separator: "'").last)
                .dropFirst("localhost:8080".count)
            let url = try #require(URL(string: address + String(path)))
            let (data, _) = try await URLSession.shared.data(from: url)
            let answer = String(decoding: data, as: UTF8.self)
            #expect([answer].map(Self.lasting) == steps[1].output.map(Self.lasting), "\(block)")
        }
    }

    @Test("Only an ellipsis stands for lines")
    func matching() {
        #expect(Self.fits(["a", "b", "c"], ["a", "  …", "c"]))
        #expect(Self.fits(["a", "c"], ["a", "…", "c"]))
        #expect(!Self.fits(["a", "b"], ["a"]))
        #expect(!Self.fits(["a"], ["a", "b"]))
        #expect(Self.fits(["0.05 seconds, peak memory 38.47 MB"], ["9 seconds, peak memory 1 MB"]))
        #expect(!Self.fits(["0.05 seconds"], ["0.06 seconds"]))
    }
}
