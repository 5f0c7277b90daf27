import Foundation
import TestSupport
import Testing

@Suite("The documents behind the project") struct DocumentTableTests {
    private let rows: [[String]]
    private let lines: [Substring]

    init() throws {
        let text = try String(
            contentsOfFile: PackageRoot.path
                + "/Sources/TransitClient/TransitClient.docc/TheDocumentsBehindIt.md",
            encoding: .utf8)
        lines = text.split(separator: "\n")
        rows = lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }
            .filter { $0 != "| there | here |" }
            .map { line in
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                    .filter { !$0.isEmpty }
            }
    }

    private static func names(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    private static let sources = PackageRoot.files(below: "Sources", suffix: ".swift")
    private static let tests = PackageRoot.files(below: "Tests", suffix: ".swift")

    /// The names of all types of the sources.
    private static let types = Result {
        var types: Set<String> = []
        let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]
        for file in sources {
            for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
                let words = line.split(separator: " ")
                for (keyword, name) in zip(words, words.dropFirst())
                where keywords.contains(keyword) {
                    types.insert(String(name.prefix { $0.isLetter || $0.isNumber }))
                }
            }
        }
        return types
    }

    @Test("Each of the five documents has its table, and each line says something")
    func complete() {
        for number in ["000", "001", "002", "003", "004"] {
            #expect(lines.contains { $0.hasPrefix("### \(number), ") }, "\(number)")
        }
        #expect(rows.count > 45)
        for row in rows {
            #expect(row.count == 2, "\(row)")
            let here = row.last ?? ""
            let isNamed = !Self.names(in: here).isEmpty
            #expect(isNamed || here.hasPrefix("left out: "), "\(row)")
        }
    }

    @Test("The types, files and tests that it names are there")
    func names() throws {
        let types = try Self.types.get()
        let files = Set((Self.sources + Self.tests).compactMap { $0.split(separator: "/").last })
        for row in rows {
            for name in Self.names(in: row.last ?? "") {
                if name.hasSuffix(".swift") {
                    #expect(files.contains(Substring(name)), "\(name)")
                } else if name.contains("/"), name.first?.isUppercase == true {
                    let path = PackageRoot.path + "/Sources/" + name
                    #expect(FileManager.default.fileExists(atPath: path), "\(name)")
                } else if name.first?.isUppercase == true, name.allSatisfy(\.isLetter) {
                    #expect(types.contains(name), "\(name)")
                }
            }
        }
        #expect(!types.contains("NothingOfThatName"))
    }
}
