import Foundation
import TestSupport
import Testing

/// What the pages promise of themselves.
@Suite("Pages") struct PageTests {
    @Test("README.md is a door: 20 KB at most, with three pictures")
    func readme() throws {
        let page = try MarkdownDocument("README.md")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: PackageRoot.path + "/README.md"))
        #expect(bytes.count <= 20_000)
        #expect(page.lines.count { $0.hasPrefix("![") } == 3)
    }

    /// The destinations of the links of a page that are not addresses.
    private static func links(of page: MarkdownDocument) -> [String] {
        page.prose.flatMap { line in
            line.components(separatedBy: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
        }.filter { !$0.contains("://") }
    }

    @Test("Every link leads somewhere, to the heading that it names")
    func links() throws {
        let pages = try MarkdownDocument.all()
        let changes = try MarkdownDocument("CHANGELOG.md")
        let feeds = try MarkdownDocument("feeds/README.md")
        var count = 0
        for page in pages + [changes, feeds] {
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

    @Test("A page of schema is named by another page, so that somebody finds it")
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
