import Foundation

/// A value in `schema/openapi.yaml`: in one line where it fits, else a line for each of its parts.
enum ContractValue {
    /// A text, in quotation marks where YAML would read it as something else.
    case text(String)
    /// A number, or `true`.
    case word(String)
    case list([ContractValue])
    case map([(key: String, value: ContractValue)])

    private static let width = 128

    /// The lines of an entry of a map.
    func lines(key: String, indentation: Int) -> [String] {
        let space = String(repeating: " ", count: indentation)
        let line = "\(space)\(key): \(flow)"
        let isShort = line.count <= Self.width
        switch self {
        case .text(let text): return ["\(space)\(key): \(Self.scalar(text, isInFlow: false))"]
        case .list(let values) where !isShort:
            return ["\(space)\(key):"] + values.map { "\(space)  - \($0.flow)" }
        case .map(let entries) where !isShort:
            return ["\(space)\(key):"]
                + entries.flatMap { $0.value.lines(key: $0.key, indentation: indentation + 2) }
        case .word, .list, .map: return [line]
        }
    }

    private var flow: String {
        switch self {
        case .text(let text): Self.scalar(text, isInFlow: true)
        case .word(let word): word
        case .list(let values): "[\(values.map(\.flow).joined(separator: ", "))]"
        case .map(let entries):
            "{\(entries.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", "))}"
        }
    }

    private static func scalar(_ text: String, isInFlow: Bool) -> String {
        let first = text.prefix(1)
        let isPlain =
            !text.isEmpty && !"-?:,[]{}#&*!|>'\"%@` ".contains(first)
            && !text.contains(": ") && !text.contains(" #") && !text.hasSuffix(":")
            && !(isInFlow && text.contains { ",[]{}".contains($0) })
            && !Self.isOther(text)
        return isPlain ? text : "'\(text.replacingOccurrences(of: "'", with: "''"))'"
    }

    /// Whether YAML reads an unquoted text as a number, a time or a truth.
    private static func isOther(_ text: String) -> Bool {
        text.prefix(1).allSatisfy(\.isNumber) && text.allSatisfy { "0123456789-+.:TZ".contains($0) }
            || ["on", "off", "yes", "no", "true", "false", "null"].contains(text)
    }
}
