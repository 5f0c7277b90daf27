import FeedReading
import Yams

/// The keys that a mapping of a definition may have; `schema/feed.schema.json` has the same.
protocol DefinitionKey: CaseIterable, Hashable, RawRepresentable<String>, Sendable {}

/// A mapping of a YAML definition. Keys that nobody reads are errors: a misspelled guard would
/// guard nothing.
struct DefinitionMapping<Key: DefinitionKey> {
    private var values: [Key: DefinitionNode] = [:]

    init(_ value: DefinitionNode) throws(DefinitionError) {
        guard let mapping = value.node.mapping else {
            throw value.fail("want keys with values")
        }
        for (keyNode, node) in mapping {
            let prefix = value.name.isEmpty ? "" : value.name + "."
            let word = keyNode.scalar?.string ?? ""
            guard let key = Key(rawValue: word) else {
                let words = Key.allCases.map(\.rawValue)
                let place = DefinitionNode(node: keyNode, name: "", file: value.file)
                throw place.fail(
                    "unknown key \(prefix)\(word)",
                    hint: ClosestWord.to(word, among: words).map { "did you mean \(prefix)\($0)?" }
                        ?? "known are \(words.sorted().joined(separator: ", "))")
            }
            values[key] = DefinitionNode(node: node, name: prefix + word, file: value.file)
        }
    }

    subscript(key: Key) -> DefinitionNode? { values[key] }
}
