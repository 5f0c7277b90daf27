import FeedReading

/// Text with `${NAME}` in place of an environment variable. `$${` is a literal `${`.
///
/// A definition contains templates, never values: these are read when they are sent.
package struct Template: Sendable, Equatable {
    private enum Part: Sendable, Equatable {
        case literal(String)
        case variable(String)
    }

    /// As written; harmless if its author kept secrets in the environment.
    package let text: String
    /// The file and the line, for messages.
    let file: String
    let line: Int?
    private let parts: [Part]

    /// The surroundings of a value, which decide how it is inserted.
    enum Context {
        /// Values are inserted unchanged.
        case plain
        /// Values become part of a URL's path or query, except one at the very beginning, which
        /// may be a URL itself.
        case url
    }

    /// Reads a template.
    init(_ text: String, file: String, line: Int? = nil) throws(UnusableValue) {
        self.text = text
        self.file = file
        self.line = line
        parts = try Self.parts(text)
    }

    /// The names of the variables, in order.
    package var variables: [String] {
        parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    var beginsWithVariable: Bool {
        if case .variable? = parts.first { true } else { false }
    }

    /// The text with the values of the variables.
    func expanded(
        _ environment: [String: String], in context: Context = .plain
    ) throws(DefinitionError) -> SecretText {
        var result = ""
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let text): result += text
            case .variable(let name):
                guard let value = environment[name], !value.isEmpty else {
                    throw DefinitionError(
                        file: file, line: line,
                        reason: "the environment has no variable \(name), or it is empty")
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
                    throw UnusableValue("want ${NAME} for a variable of the environment")
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

extension String {
    /// Each byte except the unreserved ones of URLs (RFC 3986) as `%XX`.
    var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            let scalar = Unicode.Scalar(byte)
            let isUnreserved =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || (0x30...0x39).contains(byte)
                    || "-._~".unicodeScalars.contains(scalar))
            if isUnreserved {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

/// Names of environment variables for the ids of registries.
enum EnvironmentName {
    /// The id in capitals, with `_` for characters that such a name may not have.
    static func make(_ prefix: String, _ id: String) -> String {
        prefix
            + id.uppercased().map { character in
                let isAllowed = character.isASCII && (character.isLetter || character.isNumber)
                return isAllowed ? String(character) : "_"
            }.joined()
    }
}
