/// The text of a field in another language: a row of `translations.txt`. The row to translate is
/// found either by its ID or by the text it holds.
public struct Translation: FeedRow, Hashable {
    /// The file without its extension, such as `stops`.
    public var tableName: String?
    /// The column to translate.
    public var fieldName: String?
    /// Language of the translation.
    public var language: LanguageTag?
    /// The text, address or number in that language.
    public var translation: String?
    /// ID of the row to translate; blank when ``fieldValue`` finds it.
    public var recordID: RecordID?
    /// Second part of that ID, such as `stop_sequence` for `stop_times`.
    public var recordSubID: RecordID?
    /// The text to translate wherever the column holds it; blank when ``recordID`` finds the row.
    public var fieldValue: String?

    public init() {}

    public static let file = FileSpec(
        "translations.txt", .optional,
        primaryKey: [
            "table_name", "field_name", "language", "record_id", "record_sub_id", "field_value",
        ],
        choices: [
            KeyChoice(
                "record_id", "field_value", except: .init(field: "table_name", text: "feed_info"))
        ])

    public static let fields: [Field<Translation>] = [
        Field("table_name", at: \.tableName, type: .keyword, presence: .required),
        Field("field_name", at: \.fieldName, type: .text, presence: .required),
        Field("language", at: \.language, type: .languageCode, presence: .required),
        Field("translation", at: \.translation, type: .text, presence: .required),
        Field("record_id", at: \.recordID, presence: .conditionallyRequired),
        Field("record_sub_id", at: \.recordSubID, presence: .conditionallyRequired),
        Field("field_value", at: \.fieldValue, type: .text, presence: .conditionallyRequired),
    ]
}
