/// Tells which phone numbers are possible when called from a country: those with as many digits as
/// numbers there have. They need not be assigned.
///
/// A number may be written as people write it: with blanks and brackets, letters for digits, an
/// extension, and the prefixes for calls within a country and abroad.
package final class PhoneNumbers {
    private static let longestText = 250
    private static let longestNumber = 17

    private let home: PhoneCountry
    private let countries: [String: PhoneCountry]
    private let syntax = PhoneSyntax()

    /// ISO 3166-1 alpha-2 in either case, or UK; otherwise nil is returned.
    package init?(_ countryCode: String) {
        let code = countryCode.uppercased()
        let region = code == "UK" ? "GB" : code
        let all = EmbeddedTexts.PhoneNumbers_tsv
            .split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(PhoneCountry.init)
        guard region != "001", let home = all.first(where: { $0.region == region }) else {
            return nil
        }
        self.home = home
        countries = Dictionary(
            all.filter(\.standsForCode).map { ($0.callingCode, $0) }, uniquingKeysWith: { $1 })
    }

    package func isPossible(_ text: String) -> Bool {
        guard text.utf16.count <= Self.longestText, var number = syntax.number(in: text) else {
            return false
        }
        number = syntax.withoutExtension(number)
        guard let (code, rest) = callingCode(of: number) else { return false }
        guard rest.count >= 2 else { return false }
        let country = code == home.callingCode ? home : countries[code]
        guard let country, let judge = countries[code] else { return false }
        let stripped = country.withoutNationalPrefix(rest)
        let national =
            switch country.lengthVerdict(stripped) {
            case .tooShort, .local, .invalid: rest
            case .possible, .tooLong: stripped
            }
        guard 2...Self.longestNumber ~= national.count else { return false }
        switch judge.lengthVerdict(national) {
        case .possible, .local: return true
        case .tooShort, .tooLong, .invalid: return false
        }
    }

    private func callingCode(of number: String) -> (code: String, rest: String)? {
        if syntax.hasPlus(number) {
            let digits = syntax.digits(String(number.drop { PhoneSyntax.plusSigns.contains($0) }))
            if digits.count > 2, let found = split(digits) { return found }
            // Some write a plus sign before the number of their own country.
            guard digits.count > 2, let found = abroadOrHome(digits), found.isExplicit else {
                return nil
            }
            return (found.code, found.rest)
        }
        return abroadOrHome(syntax.digits(number)).map { ($0.code, $0.rest) }
    }

    /// The calling code follows a prefix for calls abroad; at home it is the country's.
    private func abroadOrHome(
        _ digits: String
    ) -> (code: String, rest: String, isExplicit: Bool)? {
        if let abroad = home.withoutInternationalPrefix(digits) {
            guard abroad.count > 2, let found = split(abroad) else { return nil }
            return (found.code, found.rest, true)
        }
        if digits.hasPrefix(home.callingCode) {
            let rest = home.withoutNationalPrefix(
                String(digits.dropFirst(home.callingCode.count)))
            if !home.isNational(digits) && home.isNational(rest)
                || home.lengthVerdict(digits) == .tooLong
            {
                return (home.callingCode, rest, true)
            }
        }
        return (home.callingCode, digits, false)
    }

    private func split(_ digits: String) -> (code: String, rest: String)? {
        guard digits.first != "0" else { return nil }
        for length in 1...3 {
            let code = String(digits.prefix(length))
            if countries[code] != nil { return (code, String(digits.dropFirst(length))) }
        }
        return nil
    }
}

struct PhoneCountry {
    /// ISO 3166-1 alpha-2; `001` for codes that belong to no country.
    let region: String
    let callingCode: String
    /// This entry decides about numbers that begin with the calling code.
    let standsForCode: Bool
    private let internationalPrefix: PhonePattern?
    private let nationalPrefix: PhonePattern?
    private let nationalPrefixReplacement: String
    private let nationalNumber: PhonePattern?
    private let lengths: [Int]
    private let localLengths: [Int]

    enum LengthVerdict {
        case possible
        case local
        case tooShort
        case tooLong
        case invalid
    }

