/// Comparing texts as the canonical validator does: character by character, whatever the language.
extension String {
    /// Whether both are the same but for upper and lower case; texts of different length never are.
    func isSameIgnoringCase(as other: String) -> Bool {
        let left = unicodeScalars
        let right = other.unicodeScalars
        return left.elementsEqual(right) { $0 == $1 || Self.areSame($0, $1) }
    }

    /// The text with its ASCII letters in lower case.
    var asciiLowercased: String {
        String(decoding: utf8.map { 65...90 ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func areSame(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
        let (left, right) = (upper(left), upper(right))
        return left == right || lower(left) == lower(right)
    }

    /// The capital of a letter, unless that is more than one character.
    private static func upper(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let mapping = scalar.properties.uppercaseMapping.unicodeScalars
        return mapping.count == 1 ? mapping.first ?? scalar : scalar
    }

    private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    }
}
