import FeedReading
import FeedValidation
import GTFSSchedule
import Yams

extension ValidationPolicy {
    /// Reads `ignore` of a definition or of settings. Each code must be in the catalogue, because a
    /// misspelled one would hide nothing.
    mutating func ignore(
        _ node: DefinitionNode, among catalogue: [NoticeDefinition]
    ) throws(DefinitionError) {
        for node in try node.elements() { ignored.insert(try node.code(among: catalogue)) }
    }

    /// Reads `severity` likewise.
    mutating func grade(
        _ node: DefinitionNode, among catalogue: [NoticeDefinition]
    ) throws(DefinitionError) {
        guard let mapping = node.node.mapping else {
            throw node.fail("expected codes with ERROR, WARNING or INFO")
        }
        for (key, value) in mapping {
            let code = try DefinitionNode(node: key, name: node.name, file: node.file)
                .code(among: catalogue)
            let level = DefinitionNode(node: value, name: "\(node.name).\(code)", file: node.file)
            let severity: NoticeSeverity = try level.value(expected: "ERROR, WARNING or INFO") {
                NoticeSeverity(rawValue: $0.uppercased())
            }
            severities[code] = severity
        }
    }
}

extension DefinitionNode {
    fileprivate func code(among notices: [NoticeDefinition]) throws(DefinitionError) -> String {
        let code = try text()
        guard notices.contains(where: { $0.code == code }) else {
            let near = ClosestWord.to(code, among: notices.map(\.code))
            throw fail(
                "there is no notice \(code)",
                hint: near.map { "did you mean \($0)?" } ?? "gtfs rules lists them")
        }
        return code
    }
}
