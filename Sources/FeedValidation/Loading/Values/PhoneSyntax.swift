/// How people write phone numbers.
struct PhoneSyntax {
    static let plusSigns: Set<Character> = ["+", "\u{FF0B}"]

    private static let punctuation =
        "\\-x\u{2010}-\u{2015}\u{2212}\u{30FC}\u{FF0D}-\u{FF0F} \u{A0}\u{AD}\u{200B}\u{2060}"
        + "\u{3000}()\u{FF08}\u{FF09}\u{FF3B}\u{FF3D}.\\[\\]/~\u{2053}\u{223C}\u{FF5E}"
    private static let blanks = "[ \u{A0}\\t,]*"
    private static let mark = "[:\\.\u{FF0E}]?[ \u{A0}\\t,-]*"
    private static let extensionForms = [
        ";ext=(\\d{1,20})",
        blanks + "(?:e?xt(?:ensi(?:o\u{301}?|\u{F3}))?n?|\u{FF45}?\u{FF58}\u{FF54}\u{FF4E}?"
            + "|\u{434}\u{43E}\u{431}|anexo)" + mark + "(\\d{1,20})#?",
        blanks + "(?:[x\u{FF58}#\u{FF03}~\u{FF5E}]|int|\u{FF49}\u{FF4E}\u{FF54})" + mark
            + "(\\d{1,9})#?",
        "[- ]+(\\d{1,6})#",
        "[ \u{A0}\\t]*(?:,{2}|;)" + mark + "(\\d{1,15})#?",
        "[ \u{A0}\\t]*(?:,)+" + mark + "(\\d{1,9})#?",
    ].joined(separator: "|")

    private let number = PhonePattern(
        "(?i)(?:\\d{2}|[+\u{FF0B}]*(?:[\(Self.punctuation)*]*\\d){3,}[\(Self.punctuation)*A-Za-z\\d]*"
            + "(?:\(Self.extensionForms))?)")
    private let extensionAtEnd = PhonePattern("(?i)(?:\(Self.extensionForms))$")
    private let secondNumber = PhonePattern("[\\\\/] *x")
    private let letters = PhonePattern("(?:.*?[A-Za-z]){3}.*")

    /// The part of a text that is a phone number; nil when nothing in it can be one.
    func number(in text: String) -> String? {
        var part = text[...]
        if let subaddress = part.utf8Index(of: ";isub=") { part = part[..<subaddress] }
        part = part.drop { !Self.plusSigns.contains($0) && !Self.isDigit($0) }
        while let last = part.last, !last.isLetter, !last.isNumber, last != "#" {
            part = part.dropLast()
        }
        var number = String(part)
        if let second = secondNumber?.firstMatch(in: number) { number = String(number[..<second]) }
        return isNumber(number) ? number : nil
    }

    /// Whether the whole text is written like a phone number.
    private func isNumber(_ text: String) -> Bool {
        text.count >= 2 && number?.matchesAll(text) == true
    }

    func withoutExtension(_ text: String) -> String {
        guard let start = extensionAtEnd?.firstMatch(in: text), isNumber(String(text[..<start]))
        else { return text }
        return String(text[..<start])
    }

    func hasPlus(_ number: String) -> Bool {
        number.first.map { Self.plusSigns.contains($0) } ?? false
    }

    /// The digits of a number as ASCII; three or more letters stand for digits too.
    func digits(_ number: String) -> String {
        guard letters?.matchesAll(number) != true else {
            return String(number.unicodeScalars.compactMap(Self.key))
        }
        return String(
            number.unicodeScalars.compactMap { scalar in
                guard scalar.properties.numericType == .decimal else { return nil }
                return scalar.properties.numericValue.map { Character("\(Int($0))") }
            })
    }

    /// The key for a letter or digit of ASCII.
    private static func key(_ scalar: Unicode.Scalar) -> Character? {
        let character = Character(scalar)
        guard scalar.isASCII else { return nil }
        return (48...57).contains(scalar.value) ? character : keypad[character.uppercased()]
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.unicodeScalars.first?.properties.numericType == .decimal
    }

    /// The key of a telephone for each letter.
    private static let keypad: [String: Character] = {
        let keys: [(Character, String)] = [
            ("2", "ABC"), ("3", "DEF"), ("4", "GHI"), ("5", "JKL"), ("6", "MNO"), ("7", "PQRS"),
            ("8", "TUV"), ("9", "WXYZ"),
        ]
        return Dictionary(
            uniqueKeysWithValues: keys.flatMap { key, letters in
                letters.map { (String($0), key) }
            })
    }()
}

extension Substring {
    /// Where a text begins within this one.
    fileprivate func utf8Index(of text: String) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
