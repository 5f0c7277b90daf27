import Foundation
import TestSupport
import Testing

@Suite("The pages of every question and every model") struct QuestionTableTests {
    private static let folder = "Sources/TransitModel/TransitModel.docc/"

    private static let members = Result {
        try PublicMembers(["TransitModel", "GTFSSchedule/Values"])
    }

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

    @Test("Each property that the page of questions names is the type's own")
    func answers() throws {
        let members = try Self.members.get()
        let page = try MarkdownDocument(Self.folder + "EveryQuestion.md")
        var count = 0
        for line in page.lines where line.hasPrefix("| ``") {
            let answers = line.matches(of: #/``(\w+)``/#).map { String($0.1) }
            let own = answers.reduce(into: Set<String>()) {
                $0.formUnion(members.ofTypes[$1] ?? [])
            }
            for code in Self.codes(line) where code.contains(": ") || code.contains(" -> ") {
                #expect(own.contains(code), "\(answers): \(code)")
                count += 1
            }
        }
        #expect(count > 30)
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
