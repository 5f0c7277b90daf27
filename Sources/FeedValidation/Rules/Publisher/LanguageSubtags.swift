import GTFSSchedule

/// A language tag in the spelling of BCP 47, so that tags that mean the same are equal.
struct LanguageSubtags: Hashable {
    /// The first part, such as `en`.
    let language: String
    /// The whole tag, such as `zh-Hant-TW`.
    let tag: String

    /// Codes that ISO 639 withdrew, and what stands for them.
    private static let renamed = ["iw": "he", "ji": "yi", "in": "id"]

    init(_ tag: LanguageTag) {
        var parts = tag.text.lowercased().split(separator: "-").map(String.init)
        // An extended language such as zh-yue is a language by itself.
        if parts.count > 1, 2...3 ~= parts[0].utf8.count, parts[1].utf8.count == 3,
            parts[1].utf8.allSatisfy({ 97...122 ~= $0 })
        {
            parts.removeFirst()
        }
        language = parts.first.map { Self.renamed[$0] ?? $0 } ?? ""
        var spelled = [language]
        var isExtension = false
        for part in parts.dropFirst() {
            if part.utf8.count == 1 { isExtension = true }
            switch part.utf8.count {
            case 2 where !isExtension: spelled.append(part.uppercased())
            case 4 where !isExtension && part.utf8.allSatisfy { 97...122 ~= $0 }:
                spelled.append(part.prefix(1).uppercased() + part.dropFirst())
            default: spelled.append(part)
            }
        }
        self.tag = spelled.joined(separator: "-")
    }
}
