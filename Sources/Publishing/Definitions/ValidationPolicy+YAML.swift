import FeedReading
import FeedValidation
import Yams

extension ValidationPolicy {
    /// Reads `ignore` and `severity` of a definition. A slip in a code would hide nothing, so that
    /// each must be one of the catalogue.
    init(ignore: DefinitionNode?, severity: DefinitionNode?) throws(DefinitionError) {
        self.init()
        for node in try ignore?.elements() ?? [] { ignored.insert(try node.noticeCode()) }
        guard let severity else { return }
        guard let mapping = severity.node.mapping else {
            throw severity.fail("want codes with ERROR, WARNING or INFO")
        }
        for (key, value) in mapping {
            let code = try DefinitionNode(node: key, name: severity.name, file: severity.file)
                .noticeCode()
            let level = DefinitionNode(
                node: value, name: "\(severity.name).\(code)", file: severity.file)
            guard let word = NoticeSeverity(rawValue: try level.text().uppercased()) else {
                throw level.fail("want ERROR, WARNING or INFO")
            }
            severities[code] = word
        }
    }
}

extension DefinitionNode {
    /// The code of a notice.
    fileprivate func noticeCode() throws(DefinitionError) -> String {
        let code = try text()
        guard NoticeCatalogue.definition(code) != nil else {
            let near = ClosestWord.to(code, among: NoticeCatalogue.all.map(\.code))
            throw fail(
                "there is no notice \(code)",
                hint: near.map { "did you mean \($0)?" } ?? "gtfs rules lists them")
        }
        return code
    }
}
