extension String {
    /// Every scalar mapped to upper and then to lower case, if the result is a single scalar.
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

    /// Creates no text for most names.
    func withCaseFolded<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = self
        return text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else {
                var folded = String(decoding: bytes, as: UTF8.self).caseFolded
                return folded.withUTF8 { body(UnsafeRawBufferPointer($0)) }
            }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { folded in
                for (index, byte) in bytes.enumerated() {
                    let isUpper = 65...90 ~= byte
                    folded.initializeElement(at: index, to: isUpper ? byte | 0x20 : byte)
                }
                return body(UnsafeRawBufferPointer(folded))
            }
        }
    }

    private static func single(_ mapping: String) -> Unicode.Scalar? {
        mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
    }

    func isSameIgnoringCase(as other: String) -> Bool {
        caseFolded.utf8.elementsEqual(other.caseFolded.utf8)
    }

    var asciiLowercased: String {
        String(decoding: utf8.map { 65...90 ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
