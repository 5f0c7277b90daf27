/// What a client would rather have, as `Accept-Encoding` and `Accept-Language` say it.
@available(iOS 17, macOS 14, *)
enum Preferences {
    /// Whether an answer may come as gzip.
    static func allowGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        let wishes = weighted(header)
        let named = wishes.last { $0.value == "gzip" || $0.value == "x-gzip" }
        let any = wishes.last { $0.value == "*" }
        return (named ?? any).map { $0.weight > 0 } ?? false
    }

    /// The language of a feed that suits best; nil for the names as the feed publishes them.
    ///
    /// - Parameters:
    ///   - languages: those that the feed has translations for.
    ///   - own: the feed's own language, when it says so.
    static func language(
        _ header: String?, among languages: [String], own: String?
    ) -> String? {
        guard let header, !languages.isEmpty else { return nil }
        let wishes = weighted(header).filter { $0.weight > 0 && $0.value != "*" }
            .enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        for wish in wishes.prefix(mostLanguages) {
            var range = wish.element.value[...]
            while true {
                if let own, isSame(own, range) { return nil }
                if let match = languages.first(where: { isSame($0, range) }) { return match }
                // "de-CH" is served by "de", as RFC 4647 looks languages up.
                guard let cut = range.lastIndex(of: "-") else { break }
                range = range[..<cut]
            }
            // Somebody who wants "en" can read "en-GB".
            if let own, own.lowercased().hasPrefix("\(range)-") { return nil }
            if let match = languages.first(where: { $0.lowercased().hasPrefix("\(range)-") }) {
                return match
            }
        }
        return nil
    }

    /// Nobody reads more languages; a header could name thousands.
    private static let mostLanguages = 20

    private static func isSame(_ tag: String, _ range: Substring) -> Bool {
        tag.replacing("_", with: "-").lowercased() == range
    }

    /// The values of a list with their weights, in lower case: `de;q=0.5, en` is de with 0.5 and en
    /// with 1. One with a weight that is not a number counts as not wanted.
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
