import FeedReading
import FeedValidation
import GTFSSchedule
import Yams

extension ValidationPolicy {
    /// Reads `ignore` and `severity` of a definition or of settings. Each code must be in the
    /// catalogue, because a misspelled one would hide nothing.
    ///
    /// - Parameter codes: the catalogue.
    init(
        ignore: DefinitionNode?, severity: DefinitionNode?, among codes: [NoticeDefinition]
    ) throws(DefinitionError) {
        self.init()
        for node in try ignore?.elements() ?? [] { ignored.insert(try node.code(among: codes)) }
        guard let severity else { return }
        guard let mapping = severity.node.mapping else {
            throw severity.fail("expected codes with ERROR, WARNING or INFO")
        }
        for (key, value) in mapping {
            let code = try DefinitionNode(node: key, name: severity.name, file: severity.file)
                .code(among: codes)
            let level = DefinitionNode(
                node: value, name: "\(severity.name).\(code)", file: severity.file)
            guard let word = NoticeSeverity(rawValue: try level.text().uppercased()) else {
                throw level.fail("expected ERROR, WARNING or INFO")
            }
            severities[code] = word
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
