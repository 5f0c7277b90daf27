/// According to BCP 47 (RFC 5646); a tag need not be registered.
package enum LanguageTagSyntax {
    /// Tags that are valid as a whole because they predate the rules.
    private static let grandfathered: Set<String> = [
        "art-lojban", "cel-gaulish", "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian",
        "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu",
        "no-bok", "no-nyn", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de", "zh-guoyu", "zh-hakka",
        "zh-min", "zh-min-nan", "zh-xiang",
    ]

    package static func isWellFormed(_ tag: String) -> Bool {
        if grandfathered.contains(tag.lowercased()) { return true }
        var subtags = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map(Array.init)[...]
        guard subtags.allSatisfy({ 1...8 ~= $0.count && $0.allSatisfy(isAlphanumeric) }),
            let language = subtags.first
        else { return false }
        if language.count >= 2, language.allSatisfy(isLetter) {
            subtags = subtags.dropFirst()
            skipParts(after: language, &subtags)
            // Extensions; no digit is registered as an extension mark.
            while let mark = subtags.first, mark.count == 1, isLetter(mark[0]), !isX(mark) {
                subtags = subtags.dropFirst()
                let rest = subtags.drop { $0.count >= 2 }
                guard rest.count < subtags.count else { return false }
                subtags = rest
            }
        }
        guard let mark = subtags.first else { return true }
        return isX(mark) && subtags.count > 1
    }

    private static func skipParts(after language: [UInt8], _ subtags: inout ArraySlice<[UInt8]>) {
        for _ in 0..<3 {
            guard let part = subtags.first, part.count == 3, part.allSatisfy(isLetter) else {
                break
            }
            subtags = subtags.dropFirst()
        }
        if let part = subtags.first, part.count == 4, part.allSatisfy(isLetter) {
            subtags = subtags.dropFirst()
        }
        if let part = subtags.first,
            part.count == 2 && part.allSatisfy(isLetter)
                || part.count == 3 && part.allSatisfy(isDigit)
        {
            subtags = subtags.dropFirst()
        }
        subtags = subtags.drop { $0.count >= 5 || $0.count == 4 && isDigit($0[0]) }
    }

    private static func isX(_ subtag: [UInt8]) -> Bool { subtag == [120] || subtag == [88] }
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 32) &- 97 < 26 }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
}
