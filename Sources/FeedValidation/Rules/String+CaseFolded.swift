extension String {
    /// The text for comparing without regard to case: every scalar mapped to upper and then to
    /// lower case, if the result is a single scalar.
    var caseFolded: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        var folded = UnicodeScalarView()
        for scalar in unicodeScalars {
            let upper = Self.single(scalar.properties.uppercaseMapping) ?? scalar
            // Java drops the dot of this letter.
            let lower = upper == "\u{130}" ? "i" : upper.properties.lowercaseMapping
            folded.append(Self.single(lower) ?? upper)
        }
        return String(folded)
    }

    private static func single(_ mapping: String) -> Unicode.Scalar? {
        mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
    }

    /// Whether both are the same except for case, compared scalar by scalar.
    func isSameIgnoringCase(as other: String) -> Bool {
        caseFolded.utf8.elementsEqual(other.caseFolded.utf8)
    }

    /// The text with its ASCII letters in lower case.
    var asciiLowercased: String {
        String(decoding: utf8.map { 65...90 ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
