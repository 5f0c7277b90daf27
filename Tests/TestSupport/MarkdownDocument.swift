import Foundation

/// A page of Markdown of this package, with the blocks of code in it.
package struct MarkdownDocument: Sendable {
    package struct Block: Sendable, CustomStringConvertible {
        /// The word behind the three backquotes: `swift`, `sql`.
        package let language: String
        /// The name in `<!-- example: name -->` on the line above; empty where there is none.
        package let name: String
        package let lines: [String]
        /// The page and line where it begins.
        package let place: String

        package var text: String { lines.map { $0 + "\n" }.joined() }

        package var description: String { place }
    }

    /// Relative to the package.
    package let path: String
    package let lines: [String]

    package init(_ path: String) throws {
        self.path = path
        let text = try String(contentsOfFile: PackageRoot.path + "/" + path, encoding: .utf8)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private init(path: String, lines: [String]) {
        self.path = path
        self.lines = lines
    }

    /// The comments of the sources, a page for each file, with empty lines for those of code.
    package static func comments() throws -> [MarkdownDocument] {
        try PackageRoot.files(below: "Sources", suffix: ".swift").map { path in
            let page = try MarkdownDocument(String(path.dropFirst(PackageRoot.path.count + 1)))
            let lines = page.lines.map { line -> String in
                let text = line.drop { $0 == " " }
                guard text.hasPrefix("///") else { return "" }
                return String(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3))
            }
            return MarkdownDocument(path: page.path, lines: lines)
        }
    }

    package static func all() throws -> [MarkdownDocument] {
        let schema = PackageRoot.files(below: "schema", suffix: ".md")
            .map { String($0.dropFirst(PackageRoot.path.count + 1)) }
        return try (["README.md", "CONTRIBUTING.md"] + schema).map(MarkdownDocument.init)
    }

    /// Every page of Markdown of the package.
    package static func everywhere() throws -> [MarkdownDocument] {
        let below = ["Sources", "Tests", "feeds", "schema", ".ci", ".github"].flatMap { folder in
            PackageRoot.files(below: folder, suffix: ".md")
                .map { String($0.dropFirst(PackageRoot.path.count + 1)) }
        }
        return try (["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + below)
            .map(MarkdownDocument.init)
    }

    /// The articles of the products' documentation.
    package static func articles() throws -> [MarkdownDocument] {
        try PackageRoot.files(below: "Sources", suffix: ".md")
            .map { try MarkdownDocument(String($0.dropFirst(PackageRoot.path.count + 1))) }
    }

    package var blocks: [Block] {
        var blocks: [Block] = []
        var start: Int?
        for (index, line) in lines.enumerated() where line.hasPrefix("```") {
            guard let first = start else {
                start = index
                continue
            }
            start = nil
            let marker = first > 0 ? lines[first - 1] : ""
            let isNamed = marker.hasPrefix("<!-- example: ") && marker.hasSuffix(" -->")
            blocks.append(
                Block(
                    language: String(lines[first].dropFirst(3)),
                    name: isNamed ? String(marker.dropFirst(14).dropLast(4)) : "",
                    lines: Array(lines[(first + 1)..<index]), place: "\(path):\(first + 1)"))
        }
        return blocks
    }

    /// The lines outside of blocks of code.
    package var prose: [String] {
        var isCode = false
        return lines.filter { line in
            if line.hasPrefix("```") {
                isCode.toggle()
                return false
            }
            return !isCode
        }
    }

    /// The targets of links within a page: its headings in lower case, with dashes for blanks and
    /// without punctuation, as code hosts make them.
    package var anchors: Set<String> {
        Set(
            prose.filter { $0.hasPrefix("#") }.map { line in
                line.drop { $0 == "#" }.dropFirst().lowercased()
                    .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                    .replacingOccurrences(of: " ", with: "-")
            })
    }
}
