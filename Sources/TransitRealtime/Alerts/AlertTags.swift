import TransitBundle
import TransitModel

struct AlertTags: Sendable {
    /// Each request for a language is compared with all tags; feeds have about ten.
    private static let most = 200
    private static let longest = 100

    private(set) var all: Set<ExactText> = []
    /// Without scripts and regions.
    private var languages: Set<String> = []
    private var common: Set<ExactText>?

    /// A text whose tag is one too many, or too long, counts as one without a tag.
    mutating func known(_ tag: String?) -> String {
        guard let tag, !tag.isEmpty, tag.utf8.count <= Self.longest else { return "" }
        if !all.contains(tag.exact) {
            guard all.count < Self.most else { return "" }
            all.insert(tag.exact)
            languages.insert(LanguageMatch.language(of: tag))
        }
        return tag
    }

    /// Without any tags there is no text.
    mutating func count(textIn tags: some Collection<String>) {
        guard !tags.isEmpty else { return }
        let own = Set(tags.map(\.exact))
        common = common?.intersection(own) ?? own
    }

    /// In any region or script.
    func has(_ language: String) -> Bool {
        !languages.isEmpty && languages.contains(LanguageMatch.language(of: language))
    }

    /// `wish` is nil for any language.
    func ranks(of wish: String?, own: String?) -> LanguageRanks {
        LanguageRanks(
            ofAlerts: all.lazy.map(\.text), wish: wish.map { LanguageMatch($0) },
            own: own.map { LanguageMatch($0) })
    }

    func areAll(in language: LanguageMatch, by ranks: LanguageRanks) -> Bool {
        guard let common else { return true }
        guard let worst = common.compactMap({ ranks[$0.text] }).min() else { return false }
        return ranks.levels.prefix(worst + 1).joined().allSatisfy {
            language.rank(of: $0.text) != nil
        }
    }
}
