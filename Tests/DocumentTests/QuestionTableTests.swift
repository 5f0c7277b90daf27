import Foundation
import TestSupport
import Testing

@Suite("The page of every question") struct QuestionTableTests {
    @Test("It has each question of a source, and each form of one")
    func complete() throws {
        let page = try String(
            contentsOfFile: PackageRoot.path
                + "/Sources/TransitModel/TransitModel.docc/EveryQuestion.md", encoding: .utf8)
        var count = 0
        for file in ["TransitSource", "TransitSource+Boards", "TransitSource+Defaults", "StopHit"] {
            let source = try String(
                contentsOfFile: PackageRoot.path + "/Sources/TransitModel/\(file).swift",
                encoding: .utf8)
            // A question's name, and the label of its first argument if it has one.
            for match in source.matches(
                of: #/\n    (?:public )?func (\w+)(?:<\w+: \w+>)?\(\s*(\w+)?/#)
            {
                let name = match.1
                let label = match.2.map(String.init) ?? ""
                let isLabelled = !["", "_"].contains(label)
                let call = isLabelled ? "`\(name)(\(label):" : "`\(name)"
                #expect(page.contains(call), "\(call)")
                count += 1
            }
        }
        #expect(count > 60)
    }
}
