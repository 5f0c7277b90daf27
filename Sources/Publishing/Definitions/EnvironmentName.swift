/// Names of variables of the environment for the ids of registries.
enum EnvironmentName {
    /// The id in capitals, with `_` for whatever may not be in such a name.
    static func make(_ prefix: String, _ id: String) -> String {
        prefix
            + id.uppercased().map { character in
                let isAllowed = character.isASCII && (character.isLetter || character.isNumber)
                return isAllowed ? String(character) : "_"
            }.joined()
    }
}
