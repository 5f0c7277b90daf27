import FeedReading
import GTFSSchedule

/// A translation names a file of the feed, and what it translates: a value, or a row that exists.
///
/// Google's old format, which has no `table_name`, is not checked.
struct TranslationReferenceRule: FeedRule {
    static let translationUnexpectedValue = NoticeDefinition(
        "translation_unexpected_value", .error,
        summary: "A translation has a `record_id` or `record_sub_id` that must be empty.",
        why: "Apps cannot tell what the row translates.",
        fix: "Fill in either `field_value`, or only the record ids that the file's key needs.",
        reference: "translations.txt", fields: "record_id", "record_sub_id", "field_value")
    static let translationUnknownTableName = NoticeDefinition(
        "translation_unknown_table_name", .warning,
        summary: "A translation names a file that the feed or the GTFS reference does not have.",
        why: "Apps never show the translation.",
        fix: "Write the file name without `.txt`, such as `stops`, or remove the row.",
        reference: "translations.txt", fields: "table_name")
    static let translationForeignKeyViolation = NoticeDefinition(
        "translation_foreign_key_violation", .error,
        summary: "A translation refers to a record that does not exist in its file.",
        why: "Apps never show the translation.",
        fix: "Correct `record_id` and `record_sub_id`, or remove the row.",
        reference: "translations.txt", fields: "record_id", "record_sub_id")
    static let notices: [NoticeDefinition] = [
        translationUnexpectedValue, translationUnknownTableName,
        translationForeignKeyViolation, .missingRequiredField,
    ]
    /// All files: the canonical validator skips the rule when any of them has an error.
    static let inputs = FeedArchive.readingOrder
    static let name = "TranslationFieldAndReferenceValidator"

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        guard feed.translations.header.has("table_name") else { return }
        var records = TranslatedRecords(feed)
        for (index, translation) in feed.translations.rows.enumerated() {
            try feed.checkCancellation()
            guard let table = translation.tableName, translation.fieldName != nil,
                translation.language != nil
            else { continue }
            let row = feed.translations.rowNumbers[index]
            if translation.fieldValue != nil { noteRecord(translation, row: row, into: bin) }
            let known = table.asciiLowercased
            guard let keys = TranslatedRecords.keyCounts[known],
                feed.state(of: known + ".txt") != .missing
            else {
                bin.add(
                    Self.translationUnknownTableName, ["csvRowNumber": row, "tableName": table])
                continue
            }
            if translation.fieldValue != nil { continue }
            guard
                hasFields(
                    translation, keys: keys, row: row, in: feed.translations.filename, into: bin)
            else {
                continue
            }
            guard
                try !records.contains(
                    known, id: translation.recordID?.text ?? "",
                    subID: translation.recordSubID?.text ?? ""),
                !feed.lacksKeyColumn(of: known + ".txt"),
                !isLeftOut(translation, of: known + ".txt", in: feed)
            else { continue }
            bin.add(
                Self.translationForeignKeyViolation,
                [
                    "csvRowNumber": row, "tableName": table,
                    "recordId": translation.recordID?.text ?? "",
                    "recordSubId": translation.recordSubID?.text ?? "",
                ])
        }
    }

    private func isLeftOut(_ translation: Translation, of file: String, in feed: LoadedFeed) -> Bool
    {
        let ids = [translation.recordID, translation.recordSubID].compactMap { $0?.text }
        let key = Schedule.table(file: file)?.file.primaryKey ?? []
        return !ids.isEmpty && feed.leftOut.hold(Array(zip(key, ids)), of: file)
    }

    private func noteRecord(_ translation: Translation, row: Int, into bin: NoticeBin) {
        let fields = [
            ("record_id", translation.recordID), ("record_sub_id", translation.recordSubID),
        ]
        for (field, value) in fields {
            guard let value else { continue }
            bin.add(
                Self.translationUnexpectedValue,
                ["csvRowNumber": row, "fieldName": field, "fieldValue": value])
        }
    }

    /// Filled exactly where the table has such a key; notes the first that is not.
    private func hasFields(
        _ translation: Translation, keys: Int, row: Int, in filename: String, into bin: NoticeBin
    ) -> Bool {
        let fields = [
            ("record_id", translation.recordID, keys >= 1),
            ("record_sub_id", translation.recordSubID, keys >= 2),
        ]
        for (field, value, isExpected) in fields where (value != nil) != isExpected {
            if let value {
                bin.add(
                    Self.translationUnexpectedValue,
                    ["csvRowNumber": row, "fieldName": field, "fieldValue": value])
            } else {
                bin.add(.missingRequiredField, field: field, of: filename, row: row)
            }
            return false
        }
        return true
    }
}
