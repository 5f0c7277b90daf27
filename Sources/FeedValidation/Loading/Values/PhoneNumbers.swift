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

    /// - Parameter countryCode: ISO 3166-1 alpha-2 in either case, or UK. Nil for any other.
    package init?(_ countryCode: String) {
        let code = countryCode.uppercased()
        let region = code == "UK" ? "GB" : code
        let all = String(decoding: PackageResources.PhoneNumbers_tsv, as: UTF8.self)
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

    /// The calling code and the digits after it; nil when the table lacks the code.
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

    /// The calling code after a prefix for calls abroad, or the code of the country itself.
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

    /// Splits a number after its calling code of one to three digits.
    private func split(_ digits: String) -> (code: String, rest: String)? {
        guard digits.first != "0" else { return nil }
        for length in 1...3 {
            let code = String(digits.prefix(length))
            if countries[code] != nil { return (code, String(digits.dropFirst(length))) }
        }
        return nil
    }
}
