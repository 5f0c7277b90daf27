import Foundation
import TestSupport
import Testing

/// The table of notices about messages in `schema/rules.md`.
@Suite("The table of notices about messages", .blocking)
struct RealtimeRulesTableTests {
    @Test("schema/rules.md has each notice about messages as gtfs rules has it")
    func table() throws {
        let files = try SampleFiles()
        let run = try files.shell("gtfs rules --json")
        let all = try #require(try JSONValue(json: run.standardOutput.utf8).list)
        let rows = all.compactMap { notice -> String? in
            guard let code = notice["code"]?.text, notice["message"]?.text != nil,
                let severity = notice["severity"]?.text, let summary = notice["summary"]?.text
            else { return nil }
            let also = (notice["also"]?.list ?? []).compactMap(\.text).joined(separator: ", ")
            let name = code.hasPrefix("rt_") ? "`\(code)`" : code
            return "| \(name) | \(severity.lowercased()) | \(also) | \(summary) |"
        }
        #expect(rows.count > 140)
        let lines = try MarkdownDocument("schema/rules.md").lines
        let start = try #require(lines.firstIndex(of: "| code | severity | also | condition |"))
        #expect(lines[(start + 2)...].prefix { $0.hasPrefix("|") } == rows[...])
    }
}
