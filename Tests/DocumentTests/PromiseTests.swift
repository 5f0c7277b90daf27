import Foundation
import TestSupport
import Testing

/// The promises of the pages of `schema/`, with the tests that prove them.
///
/// `Promises/NAME.txt` is about `schema/NAME`, such as `command.md.txt`. Each of its lines is a
/// promise, an explanation, a remark (`# ...`) or empty:
///
///     a part of the promise => TargetTests/SuiteTests.function, TargetTests/OtherTests.other
///     ## A heading of the page => explanation
///
/// The part stands once in the page, with every run of white space (and in SQL the `--` of comments)
/// as one blank; one of a few words is enough. It may cover the sentences around it that the test
/// proves, too. A test of Python is `Folder/file.function`, and a check that is a program is its
/// path, such as `.ci/memory`. Each section of a page of Markdown (`##`) has a promise, or is an
/// explanation.
@Suite("Promises of the pages") struct PromiseTests {
    /// Functions after `@Test`, by target and type, such as `gtfsTests/OutputTests.foreign`.
    private static let tests = Result { try tests(inSwift: true).union(tests(inSwift: false)) }

    private static func tests(inSwift: Bool) throws -> Set<String> {
        var tests: Set<String> = []
        for path in PackageRoot.files(below: "Tests", suffix: inSwift ? ".swift" : ".py") {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let parts = path.dropFirst(PackageRoot.path.count + "/Tests/".count).split(
                separator: "/")
            let folder = parts[0]
            if inSwift {
                let types = text.matches(of: #/(?:struct|class|actor|extension) (\w+)/#).map(\.1)
                let functions = text.components(separatedBy: "@Test").dropFirst()
                    .compactMap { $0.firstMatch(of: #/func (\w+)/#)?.1 }
                for type in types {
                    tests.formUnion(functions.map { "\(folder)/\(type).\($0)" })
                }
            } else {
                let file = parts[parts.count - 1].dropLast(".py".count)
                tests.formUnion(
                    text.matches(of: #/def (test_\w+)/#).map { "\(folder)/\(file).\($0.1)" })
            }
        }
        return tests
    }

    private static func normalised(_ text: String, of page: String) -> String {
        var words = text.split { $0.isWhitespace }
        if page.hasSuffix(".sql") { words.removeAll { $0 == "--" } }
        return words.joined(separator: " ")
    }

    private static func sections(of text: String) -> [String] {
        var isCode = false
        var sections: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            if !isCode, line.hasPrefix("## ") {
                sections.append("\(line)\n")
            } else if !sections.isEmpty {
                sections[sections.count - 1] += line + "\n"
            }
        }
        return sections
    }

    @Test(
        "Each promise stands in its page and has a test, and each section has a promise",
        arguments: PackageRoot.files(below: "Tests/DocumentTests/Promises", suffix: ".txt"))
    func promises(path: String) throws {
        let page = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let whole = try String(
            contentsOfFile: PackageRoot.path + "/schema/" + page, encoding: .utf8)
        let text = Self.normalised(whole, of: page)
        let tests = try Self.tests.get()
        var explained: Set<String> = []
        var quotations: [String] = []
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        for line in lines where !line.hasPrefix("# ") {
            let sides = line.components(separatedBy: " => ")
            let proof = try #require(sides.count > 1 ? sides.last : nil, "\(line)")
            let quotation = sides.dropLast().joined(separator: " => ")
            guard proof != "explanation" else {
                explained.insert(quotation)
                continue
            }
            quotations.append(quotation)
            let count = text.components(separatedBy: quotation).count - 1
            #expect(count == 1, "\(page): \(quotation)")
            for name in proof.components(separatedBy: ", ") {
                let isThere =
                    tests.contains(name)
                    || name.hasPrefix(".")
                        && FileManager.default.fileExists(atPath: PackageRoot.path + "/" + name)
                #expect(isThere, "\(page): \(name)")
            }
        }
        #expect(!quotations.isEmpty)
        guard page.hasSuffix(".md") else { return }
        for section in Self.sections(of: whole) {
            let heading = String(section.prefix { $0 != "\n" })
            let body = Self.normalised(section, of: page)
            let isPromising = quotations.contains { body.contains($0) }
            #expect(isPromising != explained.contains(heading), "\(page): \(heading)")
            explained.remove(heading)
        }
        #expect(explained.isEmpty, "\(page)")
    }

    @Test("Each page of schema has its promises")
    func pages() {
        let pages = PackageRoot.files(below: "schema", suffix: ".md").filter {
            !$0.contains("/vectors/")
        }.map {
            URL(fileURLWithPath: $0).lastPathComponent + ".txt"
        }
        for page in pages {
            let path = PackageRoot.path + "/Tests/DocumentTests/Promises/" + page
            #expect(FileManager.default.fileExists(atPath: path), "\(page)")
        }
    }
}
