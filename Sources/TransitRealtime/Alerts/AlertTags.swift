import TransitBundle
import TransitModel

struct AlertTags: Sendable {
    /// Each request for a language is compared with all of them; feeds have ten.
    private static let most = 200
    private static let longest = 100

    private(set) var all: Set<ExactText> = []
    private var common: Set<ExactText>?

    /// The tag of a text, as far as it tells languages apart here: a text with one too many, or one
    /// that is too long, counts as one without.
    mutating func known(_ tag: String?) -> String {
        guard let tag, !tag.isEmpty, tag.utf8.count <= Self.longest else { return "" }
        if !all.contains(tag.exact) {
            guard all.count < Self.most else { return "" }
            all.insert(tag.exact)
        }
        return tag
    }

    /// - Parameter tags: of its translations; without any it is no text.
    mutating func count(textIn tags: some Collection<String>) {
        guard !tags.isEmpty else { return }
        let own = Set(tags.map(\.exact))
        common = common?.intersection(own) ?? own
    }

    func ranks(of language: LanguageMatch) -> LanguageRanks {
        language.ranks(of: all.map(\.text), own: nil)
    }

    func areAll(in language: LanguageRanks) -> Bool {
        common?.contains { language[$0.text] != nil } ?? true
    }
}
