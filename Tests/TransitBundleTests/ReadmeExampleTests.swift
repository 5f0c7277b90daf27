import Foundation
import TestSupport
import Testing

@Suite("The example of README.md")
struct ReadmeExampleTests {
    @Test("is what is compiled here, and short")
    func same() throws {
        let source = try String(
            contentsOfFile: PackageRoot.path + "/Tests/TransitBundleTests/ReadmeExample.swift",
            encoding: .utf8)
        let readme = try String(contentsOfFile: PackageRoot.path + "/README.md", encoding: .utf8)
        let compiled = try #require(
            Self.between("// example: library\n", "// end of example", in: source))
        let shown = try #require(
            Self.between("<!-- example: library -->\n```swift\n", "```", in: readme))
        #expect(shown == compiled)
        #expect(shown.split(separator: "\n", omittingEmptySubsequences: false).count <= 21)
    }

    @Test("gives the next departures")
    func runs() async throws {
        let time = try #require(ISO8601DateFormatter().date(from: "2026-11-20T07:30:00+11:00"))
        let lines = try await board(try await SampleBundle.path.value, "central", at: time)
        #expect(lines.count == 3)
        #expect(lines.contains("07:47 T1 North Shelf via Quayside [1]"))
    }

    private static func between(_ start: String, _ end: String, in text: String) -> String? {
        guard let first = text.range(of: start),
            let last = text.range(of: end, range: first.upperBound..<text.endIndex)
        else { return nil }
        return String(text[first.upperBound..<last.lowerBound])
    }
}
