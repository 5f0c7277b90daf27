import Yams

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file with one YAML document.
enum YAMLFile {
    /// Reads a file; what YAML does not allow, a key that is there twice included, is an error with
    /// its line.
    static func read(_ path: String) throws(DefinitionError) -> DefinitionNode {
        let text = try DefinitionFiles.text(path)
        do {
            guard let node = try Yams.compose(yaml: text) else {
                throw DefinitionError(file: path, line: nil, reason: "is empty")
            }
            return DefinitionNode(node: node, name: "", file: path)
        } catch let error as DefinitionError {
            throw error
        } catch {
            throw failure(error, path: path)
        }
    }

    private static func failure(_ error: any Error, path: String) -> DefinitionError {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            DefinitionError(file: path, line: mark.line, reason: "is no YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            DefinitionError(
                file: path, line: context.mark.line,
                reason: "there twice: \(keys.joined(separator: ", "))")
        default:
            DefinitionError(file: path, line: nil, reason: "is no YAML")
        }
    }
}
