import Foundation
import TestSupport
import Testing

@Suite("The pages of every question, every answer and every model") struct QuestionTableTests {
    private static let folder = "Sources/TransitModel/TransitModel.docc/"

    /// The answers and their values.
    private static let members = Result {
        try PublicMembers(["TransitModel", "GTFSSchedule/Values"])
    }

    /// The pieces of code in a line of a table.
    private static func codes(_ line: some StringProtocol) -> [String] {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    @Test("Each question of a source has its row, and so has each form of one")
    func questions() throws {
        let page = try MarkdownDocument(Self.folder + "EveryQuestion.md").lines
            .joined(separator: "\n")
        var count = 0
        for file in ["TransitSource", "TransitSource+Boards", "TransitSource+Defaults", "StopHit"] {
            let source = try String(
                contentsOfFile: PackageRoot.path + "/Sources/TransitModel/\(file).swift",
                encoding: .utf8)
            // A question's name, the label of its first argument if it has one, and its answer.
            for match in source.matches(
                of:
                    #/
                \n\ {4}(?:public\ )?func\ (\w+)(?:<\w+:\ \w+>)?\(\s*(\w+)?[^{/]*?
                \ async\ throws(?:\ ->\ ([^\s]+))?
                /#)
            {
                let name = match.1
                let label = match.2.map(String.init) ?? ""
                let isLabelled = !["", "_"].contains(label)
                let call = isLabelled ? "`\(name)(\(label):" : "`\(name)"
                #expect(page.contains(call), "\(call)")
                if let answer = match.3, answer.hasSuffix("?") {
                    #expect(page.contains("``\(answer.dropLast())``?"), "\(call)")
                }
                count += 1
            }
        }
        #expect(count > 60)
    }

    @Test("Each property of an answer has its row, with its type, and no row is another's")
    func answers() throws {
        let members = try Self.members.get()
        var rows: [String: Set<String>] = [:]
        var type = ""
        let page = try MarkdownDocument(Self.folder + "EveryAnswer.md")
        for line in page.lines {
            if line.hasPrefix("#") { type = String(line.drop { "# ".contains($0) }) }
            if line.hasPrefix("| `"), let code = Self.codes(line).first {
                rows[type, default: []].insert(code)
            }
        }
        let enumerations = rows.removeValue(forKey: "Cases")
        for type in try #require(enumerations) {
            let line = try #require(page.lines.first { $0.hasPrefix("| `\(type)` |") })
            let named = Self.codes(line).dropFirst().filter { $0.hasPrefix(".") }
                .map { String($0.dropFirst().prefix { $0 != "(" }) }
            #expect(Set(named) == members.cases[type], "\(type)")
        }
        #expect(rows.count > 35)
        for (type, rows) in rows {
            let others = rows.symmetricDifference(members.ofTypes[type] ?? [])
            #expect(others.isEmpty, "\(type)")
        }
        // The answers of the page of questions, apart from favorites, which have a page of their own.
        let questions = try MarkdownDocument(Self.folder + "EveryQuestion.md")
        for line in questions.lines where line.hasPrefix("|") {
            for answer in line.matches(of: #/``(\w+)``/#).map({ String($0.1) })
            where members.ofTypes[answer] != nil && answer != "FavoriteStop" {
                #expect(rows[answer] != nil || answer == "RiderWords", "\(answer)")
            }
        }
    }

    @Test("Each model has a row with all that is set, called and read, and no more")
    func models() throws {
        let members = try PublicMembers(["TransitViewModels"])
        let page = try MarkdownDocument(
            "Sources/TransitViewModels/TransitViewModels.docc/FromAFeedToAScreen.md")
        for (type, properties) in members.ofTypes {
            let row = try #require(
                page.lines.first { line in
                    line.hasPrefix("|")
                        && line.firstMatch(of: #/`([\w.]+)(?:`|\()/#).map { $0.1 == type } == true
                }, "\(type)")
            let named = Set(Self.codes(row))
            // Apps make models, and in tests also the values that these hold.
            let made = type.hasSuffix("Model") ? members.initializers[type] ?? [] : []
            let missing = properties.union(made).subtracting(named)
            #expect(missing.isEmpty, "\(type)")
            for code in named where code.contains(": ") || code.contains(" -> ") {
                #expect(properties.contains(code), "\(type): \(code)")
            }
        }
        #expect(members.ofTypes.count > 14)
    }
}
