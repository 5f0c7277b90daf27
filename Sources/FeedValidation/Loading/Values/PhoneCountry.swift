/// The structure of the phone numbers of a country, or of a calling code without one.
struct PhoneCountry {
    /// ISO 3166-1 alpha-2; `001` for codes that belong to no country.
    let region: String
    let callingCode: String
    /// Whether this entry judges numbers that begin with the calling code.
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

    /// Reads a line of the table.
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

    /// Whether the digits are a number of the country, without its prefix.
    func isNational(_ number: String) -> Bool {
        nationalNumber?.matchesAll(number) ?? false
    }

    /// The digits after the prefix for calls abroad; nil when they do not begin with it.
    func withoutInternationalPrefix(_ digits: String) -> String? {
        guard let match = internationalPrefix?.prefix(of: digits) else { return nil }
        let rest = digits.dropFirst(match.length)
        // No calling code begins with 0.
        return rest.first == "0" ? nil : String(rest)
    }

    /// The digits without the prefix for calls within the country, unless it is part of the number
    /// itself.
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

    /// The replacement with `$1` and the like filled in.
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
