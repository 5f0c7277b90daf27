/// Text of a feed on a terminal.
package enum TerminalText {
    /// The first characters, with a question mark for each control character.
    package static func safe(_ text: String, limit: Int) -> String {
        let scalars = text.unicodeScalars
        let safe = scalars.prefix(limit).map {
            $0.properties.generalCategory == .control ? "?" : String($0)
        }.joined()
        return scalars.count > limit ? safe + "..." : safe
    }
}
