/// A header to send with a download.
package struct HTTPHeader: Hashable, Sendable {
    package let name: String
    package let value: String

    /// Nil when the name is none, or a line break in the value would begin a header of its own.
    package init?(name: String, value: String) {
        guard Self.isName(name), !value.contains(where: \.isNewline) else { return nil }
        self.name = name
        self.value = value
    }

    /// Reads `Name: value`.
    package init?(text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        self.init(name: String(text[..<colon]), value: String(value))
    }

    /// Whether a text is what HTTP calls a token.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0))
            }
    }
}
