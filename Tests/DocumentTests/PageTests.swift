import Foundation
import TestSupport
import Testing

@Suite("Pages") struct PageTests {
    @Test(
        "The pages that come first are short",
        arguments: [("README.md", 160), ("CONTRIBUTING.md", 150), ("CHANGELOG.md", 60)])
    func lengths(path: String, limit: Int) throws {
        // After the last line feed comes an empty line.
        #expect(try MarkdownDocument(path).lines.count - 1 <= limit)
    }

    @Test("README.md has three pictures")
    func pictures() throws {
        #expect(try MarkdownDocument("README.md").lines.count { $0.hasPrefix("![") } == 3)
    }

    @Test("Lines have 100 characters at most, tables, pictures and addresses of links apart")
    func wrapped() throws {
        let pages = try MarkdownDocument.everywhere()
        #expect(pages.count > 30)
        for page in pages {
            for line in page.prose where line.count > 100 {
                let isApart =
                    line.hasPrefix("|") || line.hasPrefix("![")
                    || line.hasPrefix("[") && line.contains("]: ")
                #expect(isApart, "\(page.path): \(line)")
            }
        }
    }

    private static func links(of page: MarkdownDocument) -> [String] {
        page.prose.flatMap { line in
            line.components(separatedBy: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
        }.filter { !$0.contains("://") }
    }

    @Test("Every link leads somewhere, to the heading that it names")
    func links() throws {
        var count = 0
        for page in try MarkdownDocument.everywhere() {
            let folder = page.path.lastIndex(of: "/").map { String(page.path[...$0]) } ?? ""
            for link in Self.links(of: page) {
                count += 1
                let parts = link.split(
                    separator: "#", maxSplits: 1, omittingEmptySubsequences: false
                ).map(String.init)
                let path = parts[0].isEmpty ? page.path : folder + parts[0]
                let url = URL(fileURLWithPath: PackageRoot.path + "/" + path).standardizedFileURL
                #expect(
                    FileManager.default.fileExists(atPath: url.path), "\(page.path): \(link)")
                guard parts.count > 1 else { continue }
                let target = String(url.path.dropFirst(PackageRoot.path.count + 1))
                let anchors = try MarkdownDocument(target).anchors
                #expect(anchors.contains(parts[1]), "\(page.path): \(link)")
            }
        }
        #expect(count > 60)
    }

    @Test("Articles and files of Swift that pages name exist, and so do test suites")
    func names() throws {
        let swift = ["Sources", "Tests"].flatMap { PackageRoot.files(below: $0, suffix: ".swift") }
        let files = Set(swift.compactMap { $0.split(separator: "/").last })
        let articles = Set(
            try MarkdownDocument.articles().compactMap { $0.path.split(separator: "/").last })
        let suites = Set(
            try swift.filter { $0.contains("Tests") }.flatMap { path in
                try String(contentsOfFile: path, encoding: .utf8)
                    .components(separatedBy: "struct ").dropFirst()
                    .map { $0.prefix { $0.isLetter || $0.isNumber } }
            })
        let targets = Set(swift.flatMap { $0.split(separator: "/") })
        var count = 0
        // That article also names files of others.
        for page in try MarkdownDocument.everywhere()
        where !page.path.hasSuffix("/TheDocumentsBehindIt.md") {
            for line in page.prose {
                for link in line.components(separatedBy: "<doc:").dropFirst() {
                    let name = link.prefix { $0 != ">" }
                    let isThere = articles.contains(name + ".md")
                    #expect(isThere, "\(page.path): \(name)")
                }
                let quoted = line.split(separator: "`", omittingEmptySubsequences: false)
                for (index, text) in quoted.enumerated() where !index.isMultiple(of: 2) {
                    let name = text.split(separator: "/").last ?? ""
                    let isPattern = text.contains { "<…".contains($0) } || name == "NAME.swift"
                    if name.hasSuffix(".swift"), !isPattern {
                        let isThere = files.contains(name)
                        #expect(isThere, "\(page.path): \(text)")
                        count += 1
                    } else if text.hasSuffix("Tests"), text.allSatisfy(\.isLetter) {
                        let isThere = suites.contains(text) || targets.contains(text)
                        #expect(isThere, "\(page.path): \(text)")
                        count += 1
                    }
                }
            }
        }
        #expect(count > 150)
    }

    @Test("Each page of schema is named by another page")
    func found() throws {
        let pages = try MarkdownDocument.all()
        for page in pages where page.path.hasPrefix("schema/") {
            let name = page.path.dropFirst("schema/".count)
            let isNamed = pages.contains { other in
                other.path != page.path && Self.links(of: other).contains { $0.contains(name) }
            }
            #expect(isNamed, "\(page.path)")
        }
    }
}
