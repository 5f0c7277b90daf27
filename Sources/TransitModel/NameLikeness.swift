import Foundation

/// How well two names of stops agree, regardless of case, accents and punctuation.
enum NameLikeness: Int, Comparable {
    /// The names of two different stops.
    case unlike
    /// One name has all words of the other, in any order; the longer words agree.
    case partial
    /// The names agree word for word, with some shortened: "Saint John Street" and "St. John St".
    case abbreviated
    case equal

    static func < (left: NameLikeness, right: NameLikeness) -> Bool {
        left.rawValue < right.rawValue
    }

    init(_ left: String, _ right: String) {
        let left = Self.words(of: left)
        let right = Self.words(of: right)
        let (short, long) = left.count <= right.count ? (left, right) : (right, left)
        if left == right {
            self = .equal
        } else if left.count == right.count && zip(left, right).allSatisfy(Self.areAlike)
            || left.joined() == right.joined()
        {
            self = .abbreviated
        } else if short.contains(where: { $0.count > 2 && long.contains($0) }),
            Self.isPart(short, of: long)
        {
            self = .partial
        } else {
            self = .unlike
        }
    }

    private static func words(of name: String) -> [String] {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .filter { $0 != "'" && $0 != "\u{2019}" }
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func isPart(_ short: [String], of long: [String]) -> Bool {
        var rest = long
        for word in short {
            guard
                let place = rest.firstIndex(of: word)
                    ?? rest.firstIndex(where: {
                        areAlike(word, $0)
                    })
            else { return false }
            rest.remove(at: place)
        }
        return true
    }

    /// Whether two words are equal, or one is short for the other: cut at the end, as in "Ave", or
    /// with letters left out, as in "Blvd". Numbers are never shortened: "5th" is "5", but "1" is
    /// not "12".
    private static func areAlike(_ left: String, _ right: String) -> Bool {
        if left == right { return true }
        let (short, long) = left.count <= right.count ? (left, right) : (right, left)
        if long.contains(where: \.isNumber) || short.contains(where: \.isNumber) {
            let ending = long.dropFirst(short.count)
            return short.allSatisfy(\.isNumber) && long.hasPrefix(short)
                && ending.count > 1 && ending.allSatisfy(\.isLetter)
        }
        guard short.first == long.first else { return false }
        if long.hasPrefix(short) { return true }
        var rest = long[...]
        return short.count <= 5
            && short.allSatisfy { letter in
                guard let place = rest.firstIndex(of: letter) else { return false }
                rest = rest[rest.index(after: place)...]
                return true
            }
    }
}
