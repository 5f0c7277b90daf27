import Foundation

extension SearchFolding {
    /// Letters that Unicode does not decompose, and what is typed instead.
    static let foldedLetters: [Unicode.Scalar: String] = {
        let letters: [(String, String)] = [
            // Latin, in lower case.
            ("łƚ", "l"), ("đðɖɗƌ", "d"), ("øɵɔ", "o"), ("ß", "ss"), ("ıɨ", "i"), ("æ", "ae"),
            ("œ", "oe"), ("þ", "th"), ("ŧƭʈ", "t"), ("ħ", "h"), ("ŋɲ", "n"), ("ĸ", "q"),
            ("əǝɛɇ", "e"), ("ƀɓƃ", "b"), ("ƈȼ", "c"), ("ƒ", "f"), ("ǥɠɣ", "g"), ("ɉ", "j"),
            ("ƙ", "k"), ("ɍ", "r"), ("ʉ", "u"), ("ƴɏ", "y"), ("ƶʒ", "z"), ("ⱥ", "a"),
            // Greek.
            ("ς", "σ"),
            // Arabic, as in Arabic, Persian and Urdu.
            ("ٱ", "ا"), ("ىی", "ي"), ("ک", "ك"), ("ةہھە", "ه"), ("ـ", ""),
            // The small signs that station names write either way.
            ("ヵ", "カ"), ("ヶ", "ケ"),
        ]
        return Dictionary(
            letters.flatMap { typed in typed.0.unicodeScalars.map { ($0, typed.1) } },
            uniquingKeysWith: { first, _ in first })
    }()

    /// Letters for which people without their key type two, and those two.
    static let typedLetters: [Unicode.Scalar: String] = [
        "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe",
        "Ä": "ae", "Ö": "oe", "Ü": "ue", "Å": "aa", "Ø": "oe",
    ]

    static func katakana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x3041...0x3096, 0x309D...0x309E: Unicode.Scalar(scalar.value + 0x60) ?? scalar
        default: scalar
        }
    }

    package static func inEitherKana(_ text: String) -> (katakana: String, hiragana: String) {
        var (katakana, hiragana) = (String.UnicodeScalarView(), String.UnicodeScalarView())
        for scalar in text.unicodeScalars {
            katakana.append(Self.katakana(scalar))
            switch scalar.value {
            case 0x30A1...0x30F6, 0x30FD...0x30FE:
                hiragana.append(Unicode.Scalar(scalar.value - 0x60) ?? scalar)
            default: hiragana.append(scalar)
            }
        }
        return (String(katakana), String(hiragana))
    }

    /// Accented letters from A to Z, composed, and the letter below. SQLite's tokenizer takes the
    /// accents off exactly these.
    static let accentedLetters: [Unicode.Scalar: Unicode.Scalar] = {
        var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
        // Ǡ and ǡ are not among its letters.
        for value in [0xC0...0x1DF, 0x1E2...0x24F, 0x1E00...0x1EFF].joined() {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            if parts.count > 1, let letter = parts.first, letter.isASCII {
                letters[scalar] = letter
            }
        }
        return letters
    }()

    /// Whether a character is written as an apostrophe, or as the Hebrew sign of an abbreviation.
    static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xB4, 0x2B9, 0x2BB...0x2BF, 0x5F3, 0x5F4, 0x2018, 0x2019, 0x201B, 0x2032, 0xA78C: true
        default: false
        }
    }

    /// Whether a character of a decomposed text does not count: marks, except those that make
    /// another sound of a kana, and invisible characters.
    static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format:
            scalar.value != 0x3099 && scalar.value != 0x309A
        default: false
        }
    }

    /// Whether SQLite's tokenizer takes a character as part of a word: letters, numbers, private
    /// use.
    static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isAlphabetic(scalar) || "0"..."9" ~= scalar }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }

    // Unicode's tables are slow to ask, and most letters of most names are from A to Z.

    static func isAlphabetic(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? "a"..."z" ~= lower(ascii: scalar) : scalar.properties.isAlphabetic
    }

    static func lower(ascii scalar: Unicode.Scalar) -> Unicode.Scalar {
        "A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
    }

    /// Whether a letter is of a writing that puts no spaces between words, or, in Korean, few: Thai,
    /// Lao, Burmese, Khmer, kana, Bopomofo, Han, Hangul.
    static func isOfRun(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xE00...0xE4F, 0xE80...0xECF, 0x1000...0x103F, 0x1780...0x17B3, 0x3005...0x3007,
            0x3031...0x3035, 0x303B, 0x3041...0x30FA, 0x30FC...0x312F, 0x31A0...0x31BF,
            0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
