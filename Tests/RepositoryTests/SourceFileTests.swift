import Foundation
import TestSupport
import Testing

/// Rules that make a file of `Sources` easy to find and worth opening.
@Suite("Source files") struct SourceFileTests {
    /// A source file: its name without `.swift`, and its lines.
    private struct SourceFile {
        let name: String
        let lines: [Substring]

        init(path: String) throws {
            name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            // Code under a condition as a whole is indented as a whole.
            let isConditional = text.hasPrefix("#if ") && text.hasSuffix("\n#endif\n")
            self.lines = isConditional ? lines.map { $0.dropFirst(4) } : Array(lines)
        }

        /// The names that stand behind one of the keywords at the left edge.
        func declared(_ keywords: [String]) -> [String] {
            lines.compactMap { line in
                guard let first = line.utf8.first, first > UInt8(ascii: "/"),
                    first != UInt8(ascii: "}")
                else { return nil }
                let words = line.split(separator: " ")
                guard
                    let keyword = words.firstIndex(where: { keywords.contains(String($0)) }),
                    keyword + 1 < words.count
                else { return nil }
                return String(words[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
            }
        }

        private static let types = [
            "struct", "class", "enum", "protocol", "actor", "typealias", "func",
        ]

        /// Whether what gives the file its name stands in it: the type or function, the type that it
        /// extends, or at least two of the kind whose plural it is.
        var isNamedAfterContent: Bool {
            let parts = name.split(separator: "+", maxSplits: 1).map(String.init)
            let extended = declared(["extension"])
            guard parts.count == 1 else { return extended.contains(parts[0]) }
            let types = declared(Self.types)
            let function = name.prefix(1).lowercased() + name.dropFirst()
            if types.contains(name) || types.contains(function) || extended.contains(name) {
                return true
            }
            guard name.hasSuffix("s"), let start = name.lastIndex(where: \.isUppercase) else {
                return false
            }
            return types.count { $0.hasSuffix(name[start...].dropLast()) } > 1
        }
    }

    private static let files = Result {
        try PackageRoot.files(below: "Sources", suffix: ".swift").map(SourceFile.init)
    }

    @Test("A file is named after its declaration, its extended type, or their plural")
    func names() throws {
        for file in try Self.files.get() {
            #expect(file.isNamedAfterContent, "\(file.name)")
        }
    }

    @Test("No file is too long to be one thing") func longest() throws {
        for file in try Self.files.get() {
            #expect(file.lines.count <= 600, "\(file.name) has \(file.lines.count) lines")
        }
    }
}
