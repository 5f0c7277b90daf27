import SystemLayer

package enum Figures {
    /// `1 234 567`, with non-breaking blanks.
    package static func grouped(_ number: Int) -> String {
        paged(Quantity.count(number))
    }

    /// `1 agency`, `1 234 agencies`.
    package static func count(_ number: Int, _ thing: String) -> String {
        "\(grouped(number)) \(number == 1 ? thing : plural(thing))"
    }

    package static func decimal(_ number: Double, digits: Int) -> String {
        paged(Quantity.decimal(number, digits: digits))
    }

    /// `7 Aug 2021`.
    package static func day(year: Int, month: Int, day: Int) -> String {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "\(day) \(months[(month + 11) % 12]) \(year)"
    }

    /// The text alone unless the address is a web address.
    package static func link(_ address: String?, _ text: String) -> HTML {
        let lower = address?.lowercased() ?? ""
        guard let address, lower.hasPrefix("http://") || lower.hasPrefix("https://") else {
            return "<bdi>\(text)</bdi>"
        }
        return "<a href=\"\(address)\" rel=\"noopener noreferrer\"><bdi>\(text)</bdi></a>"
    }

    private static func plural(_ thing: String) -> String {
        let isVowel = thing.dropLast().last.map { "aeiou".contains($0) } ?? true
        return thing.hasSuffix("y") && !isVowel ? thing.dropLast() + "ies" : thing + "s"
    }

    /// Groups of digits as pages separate them; terminals have commas.
    private static func paged(_ digits: String) -> String {
        digits.replacing(",", with: "\u{202F}")
    }
}