    init?(_ line: Substring) {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard cells.count == 9 else { return nil }
        region = cells[0]
        callingCode = cells[1]
        standsForCode = cells[2] == "main"
        internationalPrefix = PhonePattern(cells[3])
        nationalPrefix = PhonePattern(cells[4])
        nationalPrefixReplacement = cells[5]
        nationalNumber = PhonePattern(cells[6])
        lengths = cells[7].split(separator: ",").compactMap { Int($0) }
        localLengths = cells[8].split(separator: ",").compactMap { Int($0) }
    }

    func lengthVerdict(_ number: String) -> LengthVerdict {
        let length = number.count
        if localLengths.contains(length) { return .local }
        guard let shortest = lengths.first, let longest = lengths.last else { return .invalid }
        if length < shortest { return .tooShort }
        if length > longest { return .tooLong }
        return lengths.contains(length) ? .possible : .invalid
    }

    func isNational(_ number: String) -> Bool {
        nationalNumber?.matchesAll(number) ?? false
    }

    /// Nil when the digits do not begin with the prefix for calls abroad.
    func withoutInternationalPrefix(_ digits: String) -> String? {
        guard let match = internationalPrefix?.prefix(of: digits) else { return nil }
        let rest = digits.dropFirst(match.length)
        // No calling code begins with 0.
        return rest.first == "0" ? nil : String(rest)
    }

    /// Keeps the prefix for calls within the country if it is part of the number itself.
    func withoutNationalPrefix(_ digits: String) -> String {
        guard !digits.isEmpty, let match = nationalPrefix?.prefix(of: digits) else {
            return digits
        }
        var rest = String(digits.dropFirst(match.length))
        if !nationalPrefixReplacement.isEmpty, match.groups.last.flatMap({ $0 }) != nil {
            rest = replacement(match.groups) + rest
        }
        return isNational(digits) && !isNational(rest) ? digits : rest
    }

    private func replacement(_ groups: [String?]) -> String {
        var text = ""
        var isReference = false
        for character in nationalPrefixReplacement {
            if character == "$" {
                isReference = true
            } else if isReference, let number = character.wholeNumberValue {
                if groups.indices.contains(number - 1) { text += groups[number - 1] ?? "" }
                isReference = false
            } else {
                text.append(character)
            }
        }
        return text
    }
}

/// A regular expression over digits.
///
/// Matching throws only in patterns that contain code, and there are none; such an error would
/// count as no match.
package struct PhonePattern {
    private let regex: Regex<AnyRegexOutput>

    struct Match {
        let length: Int
        let groups: [String?]
    }

    /// Nil if the pattern is empty. An invalid one would be a mistake in the table, which a test
    /// looks for; it matches nothing.
    package init?(_ pattern: String) {
        guard !pattern.isEmpty else { return nil }
        do {
            regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
        } catch {
            return nil
        }
    }

    func matchesAll(_ text: String) -> Bool {
        (try? regex.wholeMatch(in: text)) != nil
    }

    func prefix(of text: String) -> Match? {
        guard let match = try? regex.prefixMatch(in: text) else { return nil }
        return Match(
            length: text[match.range].count,
            groups: match.output.dropFirst().map { $0.substring.map(String.init) })
    }

    func firstMatch(in text: String) -> String.Index? {
        (try? regex.firstMatch(in: text))?.range.lowerBound
    }
}

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

    /// Nil when nothing in the text can be a phone number.
    func number(in text: String) -> String? {
        var part = text[...]
        if let subaddress = part.firstRange(of: ";isub=") {
            part = part[..<subaddress.lowerBound]
        }
        part = part.drop { !Self.plusSigns.contains($0) && !Self.isDigit($0) }
        while let last = part.last, !last.isLetter, !last.isNumber, last != "#" {
            part = part.dropLast()
        }
        var number = String(part)
        if let second = secondNumber?.firstMatch(in: number) { number = String(number[..<second]) }
        return isNumber(number) ? number : nil
    }

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

    private static func key(_ scalar: Unicode.Scalar) -> Character? {
        switch scalar.value {
        case 48...57: Character(scalar)
        case 65...90: keypad[Int(scalar.value) - 65]
        case 97...122: keypad[Int(scalar.value) - 97]
        default: nil
        }
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.unicodeScalars.first?.properties.numericType == .decimal
    }

    /// The digits of the letters from A to Z.
    private static let keypad = Array("22233344455566677778889999")
}
