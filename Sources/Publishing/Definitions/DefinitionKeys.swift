import GTFSSchedule
import Yams

/// The keys of a mapping, in the order in which they are read: the name of each, and how its value
/// changes what the mapping describes. `schema/feed.schema.json` lists the same keys.
///
///     static let keys = DefinitionKeys<DownloadSettings>([
///         "retries": { $0.retry.retries = try $1.integer(from: 0, to: 100) },
///     ])
struct DefinitionKeys<Target>: Sendable {
    /// Throws a `DefinitionError`, or any other error, which is then given the place of the value.
    typealias Reading = @Sendable (inout Target, DefinitionNode) throws -> Void

    /// The key that must be there; it is read by itself, before the others.
    let required: String?
    let others: KeyValuePairs<String, Reading>

    init(required: String? = nil, _ others: KeyValuePairs<String, Reading>) {
        self.required = required
        self.others = others
    }

    fileprivate var names: [String] { [required].compactMap { $0 } + others.map(\.key) }
}

extension DefinitionNode {
    func read<Target>(
        _ keys: DefinitionKeys<Target>, into target: inout Target
    ) throws(DefinitionError) {
        try DefinitionMapping(self, keys).read(into: &target)
    }
}

/// Unknown keys are errors: a misspelled guard would guard nothing.
struct DefinitionMapping<Target> {
    private let node: DefinitionNode
    private let keys: DefinitionKeys<Target>
    private var values: [String: DefinitionNode] = [:]

    init(_ node: DefinitionNode, _ keys: DefinitionKeys<Target>) throws(DefinitionError) {
        self.node = node
        self.keys = keys
        guard let mapping = node.node.mapping else { throw node.fail("expected keys with values") }
        let names = keys.names
        let prefix = node.name.isEmpty ? "" : node.name + "."
        for (key, value) in mapping {
            let word = key.scalar?.string ?? ""
            guard names.contains(word) else {
                let place = DefinitionNode(node: key, name: "", file: node.file)
                throw place.fail(
                    "unknown key \(prefix)\(word)",
                    hint: ClosestWord.to(word, among: names).map { "did you mean \(prefix)\($0)?" }
                        ?? "known are \(names.sorted().joined(separator: ", "))")
            }
            values[word] = DefinitionNode(node: value, name: prefix + word, file: node.file)
        }
    }

    func required() throws(DefinitionError) -> DefinitionNode {
        let name = keys.required ?? ""
        guard let value = values[name] else { throw node.fail("there is no key \(name)") }
        return value
    }

    func read(into target: inout Target) throws(DefinitionError) {
        for (name, reading) in keys.others {
            guard let value = values[name] else { continue }
            do {
                try reading(&target, value)
            } catch let error as DefinitionError {
                throw error
            } catch {
                throw value.fail("\(error)")
            }
        }
    }
}
