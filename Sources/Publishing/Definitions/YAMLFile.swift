import Yams

enum YAMLFile {
    private static let sizeLimit = 1 << 20
    /// Replaces asterisks where aliases must not be followed.
    private static let mark: Character = "\u{E000}"

    /// Reads a file; invalid YAML, including a repeated key, is an error with its line. Nil for an
    /// empty file.
    static func read(_ path: String) throws(DefinitionError) -> DefinitionNode? {
        let text = try DefinitionFiles.text(path, atMost: sizeLimit)
        do {
            try checkKeys(text, path)
            return try Yams.compose(yaml: text).map {
                DefinitionNode(node: $0, name: "", file: path)
            }
        } catch let error as DefinitionError {
            throw error
        } catch {
            throw failure(error, path: path)
        }
    }

    /// Throws unless all keys are words.
    ///
    /// An alias costs nothing: it is the value itself, not a copy. But keys are compared with all
    /// their content, so a list of lists of lists, in which aliases repeat each level ten times,
    /// would be walked to its end. Therefore keys are checked first, in the same text without
    /// aliases.
    private static func checkKeys(_ text: String, _ path: String) throws {
        guard text.utf8.contains(UInt8(ascii: "*")) else { return }
        let plain = text.replacing("*", with: String(mark))
        var nodes = try Yams.compose(yaml: plain).map { [$0] } ?? []
        while let node = nodes.popLast() {
            if let mapping = node.mapping {
                for (key, value) in mapping {
                    guard let word = key.scalar,
                        word.style != .plain || word.string.first != mark
                    else {
                        throw DefinitionError(
                            file: path, line: key.mark?.line, reason: "a key must be a word")
                    }
                    nodes.append(value)
                }
            } else if let sequence = node.sequence {
                nodes += sequence
            }
        }
    }

    private static func failure(_ error: any Error, path: String) -> DefinitionError {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            DefinitionError(file: path, line: mark.line, reason: "is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            DefinitionError(
                file: path, line: context.mark.line,
                reason: "appears twice: \(keys.joined(separator: ", "))")
        default:
            DefinitionError(file: path, line: nil, reason: "is not YAML")
        }
    }
}
