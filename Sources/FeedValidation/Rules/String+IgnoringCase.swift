extension String {
    /// Whether both are the same but for upper and lower case, compared scalar by scalar.
    func isSameIgnoringCase(as other: String) -> Bool {
        caseFolded.utf8.elementsEqual(other.caseFolded.utf8)
    }

    /// The text with its ASCII letters in lower case.
    var asciiLowercased: String {
        String(decoding: utf8.map { 65...90 ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
