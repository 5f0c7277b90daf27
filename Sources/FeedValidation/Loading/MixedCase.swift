/// Whether a text that riders read is written in mixed case.
///
/// The text is split into words at everything that is not a letter. A single word of two or more
/// letters must not be all lower case. Of several words, those of one letter do not count; if two
/// or more are left, one of them must have both upper and lower case. For this count, a text that
/// does not begin with a letter has an empty word at its start.
package enum MixedCase {
    private struct Word {
        /// The length in UTF-16 units.
        var length = 0
        var hasUpper = false
        var hasOtherThanLower = false
        var hasLower = false
    }

    package static func isFine(_ text: UnsafeRawBufferPointer) -> Bool {
        var words = Words()
        var word = Word()
        var isFirst = true
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                index += 1
                switch byte {
                case 0x41...0x5A:
                    word.length += 1
                    word.hasUpper = true
                    word.hasOtherThanLower = true
                case 0x61...0x7A:
                    word.length += 1
                    word.hasLower = true
                default:
                    if word.length > 0 || isFirst { words.add(word) }
                    word = Word()
                }
                isFirst = false
                continue
            }
            let (scalar, length) = decode(text, at: index)
            index += length
            switch scalar.properties.generalCategory {
            case .uppercaseLetter:
                word.hasUpper = true
                word.hasOtherThanLower = true
            case .lowercaseLetter: word.hasLower = true
            case .titlecaseLetter, .modifierLetter, .otherLetter: word.hasOtherThanLower = true
            default:
                if word.length > 0 || isFirst { words.add(word) }
                word = Word()
                isFirst = false
                continue
            }
            word.length += scalar.value > 0xFFFF ? 2 : 1
            isFirst = false
        }
        if word.length > 0 { words.add(word) }
        return words.areFine
    }

    private struct Words {
        private var count = 0
        private var first = Word()
        private var counted = 0
        private var hasMixed = false
        private var lettered = 0

        mutating func add(_ word: Word) {
            if count == 0 { first = word }
            count += 1
            if word.length > 0 { lettered += 1 }
            guard word.length != 1 else { return }
            counted += 1
            if word.hasUpper, word.hasLower { hasMixed = true }
        }

        var areFine: Bool {
            // A text without letters has no words at all, not even the empty one.
            guard lettered > 0 else { return true }
            if count == 1 {
                return first.length <= 1 || first.hasOtherThanLower
            }
            return counted < 2 || hasMixed
        }
    }

    /// Cells are well-formed UTF-8.
    private static func decode(
        _ text: UnsafeRawBufferPointer, at index: Int
    ) -> (Unicode.Scalar, Int) {
        let byte = text[index]
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        guard index + length <= text.count else { return ("\u{FFFD}", 1) }
        var value = UInt32(byte) & (0xFF >> UInt32(length + 1))
        for next in 1..<length { value = value << 6 | UInt32(text[index + next] & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}
