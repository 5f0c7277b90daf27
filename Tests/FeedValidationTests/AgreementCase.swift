import Foundation
import TestSupport
import Testing

/// A feed and all that the canonical rules give for it, from `Tests/Fixtures/agreement.txt`.
struct AgreementCase: CustomTestStringConvertible, Sendable {
    let name: String
    var severity: String?
    /// How many notices there must be, by code.
    var expected: [String: Int] = [:]
    var feed: TestFeed

    var testDescription: String { name }

    /// All of them; an error when the file is not what it says it is.
    static let all = Result { try read() }

    private static func read() throws -> [AgreementCase] {
        let text = try String(
            contentsOfFile: PackageRoot.path + "/Tests/Fixtures/agreement.txt", encoding: .utf8)
        var sections: [[Substring]] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("=== ") || line.hasPrefix("+++ ") {
                sections.append([line])
            } else if !sections.isEmpty {
                sections[sections.count - 1].append(line)
            }
        }
        var cases: [AgreementCase] = []
        for section in sections { cases.append(try read(section, after: cases)) }
        return cases
    }

    /// A section of the file; its feed builds on those of sections before it.
    private static func read(
        _ section: [Substring], after known: [AgreementCase]
    ) throws -> AgreementCase {
        func feed(_ name: Substring) throws -> TestFeed {
            try #require(known.first { $0.name == name }, "\(name)").feed
        }
        let heading = try #require(section.first).split(separator: " ")
        let name = String(heading[1])
        var item = AgreementCase(
            name: name, feed: name == "plain" ? TestFeed("") : try feed("plain"))
        if heading.count == 4 {
            item.severity = String(heading[2])
            item.expected[name] = try #require(Int(heading[3]))
        }
        for line in section.prefix(while: { !$0.hasPrefix("# ") }) {
            let words = line.split(separator: " ")
            if line.hasPrefix("also ") {
                item.expected[String(words[1])] = try #require(Int(words[2].dropLast()))
            } else if line.hasPrefix("with ") {
                item.feed = item.feed.with(try feed(words[1]))
            }
        }
        // The blank line after a section is not a part of it.
        let text = section.joined(separator: "\n").replacing(/\n+$/, with: "")
            .replacing(/\{x\*(\d+)\}/) { String(repeating: "x", count: Int($0.1) ?? 0) }
        for file in TestFeed(text).files { try item.change(file.name, text: file.text) }
        return item
    }

    private mutating func change(_ heading: String, text: String) throws {
        let parts = heading.split(separator: ", ")
        let name = String(parts[0])
        switch parts.dropFirst().first {
        case "absent":
            _ = try #require(feed[name])
            feed[name] = nil
        case "changed": feed[name] = try Self.changed(try #require(feed[name]), by: text)
        default: feed[name] = text
        }
    }

    private static func changed(_ file: String, by changes: String) throws -> String {
        var lines = file.split(separator: "\n")
        var place: Int?
        for change in changes.split(separator: "\n") {
            let line = change.dropFirst(2)
            if change.hasPrefix("- ") {
                let index = try #require(lines.firstIndex(of: line), "\(line)")
                lines.remove(at: index)
                place = place ?? index
            } else {
                lines.insert(line, at: place ?? lines.count)
                place = place.map { $0 + 1 }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
