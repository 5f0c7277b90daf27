/// A regular expression over digits.
///
/// Matching throws only in patterns that contain code, and there are none; such an error would
/// count as no match.
package struct PhonePattern {
    private let regex: Regex<AnyRegexOutput>

    /// The match at the start of a text.
    struct Match {
        let length: Int
        /// The groups of the pattern; nil for groups that took no part.
        let groups: [String?]
    }

    /// Nil for an empty pattern. An invalid one would be a mistake in the table, which a test looks
    /// for; it matches nothing.
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

    /// Where the first match of a pattern begins.
    func firstMatch(in text: String) -> String.Index? {
        (try? regex.firstMatch(in: text))?.range.lowerBound
    }
}
