/// Which languages of a feed serve a rider, and how well.
struct LanguageMatch {
    /// The wanted language and what it shortens to: "zh-hans-cn", "zh-hans", "zh".
    private let wanted: [String]

    /// - Parameter language: an IETF BCP 47 tag, or the name of a locale such as `en_US`.
    init(_ language: String) {
        var parts = language.lowercased().split { $0 == "-" || $0 == "_" }
        var tags: [String] = []
        while !parts.isEmpty {
            tags.append(parts.joined(separator: "-"))
            parts.removeLast()
        }
        wanted = tags
    }

    /// How well a tag serves: 0 for the language itself, then its shorter forms, then its other
    /// variants, such as en-GB for en-US. Nil when it does not: another language, or the same in
    /// another script.
    func rank(of tag: String) -> Int? {
        let tag = tag.lowercased().split { $0 == "-" || $0 == "_" }.joined(separator: "-")
        if let place = wanted.firstIndex(of: tag) { return place }
        guard let language = wanted.last, tag.hasPrefix(language + "-"),
            !Self.differ(Self.script(of: tag), wanted.first.flatMap(Self.script))
        else { return nil }
        return wanted.count
    }

    private static func differ(_ one: Substring?, _ other: Substring?) -> Bool {
        one != nil && other != nil && one != other
    }

    /// The four letters after the language, such as "hans".
    private static func script(of tag: String) -> Substring? {
        let parts = tag.split(separator: "-")
        guard parts.count > 1, parts[1].count == 4, parts[1].allSatisfy(\.isLetter) else {
            return nil
        }
        return parts[1]
    }
}
