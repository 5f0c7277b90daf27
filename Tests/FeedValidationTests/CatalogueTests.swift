import FeedValidation
import Foundation
import TestSupport
import Testing

@Suite("Catalogue of notices") struct CatalogueTests {
    private static let rulesFolder = "Sources/FeedValidation/Rules"

    private static func sources() throws -> [(name: String, text: String)] {
        try PackageRoot.files(below: rulesFolder, suffix: ".swift").map { path in
            let name = (path as NSString).lastPathComponent.dropLast(".swift".count)
            return (String(name), try String(contentsOfFile: path, encoding: .utf8))
        }
    }

    private static func rules(in source: String) -> [String] {
        let kinds = [": RowRule", ": FeedRule", ": KeyRule", ": TripRule"]
        return source.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("struct "), kinds.contains(where: { line.contains($0) }) else {
                return nil
            }
            return String(line.dropFirst("struct ".count).prefix { $0 != ":" && $0 != "<" })
        }
    }

    @Test("Every code is there once, with all that explains it") func entries() {
        let all = NoticeCatalogue.all
        #expect(Set(all.map(\.code)).count == all.count)
        #expect(!all.isEmpty)
        for definition in all {
            #expect(definition.code.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil)
            #expect(definition.link.hasPrefix("https://gtfs.org/"))
            #expect(NoticeCatalogue.definition(definition.code) == definition)
        }
    }

    @Test("A notice says in three short sentences what is wrong, why it matters and what to do")
    func sentences() {
        let head = /(What|Who|Whoever|Where)\b/
        let person = /(some|no|any|every)body\b/
        for definition in NoticeCatalogue.all {
            for text in [definition.summary, definition.why, definition.fix] {
                let isPlain =
                    text.prefixMatch(of: head) == nil
                    && text.firstMatch(of: person.ignoresCase()) == nil
                #expect(text.count > 5 && text.last == ".", "\(definition.code): \(text)")
                #expect(text.split(separator: " ").count <= 20, "\(definition.code): \(text)")
                #expect(isPlain, "\(definition.code): \(text)")
            }
        }
    }

    @Test("Every code has an example, in which files stand after their names") func examples() {
        let names = /([a-z_]+\.(txt|geojson)|feed\.zip)/
        for definition in NoticeCatalogue.all {
            let lines = definition.example?.split(separator: "\n") ?? []
            #expect(lines.count > 1, "\(definition.code)")
            #expect(lines.first?.wholeMatch(of: names) != nil, "\(definition.code)")
        }
    }

    @Test("Examples are of the catalogue's codes, in their order") func orderOfExamples() throws {
        let own = NoticeDefinition(
            "no_such_code", .info, summary: "A notice of one's own.", why: "To see.",
            fix: "Nothing.")
        #expect(own.example == nil)
        let path = PackageRoot.path + "/Sources/FeedValidation/Notices/NoticeExamples.txt"
        let headings = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
        #expect(headings == NoticeCatalogue.all.map(\.code))
    }

    @Test("A code is defined in one place") func definitions() throws {
        let texts = try PackageRoot.files(below: "Sources", suffix: ".swift").map {
            // Comments show what a definition looks like.
            try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n")
                .filter { !$0.hasPrefix("///") }.joined(separator: "\n")
        }
        let codes = texts.flatMap { text in
            text.components(separatedBy: "= NoticeDefinition(").dropFirst().compactMap { rest in
                rest.split(separator: "\"", maxSplits: 2).dropFirst().first.map(String.init)
            }
        }
        #expect(Set(codes).count == codes.count)
        #expect(Set(codes) == Set(NoticeCatalogue.all.map(\.code)))
    }

    @Test("Every rule is in a list") func rules() throws {
        let sources = try Self.sources()
        // The lists, and the two tables of instances that one takes up.
        let lists = sources.filter { ["Rules", "PrimaryKeys", "ForeignKeys"].contains($0.name) }
        try #require(lists.count == 3)
        let rules = sources.flatMap { Self.rules(in: $0.text) }
        for rule in rules {
            #expect(lists.contains { $0.text.contains("\(rule)(") }, "\(rule) is in no list")
        }
        #expect(rules.count > 40)
    }

    @Test("Codes and severities are those of the canonical validator", .sharedFiles)
    func canonical() throws {
        let path = try #require(PackageRoot.shared("spec/notices.tsv"))
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        var severities: [String: String] = [:]
        for line in lines.dropFirst() where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            try #require(cells.count > 2)
            if cells[2] == "validation" { severities[String(cells[0])] = String(cells[1]) }
        }
        #expect(severities.count == 172)
        let ours = NoticeCatalogue.all.filter { !$0.code.hasPrefix("gtfs_") }
        for definition in ours {
            #expect(
                severities[definition.code] == definition.severity.rawValue, "\(definition.code)")
        }
        let missing = Set(severities.keys).subtracting(ours.map(\.code))
        #expect(missing.isEmpty, "\(missing.sorted())")
    }
}
