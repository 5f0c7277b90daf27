/// The encoding of a file's bytes, before they are read as UTF-8.
package enum TextEncoding: Hashable, Sendable {
    case utf8
    case utf16BigEndian
    case utf16LittleEndian
    /// Windows-1252, or Latin-1, which differs only in characters that texts do not have.
    ///
    /// - Parameter characters: the number of those beyond ASCII.
    case windows1252(characters: Int)

    package var windows1252Characters: Int {
        guard case .windows1252(let characters) = self else { return 0 }
        return characters
    }

    package var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16BigEndian: "UTF-16BE"
        case .utf16LittleEndian: "UTF-16LE"
        case .windows1252: "windows-1252"
        }
    }
}
