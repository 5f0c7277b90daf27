/// A header to send with a request, which cannot contain another.
package struct HTTPHeader: Hashable, Sendable {
    package let name: String
    /// Perhaps a secret: descriptions, logs and dumps never show it.
    package let value: String

    /// Nil when the name is invalid, or the value has a control character: a line break in it would
    /// begin another header.
    package init?(name: String, value: String) {
        guard Self.isName(name), value.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
        self.name = name
        self.value = value
    }

    package init?(text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        self.init(name: String(text[..<colon]), value: String(value))
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        let refused: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
        return scalar == "\t" || !refused.contains(scalar.properties.generalCategory)
    }

    package static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0))
            }
    }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(name): ***" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
