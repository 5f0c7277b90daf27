import SystemLayer

/// Text with `${NAME}` in place of an environment variable. `$${` is a literal `${`.
///
/// Values are read when they are sent, so that no file and no list of processes shows them.
package struct EnvironmentText: Sendable, Equatable {
    private enum Part: Sendable, Equatable {
        case literal(String)
        case variable(String)
    }

    /// As written; harmless if its author kept secrets in the environment.
    package let text: String
    private let parts: [Part]

    /// The surroundings of a value, which decide how it is inserted.
    package enum Context: Sendable {
        case plain
        /// Values become part of a URL's path or query, except one at the very beginning, which
        /// may be a URL itself.
        case url
    }

    package init(_ text: String) throws(UnusableValue) {
        self.text = text
        parts = try Self.parts(text)
    }

    package var variables: [String] {
        parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    package var beginsWithVariable: Bool {
        if case .variable? = parts.first { true } else { false }
    }

    package func expanded(
        _ environment: [String: String], in context: Context = .plain
    ) throws(UnusableValue) -> SecretText {
        var result = ""
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let text): result += text
            case .variable(let name):
                guard let value = environment[name], !value.isEmpty else {
                    throw UnusableValue(
                        "the environment has no variable \(name), or it is empty")
                }
                result += context == .url && index > 0 ? value.percentEncoded : value
            }
        }
        return SecretText(result)
    }

    private static func parts(_ text: String) throws(UnusableValue) -> [Part] {
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        while !rest.isEmpty {
            if rest.hasPrefix("$${") {
                literal += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${") {
                guard let end = rest.firstIndex(of: "}"),
                    isName(rest[..<end].dropFirst(2))
                else {
                    throw UnusableValue("expected ${NAME} for an environment variable")
                }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(.variable(String(rest[..<end].dropFirst(2))))
                rest = rest[end...].dropFirst()
            } else {
                literal.append(rest.removeFirst())
            }
        }
        return literal.isEmpty ? parts : parts + [.literal(literal)]
    }

    private static func isName(_ text: Substring) -> Bool {
        text.first?.isNumber == false
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
