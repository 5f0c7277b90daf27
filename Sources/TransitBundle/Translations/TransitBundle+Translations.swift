import SQLiteLayer
import TransitModel

extension TransitBundle {
    /// Returns the languages of `translations.txt`, in the order of their tags.
    public func languages() async throws -> [String] {
        let known = translationLanguages
        return try await question { db in try known.value { try Self.languages(db) } }
    }

    /// Returns the feed's names in a language.
    ///
    /// For `en-US` these are names in en-US, else in en, else in another variant such as en-GB,
    /// unless the feed itself is in one. Names without a translation stay as published.
    ///
    /// - Parameter language: an IETF BCP 47 tag, or the identifier of a locale such as `en_US`.
    public func translations(for language: String) async throws -> BundleTranslations {
        let known = translationLanguages
        let ranks = try await question { db in
            LanguageMatch(language).ranks(
                of: try known.value { try Self.languages(db) }, own: try Self.feedLanguage(db))
        }
        return BundleTranslations(language, self, ranks: ranks)
    }

    private static func languages(_ db: Database) throws -> [String] {
        try db.readAll("SELECT DISTINCT language FROM translations WHERE language IS NOT NULL") {
            $0.text(0)
        }.sorted()
    }

    private static func feedLanguage(_ db: Database) throws -> String? {
        try db.first("SELECT feed_lang FROM feed_info WHERE feed_lang IS NOT NULL LIMIT 1") {
            $0.text(0)
        }
    }
}
