import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Queries in the pages", .blocking) struct QueryExampleTests {
    /// A table as `sqlite3 -column -header` prints it: the columns begin where the dashes do.
    private static func table(_ lines: [String]) throws -> [[String]] {
        try #require(lines.count >= 2)
        let dashes = Array(lines[1])
        let starts = dashes.indices.filter {
            dashes[$0] == "-" && ($0 == 0 || dashes[$0 - 1] == " ")
        }
        return lines.enumerated().filter { $0.offset != 1 }.map { _, line in
            let line = Array(line)
            return zip(starts, starts.dropFirst() + [max(line.count, 1000)]).map { start, end in
                guard start < line.count else { return "" }
                return String(line[start..<min(end, line.count)])
                    .trimmingCharacters(in: .whitespaces)
            }
        }
    }

    @Test("run, and give what is shown")
    func queries() throws {
        let files = try SampleFiles()
        let blocks = try MarkdownDocument("schema/bundle.md").blocks
        let queries = blocks.indices.filter { blocks[$0].language == "sql" }
        #expect(queries.count >= 4)
        for index in queries {
            let found = try files.rows(blocks[index].text)
            let shown = try Self.table(blocks[index + 1].lines)
            #expect(found.columns == shown.first, "\(blocks[index])")
            #expect(found.rows == Array(shown.dropFirst()), "\(blocks[index])")
        }
    }

    @Test("The Python example opens a bundle")
    func python() throws {
        let files = try SampleFiles()
        let block = try #require(
            try MarkdownDocument("schema/bundle.md").blocks.first {
                $0.language == "python" && $0.text.contains("fetchall")
            })
        let script = block.text + "print(len(rows))\n"
        try files.folder.write("read.py", Array(script.utf8))
        let result = try files.shell("python3 read.py")
        #expect(result.end == .exited(0), "\(result.standardError)")
        #expect(result.standardOutput == "5\n")
    }

    /// There is no compiler for it here; its query is one that runs.
    @Test("The Kotlin example uses existing columns")
    func kotlin() throws {
        let block = try #require(
            try MarkdownDocument("schema/bundle.md").blocks.first { $0.language == "kotlin" })
        let quoted = block.text.split(separator: "\"").filter { $0.hasPrefix("SELECT ") }
        let query = try #require(quoted.first).replacingOccurrences(of: "?", with: "'T1-WD-N1'")
        #expect(try SampleFiles().rows(query).rows.count == 5)
    }

    @Test("The table of route types is the one of the code")
    func modes() throws {
        let shown = try MarkdownDocument("schema/bundle.md").prose
            .drop { !$0.hasPrefix("| `route_type` ") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        let rows = GTFSSchedule.RouteType.table.map { row in
            let (first, last) = (row.codes.lowerBound, row.codes.upperBound)
            let codes = first == last ? "\(first)" : "\(first) to \(last)"
            return "| \(codes) | `\(row.mode.rawValue)` | \(row.name) |"
        }
        #expect(Array(shown) == rows)
    }
}
