import Foundation
import TestSupport
import Testing

/// Comments and test titles name their subject first.
@Suite("Wording of comments and test titles") struct WordingTests {
    private static let headless: Set<Substring> = ["What", "Who", "Whoever"]
    private static let vague: Set<String> = ["nobody", "somebody", "whoever"]

    /// The comments and test titles of a source that begin without a subject, or name no one.
    private static func faults(of source: String) -> [Substring] {
        var isTitleNext = false
        return source.split(separator: "\n").filter { line in
            let code = line.drop { $0 == " " }
            let isTitle = isTitleNext
            isTitleNext = code.hasPrefix("@Test(") || code.hasPrefix("@Suite(")
            guard code.hasPrefix("//") || isTitle || isTitleNext else { return false }
            if isTitleNext, code.contains("\"") { isTitleNext = false }
            let text =
                code.hasPrefix("//")
                ? code.drop { $0 == "/" || $0 == " " }
                : code.drop { $0 != "\"" }.dropFirst()
            let words = text.split { !$0.isLetter }
            return words.first.map(headless.contains) ?? false
                || words.contains { vague.contains($0.lowercased()) }
        }
    }

    @Test("Each begins with a subject, and names its actor")
    func wording() throws {
        let files =
            PackageRoot.files(below: "Sources", suffix: ".swift")
            + PackageRoot.files(below: "Tests", suffix: ".swift")
        #expect(files.count > 1000)
        for file in files {
            let faults = Self.faults(of: try String(contentsOfFile: file, encoding: .utf8))
            #expect(faults.isEmpty, "\(file): \(faults.joined(separator: "\n"))")
        }
    }

    @Test(
        "Faults are found in comments and titles only",
        arguments: [
            ("/// What a run needs.", 1), ("// Somebody waits.", 1), ("/// The needs of a run.", 0),
            ("@Test(\"Who waits\")", 1), ("@Suite(\n    \"What waits\")", 1),
            ("let text = \"What nobody says\"", 0), ("/// Whatever the order.", 0),
        ])
    func found(_ source: String, _ count: Int) {
        #expect(Self.faults(of: source).count == count)
    }
}
