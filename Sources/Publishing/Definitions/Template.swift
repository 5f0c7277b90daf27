import FeedReading

/// Text of a definition with `${NAME}` in place of an environment variable.
///
/// A definition contains templates, never values: these are read when they are sent.
package struct Template: Sendable, Equatable {
    private let content: EnvironmentText
    let file: String
    let line: Int?

    init(_ text: String, file: String, line: Int? = nil) throws(UnusableValue) {
        content = try EnvironmentText(text)
        self.file = file
        self.line = line
    }

    /// As written; harmless if its author kept secrets in the environment.
    package var text: String { content.text }

    package var variables: [String] { content.variables }

    var beginsWithVariable: Bool { content.beginsWithVariable }

    func expanded(
        _ environment: [String: String], in context: EnvironmentText.Context = .plain
    ) throws(DefinitionError) -> SecretText {
        do throws(UnusableValue) {
            return try content.expanded(environment, in: context)
        } catch {
            throw DefinitionError(file: file, line: line, reason: error.description)
        }
    }
}

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
