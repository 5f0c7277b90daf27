/// The rules about translations.
enum RulesOfTranslations {
    static let rows: [any RowRule] = []
    static let trips: [any TripRule] = []
    static let feeds: [any FeedRule] = [TranslationReferenceRule()]
}
