import FeedReading
import FeedValidation
import Foundation
import RealtimeValidation
import TestSupport
import Testing

@Suite("The catalogue of notices about messages")
struct RealtimeCatalogueTests {
    @Test("Every code is there once, and a notice about feeds has none of them") func codes() {
        let all = RealtimeCatalogue.all
        #expect(Set(all.map(\.code)).count == all.count)
        for definition in all {
            let isKnown = definition.code.wholeMatch(of: /[EW]0\d\d/) != nil
            #expect(
                isKnown || definition.code.wholeMatch(of: /rt_[a-z][a-z0-9_]*/) != nil,
                "\(definition.code)")
            #expect(isKnown || !definition.aliases.isEmpty, "\(definition.code)")
            #expect(NoticeCatalogue.definition(definition.code) == nil)
            #expect(
                definition.link.hasPrefix(
                    "https://gtfs.org/documentation/realtime/reference/#message-"))
            for name in [definition.code] + definition.aliases {
                #expect(RealtimeCatalogue.definitions(name).contains(definition), "\(name)")
            }
        }
    }

    @Test("A notice says in three short sentences what is wrong, why it matters and what to do")
    func sentences() {
        let head = /(What|Who|Whoever|Where)\b/
        let person = /(some|no|any|every)body\b/
        for definition in RealtimeCatalogue.all {
            for text in [definition.summary, definition.why, definition.fix] {
                #expect(text.count > 5 && text.last == ".", "\(definition.code): \(text)")
                #expect(text.split(separator: " ").count <= 20, "\(definition.code): \(text)")
                #expect(
                    text.prefixMatch(of: head) == nil
                        && text.firstMatch(of: person.ignoresCase()) == nil,
                    "\(definition.code): \(text)")
            }
        }
    }

    /// Checks of others that are not taken: one of the feed, which no message can break.
    private static let left: Set<String> = ["E010"]

    @Test("Every check of other validators has a notice of its severity", .sharedFiles)
    func others() throws {
        let path = try #require(PackageRoot.shared("realtime/rules.tsv"))
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .dropFirst().map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        #expect(rows.count > 140)
        var named: Set<String> = []
        for row in rows {
            let name = String(row[0])
            let found = RealtimeCatalogue.definitions(name)
            #expect(found.isEmpty == Self.left.contains(name), "\(name)")
            // A synonym of a code that people know has the severity of that.
            for definition in found
            where definition.code == name
                || definition.code.hasPrefix("rt_") && definition.aliases.first == name
            {
                named.insert(definition.code)
                let severity: NoticeSeverity = row[2] == "E" ? .error : .warning
                let isLenient = definition.aliases.contains("A-schema")
                #expect(definition.severity == severity || isLenient, "\(name)")
            }
        }
        #expect(named.count == RealtimeCatalogue.all.count)
    }
}
