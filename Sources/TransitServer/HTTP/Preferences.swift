import TransitBundle

@available(iOS 17, macOS 14, *)
enum Preferences {
    static func allowGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        let wishes = weighted(header)
        let named = wishes.last { $0.value == "gzip" || $0.value == "x-gzip" }
        let any = wishes.last { $0.value == "*" }
        let identity = wishes.last { $0.value == "identity" }
        let weight = (named ?? any)?.weight ?? 0
        return weight > 0 && weight >= identity?.weight ?? 0
    }

    static func preferHTML(_ header: String?) -> Bool {
        guard let header else { return false }
        let wishes = weighted(header)
        func weight(_ types: String...) -> Double {
            types.lazy.compactMap { type in wishes.last { $0.value == type }?.weight }.first ?? 0
        }
        return weight("text/html") > weight("application/json", "application/*")
    }

    static func languages(_ header: String?) -> [String] {
        guard let header else { return [] }
        let wishes = weighted(header).filter { $0.weight > 0 && $0.value != "*" }
            .enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        return wishes.prefix(mostLanguages).map(\.element.value)
    }

    /// The tags of a feed that fit the language that a client reads best, by the rule of bundles; none for
    /// the names as the feed publishes them.
    ///   - wishes: the languages that the client reads, the best first.
    static func names(
        in wishes: [String], among languages: [String], own: String?
    ) -> LanguageRanks {
        guard !languages.isEmpty else { return .none }
        for wish in wishes.lazy.map({ LanguageMatch($0) }) {
            let ranks = wish.ranks(of: languages, own: own)
            if !ranks.isEmpty { return ranks }
            // A client that can read the feed as it is needs no other language.
            if let own, wish.rank(of: own) != nil { return .none }
        }
        return .none
    }

    /// No user reads more languages; a header could name thousands.
    private static let mostLanguages = 20

    /// The values of a list with their weights, in lower case: `de;q=0.5, en` is de with 0.5 and en
    /// with 1.
    private static func weighted(_ header: String) -> [(value: String, weight: Double)] {
        header.lowercased().split(separator: ",").prefix(100).map { element in
            let parts = element.split(separator: ";").map { part in
                String(part.filter { $0 != " " && $0 != "\t" })
            }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
                .map { Double($0.dropFirst(2)) ?? 0 }
            return (parts.first ?? "", weight ?? 1)
        }
    }
}
